#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "harness/base/result.h"
#include "harness/os/file_system.h"

namespace inferproof {

// Named variables: the process environment first, then a .env file.
class Environment {
 public:
  virtual ~Environment() = default;
  virtual std::optional<std::string> Get(const std::string& name) const = 0;
};

// The process environment over the variables of `dotenv`.
class ProcessEnvironment final : public Environment {
 public:
  explicit ProcessEnvironment(std::map<std::string, std::string> dotenv = {}) : dotenv_(std::move(dotenv)) {}
  std::optional<std::string> Get(const std::string& name) const override;

 private:
  std::map<std::string, std::string> dotenv_;
};

// NAME=value lines; '#' comments, blank lines, an "export " prefix and single or double quotes around a value are
// allowed; nothing is expanded. Errors name the line and never its content. A missing file is an empty map.
Result<std::map<std::string, std::string>> ParseDotEnv(std::string_view text, const std::string& name);
Result<std::map<std::string, std::string>> LoadDotEnv(FileSystem& files, const std::string& path);

}  // namespace inferproof
