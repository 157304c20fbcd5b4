#include "harness/suite/repository.h"

#include <filesystem>
#include <utility>

namespace inferproof {
namespace {

// std::filesystem::path is used for its arithmetic on names only; the disk is asked through FileSystem.
using Path = std::filesystem::path;

bool IsInside(const Path& root, const Path& path) {
  const Path relative = path.lexically_normal().lexically_relative(root.lexically_normal());
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

Result<std::string> RepositoryRootOf(FileSystem& files, const std::string& file_path) {
  ASSIGN_OR_RETURN(const std::string canonical, files.Canonical(file_path));
  const Path directory = Path(canonical).parent_path();
  for (Path ancestor = directory;; ancestor = ancestor.parent_path()) {
    if (files.Exists((ancestor / ".git").string())) return ancestor.string();
    if (ancestor == ancestor.parent_path()) break;
  }
  return directory.parent_path().string();
}

PathResolver::PathResolver(FileSystem& files, std::string file_path, std::string root)
    : files_(&files), file_path_(std::move(file_path)), root_(std::move(root)) {}

Result<PathResolver> PathResolver::For(FileSystem& files, const std::string& file_path) {
  ASSIGN_OR_RETURN(std::string root, RepositoryRootOf(files, file_path));
  return PathResolver(files, file_path, std::move(root));
}

Result<std::string> PathResolver::Resolve(const Node& node) const {
  if (!node.json().is_string()) return node.Fail("must be a path, got " + DescribeJson(node.json()));
  const std::string named = node.json().get<std::string>();
  if (named.empty() || named.find('\0') != std::string::npos) return node.Fail("must be a path that is not empty");
  if (named.front() == '/') return node.Fail("must be relative to this file, got " + DescribeJson(node.json()));
  const std::string resolved = JoinPath(DirectoryOf(file_path_), named);
  // The normal form is what will be opened, so that is what is checked.
  ASSIGN_OR_RETURN(const std::string canonical, files_->Canonical(resolved));
  if (!IsInside(root_, canonical)) {
    return node.Fail(DescribeJson(node.json()) + " leaves the repository root " + root_,
                     "Paths may not point outside the repository");
  }
  return resolved;
}

}  // namespace inferproof
