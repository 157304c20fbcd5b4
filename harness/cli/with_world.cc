#include "harness/cli/with_world.h"

#include <memory>

#include "harness/cli/exit_code.h"

namespace inferproof {

int WithWorld(const std::function<Result<int>(RealWorld&)>& command,
              const std::function<void(RealWorld&, const Error&)>& on_error) {
  const Result<std::unique_ptr<RealWorld>> world = RealWorld::Open();
  if (!world.ok()) {
    const Redactor nothing_known;
    Console(nothing_known).PrintError(world.error());
    return ExitCodeFor(world.error().code);
  }
  const Result<int> code = command(**world);
  if (code.ok()) return *code;
  (*world)->console.PrintError(code.error());
  if (on_error) on_error(**world, code.error());
  return ExitCodeFor(code.error().code);
}

}  // namespace inferproof
