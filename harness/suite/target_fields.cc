#include "harness/suite/target_fields.h"

#include <algorithm>
#include <array>
#include <utility>

#include "harness/base/text.h"
#include "harness/suite/endpoint_url.h"
#include "harness/suite/names.h"
#include "harness/suite/repository.h"

namespace inferproof {
namespace {

bool IsCurrency(std::string_view text) {
  return text.size() == 3 && std::ranges::all_of(text, [](char c) { return c >= 'A' && c <= 'Z'; });
}

// RFC 9110, 5.6.2: token.
bool IsHeaderName(std::string_view name) {
  static constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || kMarks.find(c) != std::string_view::npos;
  });
}

bool IsControl(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == '\x7F'; }

bool IsOursToSend(std::string_view header) {
  static constexpr std::array<std::string_view, 6> kOurs = {"accept",       "connection", "content-length",
                                                            "content-type", "host",       "transfer-encoding"};
  return std::ranges::find(kOurs, header) != kOurs.end();
}

// The string members of an object, filled in.
Result<std::map<std::string, std::string>> ReadStringMap(ObjectReader& reader, const std::string& key, FillIn& fill) {
  std::map<std::string, std::string> values;
  std::optional<Error> error;
  reader.Members(key, [&](const std::string& name, const Node& node) {
    if (error) return;
    Result<std::string> value = fill.Fill(node);
    if (value.ok()) {
      values[name] = std::move(value).value();
    } else {
      error = value.error();
    }
  });
  if (error) return *error;
  return values;
}

}  // namespace

bool IsKeyVariable(std::string_view name) {
  return IsVariableName(name) && std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
}

std::optional<std::string> ReadKeyVariable(ObjectReader& reader) {
  std::optional<std::string> name = reader.OptionalString("api_key_env");
  if (name && !IsKeyVariable(*name)) reader.Fail("api_key_env", std::string(kKeyVariableRule));
  return name;
}

Result<std::string> ReadEndpoint(const Node& node, FillIn& fill) {
  ASSIGN_OR_RETURN(const std::string text, fill.Fill(node));
  EndpointUrl parsed = ParseEndpointUrl(text);
  if (!parsed.ok()) return node.Fail(std::move(parsed.problem), std::move(parsed.hint));
  return std::move(parsed.url);
}

// "{slef}": a word in braces that is nearly one of those we fill in. Any other brace is the command's own affair.
std::optional<Error> MisspeltPlaceholder(const Node& node) {
  static const std::vector<std::string> kKnown = {"self", "port", "model"};
  const std::string& text = node.json().get_ref<const std::string&>();
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1)) {
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos) return std::nullopt;
    const std::string word = text.substr(at + 1, end - at - 1);
    if (std::find(kKnown.begin(), kKnown.end(), word) != kKnown.end()) continue;
    if ((at > 0 && text[at - 1] == '$') || word.empty()) continue;
    if (const auto nearest = NearestWord(word, kKnown)) {
      return node.Fail("{" + Truncate(word, 80) + "} is filled with nothing", "Did you mean {" + *nearest + "}?");
    }
  }
  return std::nullopt;
}

Result<std::vector<std::string>> ReadCommand(ObjectReader& reader, FillIn& fill) {
  std::vector<std::string> command;
  bool has_port = false;
  for (const Node& node : reader.Elements("command", true)) {
    ASSIGN_OR_RETURN(std::string word, fill.Fill(node));
    if (command.empty() && word.empty()) return node.Fail("must be the program to run, got nothing");
    if (auto misspelt = MisspeltPlaceholder(node)) return *std::move(misspelt);
    // As the file says it: a port from a variable is not one that we can choose.
    has_port = has_port || node.json().get_ref<const std::string&>().find("{port}") != std::string::npos;
    command.push_back(std::move(word));
  }
  if (!reader.failed() && !has_port) {
    reader.Fail("command", "must hold {port}", "The server is started on a free port, which is filled in there");
  }
  return command;
}

Result<std::map<std::string, std::string>> ReadCommandEnvironment(ObjectReader& reader, FillIn& fill) {
  ASSIGN_OR_RETURN(auto values, ReadStringMap(reader, "command_environment", fill));
  for (const auto& [name, value] : values) {
    if (!IsVariableName(name)) reader.Fail("command_environment", "not a name of a variable: " + DescribeJson(name));
  }
  return values;
}

Result<std::map<std::string, std::string>> ReadHeaders(ObjectReader& reader, FillIn& fill) {
  ASSIGN_OR_RETURN(const auto said, ReadStringMap(reader, "headers", fill));
  std::map<std::string, std::string> headers;
  for (const auto& [name, value] : said) {
    const std::string lower = ToLowerAscii(name);
    if (!IsHeaderName(lower)) reader.Fail("headers", "not a name of a header: " + DescribeJson(name));
    if (IsOursToSend(lower)) reader.Fail("headers", "\"" + lower + "\" is set by inferproof itself");
    // RFC 9110, 5.5: a line break in a value would be a header of its own.
    if (std::ranges::any_of(value, IsControl)) {
      reader.Fail("headers", "the value of \"" + Truncate(lower, 60) + "\" must not hold control characters");
    }
    if (!headers.emplace(lower, value).second) reader.Fail("headers", "\"" + Truncate(lower, 60) + "\" appears twice");
  }
  return headers;
}

