#include "harness/suite/target_file_guard.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "harness/base/text.h"
#include "harness/suite/names.h"

namespace inferproof {
namespace {

constexpr std::string_view kRefusal = "a key or password must not stand in a target file";

Error Refuse(const Node& node) { return node.Fail(std::string(kRefusal), std::string(kSecretHint)); }

bool RefersToVariable(std::string_view value) { return value.find("${") != std::string_view::npos; }

// Flags that take a key. Not by sound: --pad-token and the like are no secrets.
bool IsSecretFlag(std::string_view flag) {
  static constexpr std::array<std::string_view, 8> kFlags = {"--api-key", "--api_key",  "--apikey", "--key",
                                                             "--token",   "--hf-token", "--secret", "--password"};
  return std::ranges::find(kFlags, flag) != kFlags.end();
}

}  // namespace

std::vector<std::string> SecretsOf(const std::vector<std::string>& command,
                                   const std::map<std::string, std::string>& environment) {
  std::vector<std::string> secrets;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const std::size_t equals = command[i].find('=');
    if (equals != std::string::npos && IsSecretFlag(std::string_view(command[i]).substr(0, equals))) {
      secrets.push_back(command[i].substr(equals + 1));
    }
    if (i > 0 && IsSecretFlag(command[i - 1])) secrets.push_back(command[i]);
  }
  for (const auto& [name, value] : environment) {
    if (AnyWordSoundsSecret(name)) secrets.push_back(value);
  }
  return secrets;
}

namespace {

Status CheckNames(const Node& object) {
  if (!object.json().is_object()) return {};
  for (const auto& [name, value] : object.json().items()) {
    if (SoundsSecret(name)) return Refuse(object.Member(name));
  }
  return {};
}

// A variable that sounds secret may be passed on, but only from our own environment.
Status CheckCommandEnvironment(const Node& object) {
  if (!object.json().is_object()) return {};
  for (const auto& [name, value] : object.json().items()) {
    const bool literal = value.is_string() && !RefersToVariable(value.get_ref<const std::string&>());
    if (!SoundsSecret(name) || !literal) continue;
    return object.Member(name).Fail(std::string(kRefusal), "Pass it on from the environment: \"${" + name + "}\"");
  }
  return {};
}

Status CheckCommand(const Node& command) {
  if (!command.json().is_array()) return {};
  bool value_of_secret = false;
  for (std::size_t i = 0; i < command.json().size(); ++i) {
    const Node element = command.Element(i);
    if (!element.json().is_string()) return {};
    const std::string& word = element.json().get_ref<const std::string&>();
    const std::size_t equals = word.find('=');
    const bool assigned = equals != std::string::npos && IsSecretFlag(std::string_view(word).substr(0, equals));
    if ((value_of_secret || assigned) && !RefersToVariable(word)) {
      return element.Fail(std::string(kRefusal), "Take it from the environment: \"${NAME}\"");
    }
    value_of_secret = IsSecretFlag(word);
  }
  return {};
}

}  // namespace

Status RefuseLiteralSecrets(const Node& target) {
  if (!target.json().is_object()) return {};
  RETURN_IF_ERROR(CheckNames(target));
  for (const auto& [name, value] : target.json().items()) {
    const Node member = target.Member(name);
    if (name == "base") {
      RETURN_IF_ERROR(RefuseLiteralSecrets(member));
    } else if (name == "command") {
      RETURN_IF_ERROR(CheckCommand(member));
    } else if (name == "command_environment") {
      RETURN_IF_ERROR(CheckCommandEnvironment(member));
    } else {
      RETURN_IF_ERROR(CheckNames(member));
    }
  }
  return {};
}

}  // namespace inferproof
