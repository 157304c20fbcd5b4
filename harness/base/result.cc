#include "harness/base/result.h"

namespace inferproof {

std::string Error::Text() const {
  std::string text = where.empty() ? what : where + ": " + what;
  if (!hint.empty()) text += ". " + hint;
  return text;
}

Error MakeError(ErrorCode code, std::string where, std::string what, std::string hint) {
  return Error{code, std::move(where), std::move(what), std::move(hint)};
}

}  // namespace inferproof
