#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/os/file_system.h"

namespace inferproof {

// A disk in memory, with faults to script.
class MemoryFileSystem final : public FileSystem {
 public:
  std::map<std::string, std::string> contents;
  std::set<std::string> unreadable;
  int fail_write_number = 0;  // the n-th WriteAtomic or Append from now fails; 0: none

  Result<std::string> Read(const std::string& path) override {
    const auto found = contents.find(path);
    if (found == contents.end()) return MakeError(ErrorCode::kConfig, path, "no such file");
    if (unreadable.contains(path)) return MakeError(ErrorCode::kConfig, path, "permission denied");
    return found->second;
  }
  bool Exists(const std::string& path) override {
    if (contents.contains(path)) return true;
    const auto below = contents.lower_bound(path + "/");
    return below != contents.end() && below->first.starts_with(path + "/");
  }
  Status WriteAtomic(const std::string& path, std::string_view bytes) override {
    RETURN_IF_ERROR(NextWrite(path));
    contents[path] = std::string(bytes);
    return {};
  }
  Status MakeDirectories(const std::string&) override { return {}; }
  Status Remove(const std::string& path) override {
    contents.erase(path);
    return {};
  }
  Result<std::unique_ptr<Appender>> OpenAppend(const std::string& path) override {
    contents[path];
    return std::unique_ptr<Appender>(std::make_unique<MemoryAppender>(*this, path));
  }
  Result<std::vector<std::string>> List(const std::string& path) override {
    std::set<std::string> names;
    for (const auto& [name, text] : contents) {
      if (name.starts_with(path + "/"))
        names.insert(name.substr(path.size() + 1, name.find('/', path.size() + 1) - path.size() - 1));
    }
    return std::vector<std::string>(names.begin(), names.end());
  }
  Result<std::string> Canonical(const std::string& path) override { return path; }

 private:
  class MemoryAppender final : public Appender {
   public:
    MemoryAppender(MemoryFileSystem& files, std::string path) : files_(files), path_(std::move(path)) {}
    Status Append(std::string_view bytes) override {
      RETURN_IF_ERROR(files_.NextWrite(path_));
      files_.contents[path_] += bytes;
      return {};
    }

   private:
    MemoryFileSystem& files_;
    std::string path_;
  };

  Status NextWrite(const std::string& path) {
    if (fail_write_number > 0 && --fail_write_number == 0)
      return MakeError(ErrorCode::kIo, path, "no space left on device");
    return {};
  }
};

}  // namespace inferproof
