#include "harness/init/adjust.h"

#include <algorithm>
#include <vector>

#include "harness/base/text.h"
#include "harness/json/canonical.h"
#include "harness/json/document.h"

namespace inferproof {
namespace {

constexpr std::string_view kSourceMarker = "      # inferproof-source\n";
constexpr std::string_view kCheckout = "uses: actions/checkout@";

Error ShippedFileChanged(const std::string& what) {
  return MakeError(ErrorCode::kInternal, "init", "a shipped file no longer holds " + what);
}

bool IsName(std::string_view text) {
  return !text.empty() && text.size() <= 100 && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
  });
}

bool IsCommit(std::string_view text) {
  return text.size() == 40 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

struct Source {
  std::string repository = "${{ vars.INFERPROOF_REPOSITORY }}";
  std::string commit = "${{ vars.INFERPROOF_COMMIT }}";
};

Result<Source> ParseSource(const std::string& text) {
  if (text.empty()) return Source{};
  const std::size_t slash = text.find('/');
  const std::size_t at = text.find('@');
  if (slash != std::string::npos && at != std::string::npos && slash < at) {
    const Source source{text.substr(0, at), text.substr(at + 1)};
    if (IsName(text.substr(0, slash)) && IsName(text.substr(slash + 1, at - slash - 1)) && IsCommit(source.commit))
      return source;
  }
  return MakeError(ErrorCode::kUsage, "--source", "expected OWNER/NAME@COMMIT with all 40 digits of the commit",
                   "A branch or tag can be moved by others; a commit cannot");
}

// "uses: actions/checkout@... # v..." as the workflow itself has it, so that the pin stands in one place.
std::string CheckoutLine(const std::string& workflow) {
  const std::size_t at = workflow.find(kCheckout);
  return at == std::string::npos ? "" : workflow.substr(at, workflow.find('\n', at) - at);
}

}  // namespace

Result<std::string> AdjustTarget(const std::string& text, const std::string& path, const TargetNames& names) {
  ASSIGN_OR_RETURN(const Document document, Document::Parse(text, path));
  Json target = document.root();
  target.erase("api_key_env");
  const auto put = [&](const char* key, const std::optional<std::string>& value) {
    if (value) target[key] = *value;
  };
  put("model", names.model);
  put("endpoint", names.endpoint);
  put("dialect", names.dialect);
  put("api_key_env", names.api_key_env);
  return WriteCanonical(target);
}

Result<std::string> AdjustSuite(const std::string& text, const std::string& target) {
  std::string adjusted = text;
  if (ReplaceAll(adjusted, "\"target\": \"targets/reference.json\"", "\"target\": \"" + target + "\"") != 1)
    return ShippedFileChanged("its target");
  return adjusted;
}

Result<std::string> AdjustWorkflow(const std::string& text, const std::string& source) {
  ASSIGN_OR_RETURN(const Source from, ParseSource(source));
  const std::string checkout = CheckoutLine(text);
  if (checkout.empty()) return ShippedFileChanged("a checkout");
  std::string adjusted = text;
  ReplaceAll(adjusted, "./ci/action", "./.inferproof/ci/action");
  const std::string step = "      - " + checkout + "\n        with:\n          repository: " + from.repository +
                           "\n          ref: " + from.commit +
                           "\n          path: .inferproof\n          persist-credentials: false\n";
  if (ReplaceAll(adjusted, kSourceMarker, step) == 0) return ShippedFileChanged("the place of inferproof's source");
  return adjusted;
}

std::string WithLines(const std::string& existing, const std::string& heading,
                      std::initializer_list<const char*> lines) {
  const std::vector<std::string> there = Split(existing, '\n');
  std::string added;
  for (const char* line : lines) {
    if (std::find(there.begin(), there.end(), line) == there.end()) added += std::string(line) + "\n";
  }
  if (added.empty()) return existing;
  std::string text = existing;
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  return text + heading + "\n" + added;
}

}  // namespace inferproof
