#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/base/result.h"
#include "harness/os/clock.h"
#include "harness/protocol/dialect.h"
#include "harness/transport/transport.h"

namespace inferproof {

// Where a server's tokeniser is asked.
struct TokenizeAt {
  Transport& transport;
  Clock& clock;
  std::string base_url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string model;
  DialectProfile dialect;
};

// The tokens of `text` by POST /tokenize in the dialect's words. Nothing when the answer is no count; an error when
// there was no answer, or the dialect has no tokeniser.
Result<std::optional<std::int64_t>> AskTokenizer(const TokenizeAt& at, const std::string& text);

}  // namespace inferproof
