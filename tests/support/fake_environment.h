#pragma once

#include <map>
#include <string>
#include <utility>

#include "harness/os/environment.h"

namespace inferproof {

class FakeEnvironment final : public Environment {
 public:
  explicit FakeEnvironment(std::map<std::string, std::string> values = {}) : variables(std::move(values)) {}
  std::optional<std::string> Get(const std::string& name) const override {
    const auto found = variables.find(name);
    if (found == variables.end()) return std::nullopt;
    return found->second;
  }
  std::map<std::string, std::string> variables;
};

}  // namespace inferproof
