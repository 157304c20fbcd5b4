#pragma once

#include <string>
#include <utility>

#include "harness/os/file_system.h"

namespace inferproof {

// The disk as it would be with one file changed: to read an edit before it is written. Writes nothing.
class EditedFile final : public FileSystem {
 public:
  EditedFile(FileSystem& files, std::string path, std::string text)
      : files_(files), path_(std::move(path)), text_(std::move(text)) {}

  Result<std::string> Read(const std::string& path) override {
    if (path == path_) return text_;
    return files_.Read(path);
  }
  bool Exists(const std::string& path) override { return path == path_ || files_.Exists(path); }
  Status WriteAtomic(const std::string& path, std::string_view) override { return Refuse(path); }
  Status MakeDirectories(const std::string& path) override { return Refuse(path); }
  Status Remove(const std::string& path) override { return Refuse(path); }
  Result<std::unique_ptr<Appender>> OpenAppend(const std::string& path) override { return Refuse(path); }
  Result<std::vector<std::string>> List(const std::string& path) override { return files_.List(path); }
  Result<std::string> Canonical(const std::string& path) override { return files_.Canonical(path); }

 private:
  static Error Refuse(const std::string& path) {
    return MakeError(ErrorCode::kInternal, path, "an edit that is being read is not written");
  }

  FileSystem& files_;
  std::string path_;
  std::string text_;
};

}  // namespace inferproof
