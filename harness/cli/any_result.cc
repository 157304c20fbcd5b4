#include "harness/cli/any_result.h"

#include <array>
#include <utility>

#include "harness/base/text.h"
#include "harness/import/import.h"

namespace inferproof {
namespace {

bool IsDirectory(RealWorld& world, const std::string& path) { return world.files.List(path).ok(); }

// What a tool leaves beside its results, such as logs and pictures, is not read.
bool MayBeForeign(const std::string& name) {
  constexpr std::array<std::string_view, 4> kEndings = {".json", ".jsonl", ".js", ".csv"};
  const std::string lower = ToLowerAscii(name);
  for (const std::string_view ending : kEndings) {
    if (lower.ends_with(ending)) return true;
  }
  return false;
}

struct ForeignFiles {
  std::vector<ForeignFile> files;
  std::string bytes;  // of all, for the session's id
};

Status AddForeign(RealWorld& world, const std::string& path, ForeignFiles& found) {
  ASSIGN_OR_RETURN(const std::string text, world.files.Read(path));
  ASSIGN_OR_RETURN(ForeignFile file, ReadForeign(text, path));
  found.files.push_back(std::move(file));
  found.bytes += std::to_string(text.size()) + "\n" + text;
  return {};
}

Result<ResultFile> LoadFile(RealWorld& world, const std::string& path) {
  ASSIGN_OR_RETURN(const std::string text, world.files.Read(path));
  if (!LooksForeign(text, path)) return LoadResult(world.files, path);
  ForeignFiles found;
  RETURN_IF_ERROR(AddForeign(world, path, found));
  return SessionOf(std::move(found.files), found.bytes);
}

// The files of a directory that may be results of other tools. None when not one of them looks like one, broken or
// whole.
Result<std::vector<std::string>> ForeignNames(RealWorld& world, const std::string& path,
                                              const std::vector<std::string>& names) {
  std::vector<std::string> may_be;
  bool one_is = false;
  for (const std::string& name : names) {
    const std::string inside = JoinPath(path, name);
    if (!MayBeForeign(name) || IsDirectory(world, inside)) continue;
    ASSIGN_OR_RETURN(const std::string text, world.files.Read(inside));
    one_is = one_is || LooksForeign(text, inside) || IsBroken(text, inside);
    may_be.push_back(inside);
  }
  if (!one_is) may_be.clear();
  return may_be;
}

// A directory of files of other tools is one session, each file a run of it; beside one of them every file that may be
// one must be one, so that a broken run does not vanish from its side.
Result<std::optional<ResultFile>> LoadSessionOfFiles(RealWorld& world, const std::string& path,
                                                     const std::vector<std::string>& names) {
  ForeignFiles found;
  ASSIGN_OR_RETURN(const std::vector<std::string> paths, ForeignNames(world, path, names));
  for (const std::string& file : paths) RETURN_IF_ERROR(AddForeign(world, file, found));
  if (found.files.empty()) return std::optional<ResultFile>();
  ASSIGN_OR_RETURN(ResultFile session, SessionOf(std::move(found.files), found.bytes));
  return std::optional<ResultFile>(std::move(session));
}

Result<std::vector<ResultFile>> LoadDirectory(RealWorld& world, const std::string& path,
                                              const std::vector<std::string>& names, bool deeper);

Status AddBelow(RealWorld& world, const std::string& path, std::vector<ResultFile>& results) {
  const Result<std::vector<std::string>> names = world.files.List(path);
  if (!names.ok()) return {};
  ASSIGN_OR_RETURN(std::vector<ResultFile> inside, LoadDirectory(world, path, *names, false));
  for (ResultFile& result : inside) results.push_back(std::move(result));
  return {};
}

Result<std::vector<ResultFile>> LoadDirectory(RealWorld& world, const std::string& path,
                                              const std::vector<std::string>& names, bool deeper) {
  std::vector<ResultFile> results;
  if (world.files.Exists(JoinPath(path, "result.json"))) {
    ASSIGN_OR_RETURN(ResultFile result, LoadResult(world.files, path));
    results.push_back(std::move(result));
    return results;
  }
  if (deeper) {
    for (const std::string& name : names) RETURN_IF_ERROR(AddBelow(world, JoinPath(path, name), results));
    if (!results.empty()) return results;
  }
  ASSIGN_OR_RETURN(std::optional<ResultFile> session, LoadSessionOfFiles(world, path, names));
  if (session) results.push_back(std::move(*session));
  return results;
}

}  // namespace

Result<std::vector<ResultFile>> LoadAnyResults(RealWorld& world, const std::string& path) {
  if (const auto names = world.files.List(path); names.ok()) return LoadDirectory(world, path, *names, true);
  if (!world.files.Exists(path)) {
    ASSIGN_OR_RETURN(ResultFile missing, LoadResult(world.files, path));  // tells what is not there
    return std::vector<ResultFile>{std::move(missing)};
  }
  ASSIGN_OR_RETURN(ResultFile result, LoadFile(world, path));
  return std::vector<ResultFile>{std::move(result)};
}

Result<ResultFile> LoadAnyResult(RealWorld& world, const std::string& path) {
  ASSIGN_OR_RETURN(std::vector<ResultFile> results, LoadAnyResults(world, path));
  if (results.empty()) return LoadResult(world.files, path);
  if (results.size() > 1)
    return MakeError(ErrorCode::kUsage, path, "holds " + std::to_string(results.size()) + " sessions",
                     "Name each of them");
  return std::move(results.front());
}

}  // namespace inferproof
