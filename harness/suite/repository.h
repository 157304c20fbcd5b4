#pragma once

#include <string>

#include "harness/json/document.h"
#include "harness/os/file_system.h"

namespace inferproof {

// The directory that the paths of one suite or target file may not leave: the nearest ancestor of the file's canonical
// path with a ".git", else the parent of the file's directory. Canonical.
Result<std::string> RepositoryRootOf(FileSystem& files, const std::string& file_path);

// Resolves the paths that one file names.
class PathResolver {
 public:
  static Result<PathResolver> For(FileSystem& files, const std::string& file_path);

  const std::string& root() const { return root_; }

  // `node` is a string, a path relative to the file. Answers it relative to where the user stands: "../q/a.jsonl" in
  // "suites/smoke.json" is "q/a.jsonl". Refuses absolute paths and those that leave the root, also by a symbolic link.
  Result<std::string> Resolve(const Node& node) const;

 private:
  PathResolver(FileSystem& files, std::string file_path, std::string root);

  FileSystem* files_;
  std::string file_path_;
  std::string root_;
};

}  // namespace inferproof
