#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "harness/base/text.h"
#include "tests/support/hostile_report.h"
#include "tests/support/report_checks.h"

// The bytes, cut at each 0x1E, are what a model, a server or a pull request says, in turn: every reader finds our
// commands and no other.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inferproof;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> pieces = Split(text, '\x1e');
  std::size_t at = 0;
  const Report report = HostileReport([&] { return pieces[at++ % pieces.size()]; });
  const std::string problem = CheckReport(report);
  if (problem.empty()) return 0;
  std::fprintf(stderr, "%s\n", problem.c_str());
  std::abort();
}
