#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/cli/real_world.h"
#include "harness/result/result_file.h"

namespace inferproof {

// The results at `path`, one a session: a result of this program (its file or directory), a result file of another tool
// (docs/importing.md), a directory of such files (the runs of one session), or a directory of any of these. Nothing
// when there is none.
Result<std::vector<ResultFile>> LoadAnyResults(RealWorld& world, const std::string& path);

// The one result at `path`; an error when there are none or several.
Result<ResultFile> LoadAnyResult(RealWorld& world, const std::string& path);

}  // namespace inferproof
