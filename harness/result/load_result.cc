#include "harness/json/document.h"
#include "harness/result/result_file.h"

namespace inferproof {

Result<ResultFile> LoadResult(FileSystem& files, const std::string& path) {
  const std::string inside = JoinPath(path, "result.json");
  const std::string& file = files.Exists(inside) ? inside : path;
  if (!files.Exists(file)) {
    return MakeError(ErrorCode::kConfig, path, "no result here", "Give a result.json, or the directory that holds one");
  }
  ASSIGN_OR_RETURN(const std::string text, files.Read(file));
  ASSIGN_OR_RETURN(const Document document, Document::Parse(text, file));
  return ResultFromJson(Node(document));
}

}  // namespace inferproof
