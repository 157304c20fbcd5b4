#pragma once

#include <memory>
#include <optional>
#include <string>

#include "harness/cli/console.h"
#include "harness/session/session.h"

namespace inferproof {

// The real clock, disk, environment (with ./.env) and transport, and the console that knows their secrets.
class RealWorld {
 public:
  static Result<std::unique_ptr<RealWorld>> Open();

  SteadyClock clock;
  RealFileSystem files;
  std::unique_ptr<Environment> environment;
  Redactor redactor;
  Console console{redactor};

  World ForSession();

  // `path` relative to the root that annotations count from (GITHUB_WORKSPACE, else the current directory); nothing
  // when it lies outside.
  std::optional<std::string> RepositoryPath(const std::string& path);

 private:
  RealWorld() = default;
};

}  // namespace inferproof
