#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/secret.h"
#include "harness/os/clock.h"
#include "harness/os/control_probe.h"
#include "harness/os/environment.h"
#include "harness/os/file_system.h"
#include "harness/result/result_file.h"
#include "harness/session/client_check.h"
#include "harness/suite/case.h"
#include "harness/suite/suite.h"
#include "harness/suite/target.h"
#include "harness/transport/transport.h"
#include "harness/workload/plan.h"

namespace inferproof {

// What a session needs of the world.
struct World {
  Clock& clock;
  FileSystem& files;
  Environment& environment;
  Redactor& redactor;
  std::function<Result<std::unique_ptr<Transport>>(int max_connections)> make_transport;
  std::function<bool()> interrupted;
  std::function<void(const std::string& line)> progress;  // one line for a person who watches; may be empty
  std::function<ControlReading(Nanos)> probe = {};        // RunControlProbe, or nothing: then no run has a reading
};

// Told what there is after each look but the last; gives the scenarios to run again, none to stop, and why.
struct NextRuns {
  std::vector<std::string> scenarios;
  std::string why;
};
using AfterLookHook = std::function<NextRuns(const ResultFile& so_far)>;

struct SessionOptions {
  std::vector<int> looks{6};  // runs of each scenario (a side, with a base) after which AfterLookHook is asked
  int quality_asks = 3;       // of each case
  std::string output_directory;
  std::vector<std::string> command_line;
  std::string harness_version;
  ClientTrust client = {};
};

// One server that is measured, and what it is sent.
struct SidePlan {
  Target target;
  DialectProfile dialect;
  std::vector<RequestPlan> scenarios;  // of run 0, in the suite's order; both sides' differ in the model id alone
  RequestPlan throw_away;              // of a base's first start: a few warm-up requests that nobody judges
};

struct SessionEstimate {
  CostEstimate least;  // up to the first look
  CostEstimate most;   // all looks of all scenarios
};

// Everything that is to be done, made before the first request.
struct SessionPlan {
  Suite suite;
  SidePlan candidate;
  std::optional<SidePlan> base;
  std::vector<QualityCase> cases;  // asked of the candidate
  std::optional<RequestPlan> quality;
  SessionOptions options;
  SessionEstimate estimate;
};
// kConfig when the least that it takes is over the suite's budget, and when the base (`target.base`) cannot be sent the
// same work.
Result<SessionPlan> PlanSession(World& world, const Suite& suite, const Target& target, const SessionOptions& options);

// Makes the runs, the two sides in turn (InterleavedTurns) and never both at once: starts each server as its `restart`
// says, warms up, measures, asks the quality cases, collects evidence, and writes samples.jsonl, transcripts.jsonl, the
// servers' output and start commands while it goes. Beside a base the first start of each side measures nothing: a new
// build may still fill its caches. A later look that the budget does not allow is not begun. An interrupted or failed
// session gives what it has. The error is for what leaves nothing to judge: unreachable, unauthorised, unknown model.
Result<ResultFile> RunSession(World& world, const SessionPlan& plan, const AfterLookHook& after_look = {});

}  // namespace inferproof
