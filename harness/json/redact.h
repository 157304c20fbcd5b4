#pragma once

#include "harness/base/secret.h"
#include "harness/json/document.h"

namespace inferproof {

// `value` with every known secret taken out of its strings. Member names stay, and so does the shape: cleaning the
// written text instead would miss escaped characters and could break the JSON.
Json Redacted(Json value, const Redactor& redactor);

}  // namespace inferproof
