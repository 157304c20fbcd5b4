#include "harness/suite/case.h"

#include <algorithm>
#include <set>
#include <utility>

#include "harness/base/digest.h"
#include "harness/json/canonical.h"
#include "harness/json/object_reader.h"
#include "harness/suite/json_lines.h"
#include "harness/suite/names.h"

namespace inferproof {
namespace {

bool IsAssertionName(std::string_view name) {
  return !name.empty() && name.size() <= 64 &&
         std::ranges::all_of(name, [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; });
}

// Ids and tags are typed on command lines and stand in reports and annotations.
bool IsLabel(std::string_view label) {
  return !label.empty() && label.size() <= 128 &&
         std::ranges::all_of(label, [](char c) { return c > ' ' && c <= '~'; });
}

std::vector<std::string> ReadTags(ObjectReader& reader) {
  std::vector<std::string> tags = reader.Strings("tags");
  if (!std::ranges::all_of(tags, IsLabel)) reader.Fail("tags", "must be words of printable ASCII without spaces");
  return tags;
}

Result<Message> ReadMessage(const Node& node) {
  ObjectReader reader(node);
  Message message;
  message.role = reader.Choice("role", {"system", "user", "assistant"});
  message.content = reader.String("content");
  RETURN_IF_ERROR(reader.Finish());
  return message;
}

std::vector<Message> ReadMessages(ObjectReader& reader) {
  std::vector<Message> messages;
  for (const Node& node : reader.Elements("messages", true)) {
    Result<Message> message = ReadMessage(node);
    if (!message.ok()) {
      reader.Fail(message.error());
      return {};
    }
    messages.push_back(std::move(message).value());
  }
  if (!messages.empty() && messages.back().role != "user") {
    reader.Fail("messages", "the last message must be the user's, got \"" + messages.back().role + "\"");
  }
  return messages;
}

CaseParameters ReadParameters(ObjectReader& reader) {
  CaseParameters parameters;
  const std::optional<Node> node = reader.Optional("params");
  if (!node) return parameters;
  ObjectReader inner(*node);
  parameters.max_tokens = static_cast<int>(inner.Integer("max_tokens", {1, 8192}, parameters.max_tokens));
  parameters.temperature = inner.Number("temperature", {.min = 0, .max = 2}, parameters.temperature);
  parameters.stop = ReadStop(inner);
  reader.Absorb(inner.Finish());
  return parameters;
}

Result<AssertionSpec> ReadAssertion(const Node& node) {
  AssertionSpec spec;
  spec.parameters = Json::object();
  if (node.json().is_string()) {
    spec.name = node.json().get<std::string>();
  } else if (node.json().is_object() && node.json().size() == 1) {
    spec.name = node.json().begin().key();
    spec.parameters = node.json().begin().value();
  } else {
    return node.Fail("must be \"name\" or {\"name\": {parameters}}, got " + DescribeJson(node.json()));
  }
  if (!IsAssertionName(spec.name)) return node.Fail("not a name of an assertion: " + DescribeJson(spec.name));
  if (!spec.parameters.is_object()) {
    return node.Member(spec.name).Fail("must be an object of parameters, got " + DescribeJson(spec.parameters));
  }
  return spec;
}

std::vector<AssertionSpec> ReadAssertions(ObjectReader& reader) {
  std::vector<AssertionSpec> assertions;
  for (const Node& node : reader.Elements("assert", true)) {
    Result<AssertionSpec> spec = ReadAssertion(node);
    if (!spec.ok()) {
      reader.Fail(spec.error());
      return {};
    }
    assertions.push_back(std::move(spec).value());
  }
  return assertions;
}

Result<QualityCase> ReadCase(const Node& node) {
  ObjectReader reader(node);
  QualityCase read;
  read.id = reader.String("id");
  if (!reader.failed() && !IsLabel(read.id)) {
    reader.Fail("id", "must be printable ASCII without spaces, at most 128 characters, got " + DescribeJson(read.id));
  }
  read.version = static_cast<int>(reader.Integer("v", {1, 1'000'000}, 1));
  read.tags = ReadTags(reader);
  read.messages = ReadMessages(reader);
  read.parameters = ReadParameters(reader);
  read.stream = reader.Bool("stream", true);
  read.assertions = ReadAssertions(reader);
  RETURN_IF_ERROR(reader.Finish());
  ASSIGN_OR_RETURN(const std::string canonical, WriteCompact(node.json()));
  read.digest = ShortDigest(canonical);
  return read;
}

}  // namespace

bool QualityCase::critical() const { return std::ranges::find(tags, "critical") != tags.end(); }

Result<CaseFile> ParseCases(std::string_view text, const std::string& path) {
  CaseFile file;
  file.path = path;
  file.digest = ShortDigest(text);
  std::set<std::string> ids;
  RETURN_IF_ERROR(ForEachJsonLine(text, path, [&](const Node& node, int line) -> Status {
    ASSIGN_OR_RETURN(QualityCase read, ReadCase(node));
    if (!ids.insert(read.id).second) {
      return node.Member("id").Fail("another case of this file has the id " + DescribeJson(read.id));
    }
    read.file = path;
    read.line = line;
    file.cases.push_back(std::move(read));
    return {};
  }));
  if (file.cases.empty()) return MakeError(ErrorCode::kConfig, path, "holds no case");
  return file;
}

}  // namespace inferproof
