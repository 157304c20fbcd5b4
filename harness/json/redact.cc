#include "harness/json/redact.h"

namespace inferproof {
namespace {

void Clean(Json& value, const Redactor& redactor) {
  if (value.is_string()) value = redactor.Clean(value.get_ref<const std::string&>());
  if (!value.is_structured()) return;
  for (Json& child : value) Clean(child, redactor);
}

}  // namespace

Json Redacted(Json value, const Redactor& redactor) {
  if (!redactor.secrets().empty()) Clean(value, redactor);
  return value;
}

}  // namespace inferproof