Readiness ReadReadiness(ObjectReader& reader) {
  Readiness readiness;
  const std::optional<Node> node = reader.Optional("readiness");
  if (!node) return readiness;
  ObjectReader inner(*node);
  readiness.path = inner.String("path", readiness.path);
  const bool is_path = readiness.path.starts_with('/') &&
                       std::ranges::all_of(readiness.path, [](char c) { return c > ' ' && c <= '~'; });
  if (!is_path) inner.Fail("path", "must start with \"/\" and hold no blanks, got " + DescribeJson(readiness.path));
  const auto timeout = inner.OptionalNumber("timeout_s", {.min = 0, .max = 86'400, .above_min = true});
  if (timeout) readiness.timeout = FromSeconds(*timeout);
  const auto interval = inner.OptionalNumber("interval_ms", {.min = 1, .max = 60'000});
  if (interval) readiness.interval = FromMillis(*interval);
  reader.Absorb(inner.Finish());
  return readiness;
}

std::optional<Prices> ReadPrices(ObjectReader& reader) {
  const std::optional<Node> node = reader.Optional("prices");
  if (!node) return std::nullopt;
  ObjectReader inner(*node);
  Prices prices;
  prices.currency = inner.String("currency");
  prices.input_per_million = inner.Number("input_per_million", {.min = 0});
  prices.output_per_million = inner.Number("output_per_million", {.min = 0});
  if (!inner.failed() && !IsCurrency(prices.currency)) {
    inner.Fail("currency", "must be three capital letters, such as USD, got " + DescribeJson(prices.currency));
  }
  reader.Absorb(inner.Finish());
  return prices;
}

Declared ReadDeclared(ObjectReader& reader) {
  Declared declared;
  reader.Members("declared", [&](const std::string& name, const Node& node) {
    if (!node.json().is_string()) return reader.Fail(node.Fail("must be a string, got " + DescribeJson(node.json())));
    declared.facts[name] = node.json().get<std::string>();
  });
  return declared;
}

Restart ReadRestart(ObjectReader& reader) {
  const std::string restart = reader.Choice("restart", {"run", "side", "never"}, "run");
  if (restart == "run") return Restart::kRun;
  return restart == "side" ? Restart::kSide : Restart::kNever;
}

// A relative directory is relative to the target file; without one it is the repository root.
Result<std::string> ReadWorkingDirectory(FileSystem& files, ObjectReader& reader, FillIn& fill,
                                         const std::string& path) {
  const std::optional<Node> node = reader.Optional("working_directory");
  if (!node) return RepositoryRootOf(files, path);
  ASSIGN_OR_RETURN(const std::string directory, fill.Fill(*node));
  if (directory.empty()) return node->Fail("must be a directory, got nothing");
  return files.Canonical(JoinPath(DirectoryOf(path), directory));
}

Status ReadServer(FileSystem& files, ObjectReader& reader, FillIn& fill, Target& target) {
  const bool has_endpoint = reader.Has("endpoint");
  if (has_endpoint == reader.Has("command")) {
    return reader.node().Fail("needs \"endpoint\" or \"command\", exactly one of them");
  }
  if (!has_endpoint) {
    target.endpoint.reset();
    ASSIGN_OR_RETURN(target.command, ReadCommand(reader, fill));
    if (reader.Has("command_environment")) {
      ASSIGN_OR_RETURN(target.command_environment, ReadCommandEnvironment(reader, fill));
    }
    if (reader.Has("working_directory") || target.working_directory.empty()) {
      ASSIGN_OR_RETURN(target.working_directory, ReadWorkingDirectory(files, reader, fill, target.path));
    }
    return {};
  }
  target.command.clear();
  target.command_environment.clear();
  target.restart = Restart::kNever;
  ASSIGN_OR_RETURN(target.endpoint, ReadEndpoint(*reader.Required("endpoint"), fill));
  for (const char* key : {"command_environment", "working_directory", "restart"}) {
    if (reader.Has(key)) reader.Fail(key, "only a target with a command has one", "An endpoint is used as it is");
  }
  return {};
}

Result<Target> ReadBase(FileSystem& files, const Node& node, FillIn& fill, const Target& target) {
  ObjectReader reader(node);
  Target base = target;
  base.name = ReadPlainName(reader, "name", "base");
  RETURN_IF_ERROR(ReadServer(files, reader, fill, base));
  if (reader.Has("model")) base.model = reader.String("model");
  if (reader.Has("api_key_env")) base.api_key_env = ReadKeyVariable(reader);
  if (reader.Has("declared")) base.declared = ReadDeclared(reader);
  if (reader.Has("headers")) {
    ASSIGN_OR_RETURN(base.headers, ReadHeaders(reader, fill));
  }
  RETURN_IF_ERROR(reader.Finish());
  return base;
}

}  // namespace inferproof
