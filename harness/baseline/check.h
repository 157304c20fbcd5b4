#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/baseline/baseline.h"

namespace inferproof {

// A place where a committed baseline is not what the tool would have written.
struct FileDifference {
  std::string path;       // "cases.add.class", or "line 12" where only the form differs
  std::string committed;  // at most a few words of the value; "nothing" for what is not there
  std::string would_be;
};

// What the file shows by itself: bytes that the tool does not write, values that contradict each other, digests that
// are none. `text` is what `baseline` was parsed from.
Result<std::vector<FileDifference>> CheckBaselineFile(std::string_view text, const Baseline& baseline);

struct Rebuilt {
  std::vector<FileDifference> differences;
  std::vector<std::string> notes;  // what the results given could not prove
};
// Builds the file again from the results of its sessions, with its own acceptance and anchors, and compares. Sessions
// whose result is not given stay as they stand. Refuses results as UpdateBaseline does.
Result<Rebuilt> RebuildAndCompare(const Baseline& committed, std::vector<ResultFile> results);

}  // namespace inferproof
