#include "harness/workload/prompt_order.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "harness/base/random.h"

namespace inferproof {
namespace {

std::size_t WarmUpPrompts(std::size_t prompts, std::size_t measured_requests, std::size_t warmup_requests) {
  const std::size_t spare = prompts > measured_requests ? prompts - measured_requests : 0;
  return std::min(warmup_requests, std::max({spare, prompts / 4, std::size_t{1}}));
}

std::vector<std::size_t> Cycle(std::span<const std::size_t> part, std::size_t requests) {
  std::vector<std::size_t> order;
  order.reserve(requests);
  for (std::size_t i = 0; i < requests; ++i) order.push_back(part[i % part.size()]);
  return order;
}

}  // namespace

Result<PromptOrder> OrderPrompts(const Scenario& scenario, int measured_requests, std::uint64_t seed) {
  const std::size_t prompts = scenario.prompts.prompts.size();
  if (prompts < 2) {
    return MakeError(ErrorCode::kConfig, scenario.prompts.path,
                     "scenario \"" + scenario.name + "\" needs at least 2 prompts, got " + std::to_string(prompts),
                     "Warm-up and measured requests must not share a prompt");
  }
  std::vector<std::size_t> shuffled(prompts);
  std::iota(shuffled.begin(), shuffled.end(), std::size_t{0});
  Random(DeriveSeed(seed, "order/" + scenario.name)).Shuffle(shuffled);
  const auto requests = static_cast<std::size_t>(measured_requests);
  const auto warmups = static_cast<std::size_t>(scenario.warmup_requests);
  const std::size_t measured_part = prompts - WarmUpPrompts(prompts, requests, warmups);
  const std::span<const std::size_t> all(shuffled);
  PromptOrder order;
  order.measured = Cycle(all.first(measured_part), requests);
  if (warmups > 0) order.warm_up = Cycle(all.subspan(measured_part), warmups);
  return order;
}

}  // namespace inferproof
