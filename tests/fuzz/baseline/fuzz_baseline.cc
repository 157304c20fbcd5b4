#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "harness/baseline/baseline.h"

// Whatever is accepted is written in one form only: reading that form and writing it again changes no byte.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inferproof;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<Baseline> first = ParseBaseline(text, "fuzz.json");
  if (!first.ok()) return 0;
  const Result<std::string> written = WriteBaseline(*first);
  if (!written.ok()) std::abort();
  const Result<Baseline> second = ParseBaseline(*written, "fuzz.json");
  if (!second.ok()) std::abort();
  const Result<std::string> again = WriteBaseline(*second);
  if (!again.ok() || *again != *written) std::abort();
  return 0;
}
