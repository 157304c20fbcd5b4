#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "harness/import/import.h"

// Bytes of anybody: refused, or read into a session that the result file can hold and read back.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inferproof;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const char* path : {"fuzz.json", "fuzz.csv"}) {
    LooksForeign(text, path);
    Result<ForeignFile> file = ReadForeign(text, path);
    if (!file.ok()) continue;
    const Result<ResultFile> session = SessionOf({std::move(file).value()}, text);
    if (!session.ok()) continue;
    const Result<Document> written =
        Document::Parse(ResultToJson(*session).dump(-1, ' ', false, Json::error_handler_t::replace), "result.json");
    if (!written.ok() || !ResultFromJson(Node(*written)).ok()) std::abort();
  }
  return 0;
}
