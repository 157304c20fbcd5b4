#include <cstddef>
#include <cstdint>
#include <string>

#include "harness/suite/target.h"
#include "tests/fuzz/suite/require.h"
#include "tests/support/fake_environment.h"
#include "tests/support/memory_file_system.h"

using namespace inferproof;

// The bytes are a target file; one variable holds a key, which no error may repeat.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string kKey = "key-\x01-0123456789";
  MemoryFileSystem files;
  files.contents["/repo/.git/HEAD"] = "ref";
  files.contents["/repo/targets/fuzz.json"] = std::string(data, data + size);
  const FakeEnvironment environment({{"HOST", "host.example:8000"}, {"API_KEY", kKey}});

  const Result<Target> target = LoadTarget(files, environment, "/repo/targets/fuzz.json");

  if (!target.ok()) {
    FUZZ_REQUIRE(target.error().Text().find(kKey) == std::string::npos);
    return 0;
  }
  FUZZ_REQUIRE(target->endpoint.has_value() != target->managed());
  FUZZ_REQUIRE(!target->name.empty() && !target->model.empty());
  if (target->endpoint) {
    FUZZ_REQUIRE(target->endpoint->starts_with("http") && !target->endpoint->ends_with("/"));
    FUZZ_REQUIRE(target->endpoint->find('@') == std::string::npos ||
                 target->endpoint->find('/', 8) != std::string::npos);
  }
  for (const auto& [name, value] : target->headers) {
    FUZZ_REQUIRE(name != "authorization" && value.find_first_of("\r\n") == std::string::npos);
  }
  return 0;
}
