#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"

namespace inferproof {

// A file open for appending whole lines. Each Append reaches the kernel before it returns, so a killed process loses
// nothing.
class Appender {
 public:
  virtual ~Appender() = default;
  virtual Status Append(std::string_view bytes) = 0;
};

// The disk. Errors carry the path in `where` (kConfig when the file is missing or unreadable, kIo when writing failed).
class FileSystem {
 public:
  virtual ~FileSystem() = default;
  virtual Result<std::string> Read(const std::string& path) = 0;
  virtual bool Exists(const std::string& path) = 0;
  // Whole-file replacement: written beside the target, synced, renamed. The old content stays whole on any failure.
  virtual Status WriteAtomic(const std::string& path, std::string_view bytes) = 0;
  virtual Status MakeDirectories(const std::string& path) = 0;
  // A file that is not there is no error.
  virtual Status Remove(const std::string& path) = 0;
  virtual Result<std::unique_ptr<Appender>> OpenAppend(const std::string& path) = 0;
  // Names in a directory, sorted.
  virtual Result<std::vector<std::string>> List(const std::string& path) = 0;
  // Absolute, with symbolic links resolved as far as the path exists.
  virtual Result<std::string> Canonical(const std::string& path) = 0;
};

class RealFileSystem final : public FileSystem {
 public:
  Result<std::string> Read(const std::string& path) override;
  bool Exists(const std::string& path) override;
  Status WriteAtomic(const std::string& path, std::string_view bytes) override;
  Status MakeDirectories(const std::string& path) override;
  Status Remove(const std::string& path) override;
  Result<std::unique_ptr<Appender>> OpenAppend(const std::string& path) override;
  Result<std::vector<std::string>> List(const std::string& path) override;
  Result<std::string> Canonical(const std::string& path) override;
};

// `path` relative to `base_directory` (an absolute `path` stays), with "." and ".." taken out as text: messages and
// annotations then name "quality/core.jsonl", not "suites/../quality/core.jsonl".
std::string JoinPath(const std::string& base_directory, const std::string& path);
// "" for a name without a directory; JoinPath, List, MakeDirectories and Canonical take "" for where we stand.
std::string DirectoryOf(const std::string& path);
std::string BaseNameOf(const std::string& path);

}  // namespace inferproof
