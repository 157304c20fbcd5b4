#include "harness/suite/fill_in.h"

#include "harness/base/text.h"
#include "harness/suite/names.h"

namespace inferproof {

Result<std::string> FillIn::Fill(const Node& node) {
  if (!node.json().is_string()) return node.Fail("must be a string, got " + DescribeJson(node.json()));
  std::string_view rest = node.json().get_ref<const std::string&>();
  std::string filled;
  for (std::size_t at = rest.find("${"); at != std::string_view::npos; at = rest.find("${")) {
    filled += rest.substr(0, at);
    const std::size_t end = rest.find('}', at);
    const std::string name(end == std::string_view::npos ? "" : rest.substr(at + 2, end - at - 2));
    if (!IsVariableName(name)) return node.Fail("\"${\" must be followed by the name of a variable and \"}\"");
    const std::optional<std::string> value = environment_.Get(name);
    if (!value) {
      return node.Fail("the variable " + Truncate(name, 80) + " is not set", "Export it, or put it into .env");
    }
    filled += *value;
    if (AnyWordSoundsSecret(name) && !value->empty()) secrets_.push_back(*value);
    rest.remove_prefix(end + 1);
  }
  filled += rest;
  if (filled.find('\0') != std::string::npos) return node.Fail("must not hold a NUL byte");
  return filled;
}

}  // namespace inferproof
