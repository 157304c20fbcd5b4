#pragma once

#include <map>
#include <string>
#include <utility>

#include "harness/load/load_generator.h"
#include "tests/support/plan_builder.h"
#include "tests/support/scripted_transport.h"

namespace inferproof {

// The real load generator against a scripted server on a fake clock.
struct Simulation {
  explicit Simulation(ScriptedTransport::Maker maker = [](const ScriptedTransport::Started&) { return ChatStream(); })
      : transport(clock, std::move(maker)) {}

  RunLog Run(const RequestPlan& plan) {
    LoadGenerator generator(clock, transport, destination, hooks);
    return generator.Run(plan, 0);
  }

  FakeClock clock;
  MonoTime origin = clock.Now();
  ScriptedTransport transport;
  Destination destination = DestinationAt("http://127.0.0.1:8000");
  LoadHooks hooks;
};

inline std::map<std::string, int> OutcomesOf(const RunLog& log) {
  std::map<std::string, int> counts;
  for (const RequestRecord& record : log.records) ++counts[OutcomeName(record.outcome)];
  return counts;
}

}  // namespace inferproof
