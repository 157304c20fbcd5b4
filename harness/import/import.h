#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"
#include "harness/import/foreign.h"
#include "harness/result/result_file.h"

namespace inferproof {

struct ForeignFormat {
  const char* name;     // "vllm"
  const char* meaning;  // one line, for --help and messages
};
const std::vector<ForeignFormat>& ForeignFormats();

// A result file of another tool. kConfig for text that no importer knows (with the formats that they do), that is cut
// off, or whose fields are not what the format says; never a guess.
Result<ForeignFile> ReadForeign(std::string_view text, const std::string& path);

// Whether the text looks like a result file of another tool, so that ReadForeign should say what is wrong with it.
bool LooksForeign(std::string_view text, const std::string& path);

// Whether the text is not even whole JSON (or JSON lines), such as a file that was cut off.
bool IsBroken(std::string_view text, const std::string& path);

// Files of one side as one session: each run of each file is a run. kIncomparable when they are of different tools,
// models, servers or works.
Result<ResultFile> SessionOf(std::vector<ForeignFile> files, std::string_view bytes_of_all);

inline constexpr char kImportFormat[] = "import.format";  // the client's fact that names the tool
bool IsImported(const ResultFile& result);

// "imported a.json (vllm): not stated: engine version, GPU": what limits the verdict.
std::vector<std::string> ImportCaveats(const ResultFile& result);

}  // namespace inferproof
