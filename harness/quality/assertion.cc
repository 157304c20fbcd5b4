#include "harness/quality/assertion.h"

#include <algorithm>
#include <utility>

#include "harness/base/text.h"
#include "harness/json/canonical.h"
#include "harness/quality/makers.h"

namespace inferproof {
namespace {

struct Row {
  std::string_view name;
  CheckMaker make;
};

constexpr Row kAssertions[] = {
    {"choice", MakeChoice},
    {"contains", MakeContains},
    {"contains_all", MakeContainsAll},
    {"contains_any", MakeContainsAny},
    {"copy_exact", MakeCopyExact},
    {"ends_with", MakeEndsWith},
    {"equals", MakeEquals},
    {"finish_reason", MakeFinishReason},
    {"json_path_equals", MakeJsonPathEquals},
    {"json_schema", MakeJsonSchema},
    {"json_valid", MakeJsonValid},
    {"length", MakeLength},
    {"list_equals", MakeListEquals},
    {"no_garble", MakeNoGarble},
    {"no_loop", MakeNoLoop},
    {"no_template_leak", MakeNoTemplateLeak},
    {"not_contains", MakeNotContains},
    {"not_empty", MakeNotEmpty},
    {"not_truncated", MakeNotTruncated},
    {"number", MakeNumber},
    {"one_of", MakeOneOf},
    {"regex", MakeRegex},
    {"starts_with", MakeStartsWith},
    {"tool_call", MakeToolCall},
};

class NamedCheck : public Assertion {
 public:
  NamedCheck(std::string name, Check check) : name_(std::move(name)), check_(std::move(check)) {}

  Judgement Judge(const Response& answer) const override {
    const Observation found = JudgeAnswer(answer);
    return {found.grade, name_, found.message};
  }

 private:
  Observation JudgeAnswer(const Response& answer) const {
    if (answer.error) return NoVerdict("no answer: " + Truncate(RepairUtf8(*answer.error), 200));
    if (answer.malformed) return NoVerdict("no answer: " + Truncate(RepairUtf8(*answer.malformed), 200));
    return check_(answer);
  }

  std::string name_;
  Check check_;
};

// The place that the reader names is one in re-written text; the path in the parameters is what helps.
Error InAssertion(const std::string& name, Error error) {
  const std::size_t path = error.where.find(": ");
  error.where = "assertion " + name + (path == std::string::npos ? "" : error.where.substr(path));
  return error;
}

}  // namespace

Result<std::unique_ptr<Assertion>> MakeAssertion(const AssertionSpec& spec) {
  const auto row = std::find_if(std::begin(kAssertions), std::end(kAssertions),
                                [&](const Row& candidate) { return candidate.name == spec.name; });
  if (row == std::end(kAssertions)) {
    const std::vector<std::string> names = AssertionNames();
    const std::optional<std::string> nearest = NearestWord(spec.name, names);
    return MakeError(ErrorCode::kConfig, "assertion", "unknown name \"" + Truncate(RepairUtf8(spec.name), 60) + "\"",
                     nearest ? "Did you mean \"" + *nearest + "\"?" : "Known: " + Join(names, ", "));
  }
  ASSIGN_OR_RETURN(const std::string text, WriteCompact(spec.parameters.is_null() ? Json::object() : spec.parameters));
  Result<Document> document = Document::Parse(text, "parameters");
  if (!document.ok()) return InAssertion(spec.name, document.error());
  ObjectReader parameters{Node(*document)};
  Check check = row->make(parameters);
  const Status status = parameters.Finish();
  if (!status.ok()) return InAssertion(spec.name, status.error());
  return std::unique_ptr<Assertion>(std::make_unique<NamedCheck>(spec.name, std::move(check)));
}

std::vector<std::string> AssertionNames() {
  std::vector<std::string> names;
  for (const Row& row : kAssertions) names.emplace_back(row.name);
  return names;
}

}  // namespace inferproof
