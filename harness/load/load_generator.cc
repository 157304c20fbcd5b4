#include "harness/load/load_generator.h"

#include <utility>

#include "harness/load/load_run.h"

namespace inferproof {

LoadGenerator::LoadGenerator(Clock& clock, Transport& transport, Destination destination, LoadHooks hooks)
    : clock_(clock), transport_(transport), destination_(std::move(destination)), hooks_(std::move(hooks)) {}

RunLog LoadGenerator::Run(const RequestPlan& plan, int run_index) {
  LoadRun run(clock_, transport_, destination_, hooks_, plan, run_index);
  return run.Run();
}

}  // namespace inferproof
