#include <algorithm>
#include <set>
#include <utility>

#include "harness/base/text.h"
#include "harness/json/canonical.h"
#include "harness/quality/json_answer.h"
#include "harness/quality/makers.h"
#include "harness/quality/normalize.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

struct Call {
  std::string name;
  std::optional<Json> arguments;  // nothing: any
};

struct CallsWanted {
  std::vector<Call> calls;
  bool exact = true;  // as many calls as listed; else at least those
  bool ordered = false;
  bool allow_content = false;
  std::vector<std::string> ignored;  // names of arguments
  Json defaults = Json::object();    // what an argument left out means
};

// Arguments as they are compared.
Json Settled(const Json& arguments, const CallsWanted& wanted) {
  Json settled = Comparable(arguments);
  for (const auto& [name, value] : wanted.defaults.items()) {
    if (!settled.contains(name)) settled[name] = value;
  }
  for (const std::string& name : wanted.ignored) settled.erase(name);
  return settled;
}

Call ReadCall(ObjectReader& parameters, const Node& node) {
  ObjectReader reader(node);
  Call call{reader.String("name"), std::nullopt};
  if (const std::optional<Node> arguments = reader.Optional("arguments")) {
    if (!arguments->json().is_object())
      reader.Fail("arguments", "must be an object, got " + DescribeJson(arguments->json()));
    if (arguments->json().is_object()) call.arguments = arguments->json();
  }
  parameters.Absorb(reader.Finish());
  return call;
}

CallsWanted ReadCalls(ObjectReader& parameters) {
  CallsWanted wanted;
  if (!parameters.Has("calls")) parameters.Fail("calls", "needs \"calls\"; [] means that no tool is needed");
  wanted.ignored = parameters.Strings("ignore");
  parameters.Members("defaults", [&](const std::string& name, const Node& value) {
    wanted.defaults[name] = Comparable(value.json());
  });
  for (const Node& node : parameters.Elements("calls")) {
    Call call = ReadCall(parameters, node);
    if (call.arguments) call.arguments = Settled(*call.arguments, wanted);
    wanted.calls.push_back(std::move(call));
  }
  wanted.exact = parameters.Choice("mode", {"exact", "subset"}, "exact") == "exact";
  wanted.ordered = parameters.Bool("ordered", false);
  wanted.allow_content = parameters.Bool("allow_content", false);
  return wanted;
}

// The arguments of one call; a tool without any may be called with the empty text.
Result<Json> ParseArguments(const ToolCall& call) {
  if (TrimAscii(call.arguments).empty()) return Json::object();
  ASSIGN_OR_RETURN(const JsonAnswer arguments, ReadJsonAnswer(call.arguments, JsonPlace::kRaw));
  if (!arguments.document.root().is_object()) {
    return MakeError(ErrorCode::kInvalid, "", "not an object but " + DescribeJson(arguments.document.root()));
  }
  return arguments.document.root();
}

std::string ShownCall(const Call& call) {
  const Result<std::string> text = WriteCompact(call.arguments.value_or(Json::object()));
  return RepairUtf8(Truncate(call.name, 60)) + (call.arguments ? "(" + Truncate(*text, 120) + ")" : "(...)");
}

std::string ShownCalls(const std::vector<Call>& calls) {
  if (calls.empty()) return "no tool call";
  std::vector<std::string> shown;
  for (const Call& call : calls) shown.push_back(ShownCall(call));
  return Join(shown, ", ");
}

bool Fits(const Call& got, const Call& wanted) {
  return got.name == wanted.name && (!wanted.arguments || *wanted.arguments == *got.arguments);
}

// True when every wanted call has a call of its own. Calls that name arguments choose first, so that one that takes
// any does not use theirs up.
bool AllFound(const std::vector<Call>& got, std::vector<Call> wanted, bool ordered) {
  if (!ordered) {
    std::stable_partition(wanted.begin(), wanted.end(), [](const Call& call) { return call.arguments.has_value(); });
  }
  std::vector<bool> used(got.size(), false);
  std::size_t from = 0;
  for (const Call& call : wanted) {
    std::size_t i = from;
    while (i < got.size() && (used[i] || !Fits(got[i], call))) ++i;
    if (i == got.size()) return false;
    used[i] = true;
    if (ordered) from = i + 1;
  }
  return true;
}

Observation JudgeCalls(const CallsWanted& wanted, const Response& answer) {
  constexpr std::size_t kMaxCalls = 64;
  if (answer.tool_calls.size() > kMaxCalls) return Failed("got more than 64 tool calls");
  std::vector<Call> got;
  std::set<std::string> ids;
  for (const ToolCall& call : answer.tool_calls) {
    if (!call.id.empty() && !ids.insert(call.id).second)
      return Failed("two tool calls share the id " + Shown(call.id, 40));
    const Result<Json> arguments = ParseArguments(call);
    if (!arguments.ok()) {
      return Failed("the arguments of " + Shown(call.name, 40) + " are not JSON: " + Shown(call.arguments) + " (" +
                    arguments.error().what + ")");
    }
    got.push_back({call.name, Settled(*arguments, wanted)});
  }
  const std::string expected = "expected " + ShownCalls(wanted.calls) + ", got " + ShownCalls(got);
  if (wanted.exact && got.size() != wanted.calls.size()) return Failed(expected);
  if (!AllFound(got, wanted.calls, wanted.ordered)) return Failed(expected);
  if (!got.empty() && !wanted.allow_content && !TrimSpace(RepairUtf8(answer.content)).empty()) {
    return Failed("expected no text beside the tool call, got " + Shown(answer.content));
  }
  return Passed("made " + ShownCalls(got));
}

}  // namespace

Check MakeToolCall(ObjectReader& parameters) {
  return [wanted = ReadCalls(parameters)](const Response& answer) { return JudgeCalls(wanted, answer); };
}

}  // namespace inferproof
