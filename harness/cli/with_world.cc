#include "harness/cli/with_world.h"

#include <exception>
#include <memory>

#include "harness/cli/exit_code.h"

namespace inferproof {

namespace {

// A library's exception, such as one for lack of memory, is an error like any other: the report of it is still written.
Result<int> Run(const std::function<Result<int>(RealWorld&)>& command, RealWorld& world) {
  try {
    return command(world);
  } catch (const std::exception& problem) {
    return MakeError(ErrorCode::kInternal, "", std::string("unexpected: ") + problem.what(),
                     "This is a defect of inferproof");
  }
}

}  // namespace

int WithWorld(const std::function<Result<int>(RealWorld&)>& command,
              const std::function<void(RealWorld&, const Error&)>& on_error) {
  const Result<std::unique_ptr<RealWorld>> world = RealWorld::Open();
  if (!world.ok()) {
    const Redactor nothing_known;
    Console(nothing_known).PrintError(world.error());
    return ExitCodeFor(world.error().code);
  }
  const Result<int> code = Run(command, **world);
  if (code.ok()) return *code;
  (*world)->console.PrintError(code.error());
  if (on_error) on_error(**world, code.error());
  return ExitCodeFor(code.error().code);
}

}  // namespace inferproof
