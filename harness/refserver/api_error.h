#pragma once

#include <string>

#include "harness/json/document.h"

namespace inferproof {

// An answer that is an OpenAI error object.
struct ApiError {
  int status = 400;
  std::string message = {};
  std::string type = "invalid_request_error";
  std::string param = {};  // the field at fault; may be empty
  std::string code = {};   // "model_not_found" ...; may be empty

  std::string Body() const;
};

// `value` on one line. Never throws: ill-formed UTF-8 is replaced.
std::string JsonText(const Json& value);

}  // namespace inferproof
