#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "harness/protocol/dialect.h"

namespace inferproof {

// Why an answer to POST flush_path is no proof that the cache was emptied; nothing when it is. The body must say so:
// vLLM answers 200 with {"success": false} while blocks are held, and older servers whatever happened.
std::optional<std::string> NotFlushedBecause(const DialectProfile& dialect, int status, std::string_view body);

}  // namespace inferproof
