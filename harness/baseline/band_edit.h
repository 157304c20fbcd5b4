#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/base/result.h"

namespace inferproof {

struct BandChange {
  std::string scenario;
  std::string metric;
  double relative = 0;
  double absolute = 0;  // the one in use, for a rule that has to be written anew
};

// A suite's text with these relative bands in its gate rules; every other byte stays as it is. A rule for the scenario
// is changed where there is one, else one is added before the first rule, so that a rule for "*" keeps its meaning for
// the others. kConfig when the text is no JSON or holds no rule to stand beside.
Result<std::string> WithBands(std::string_view suite, const std::string& path, const std::vector<BandChange>& changes);

}  // namespace inferproof
