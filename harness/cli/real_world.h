#pragma once

#include <memory>
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

 private:
  RealWorld() = default;
};

}  // namespace inferproof
