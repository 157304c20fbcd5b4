#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

namespace inferproof {

// An empty directory of its own, removed with all it holds.
class ScratchDirectory {
 public:
  ScratchDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "inferproof-XXXXXX").string();
    if (const char* made = ::mkdtemp(name.data())) path_ = made;
  }
  ~ScratchDirectory() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace inferproof
