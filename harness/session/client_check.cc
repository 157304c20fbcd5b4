#include "harness/session/client_check.h"

#include "harness/base/number.h"
#include "harness/client/load_of_run.h"

namespace inferproof {
namespace {

constexpr char kHowToProve[] = "inferproof doctor --client proves it";

std::string Percent(std::uint64_t part, std::uint64_t whole) {
  return FormatFixed(100 * static_cast<double>(part) / static_cast<double>(whole), 1) + " %";
}

Spread LagOf(const RunLog& log) {
  std::vector<double> lags;
  lags.reserve(log.client.events_with_kernel_stamp);
  for (const RequestRecord& record : log.records) {
    if (record.phase == Phase::kWarmUp) continue;
    for (const Delta& delta : record.response.deltas) {
      if (delta.kernel.ns != 0) lags.push_back(ToMillis(delta.user - delta.kernel));
    }
  }
  return SpreadOf(std::move(lags));
}

}  // namespace

void ClientCheck::Know(const Evidence& evidence) {
  if (!trust_.proof) {
    why_unproven_ = "not proven";
    return;
  }
  const auto why = WhyAnother(trust_.proof->client, ClientOf(evidence, trust_.threads));
  why_unproven_ = why ? "proven for " + *why : "";
}

void ClientCheck::Look(const RunLog& log, RunResult& run) {
  events_ += log.client.events;
  with_kernel_stamp_ += log.client.events_with_kernel_stamp;
  sharing_a_read_ += log.client.events_sharing_a_read;
  const Spread lag = LagOf(log);
  if (lag.n > 0 && (!worst_lag_ || lag.p99 > worst_lag_->p99)) worst_lag_ = lag;
  if (!why_unproven_.empty() || log.client.events == 0) return;
  const std::optional<std::string> beyond = BeyondProof(LoadOf(log), *trust_.proof);
  if (!beyond) return;
  if (trust_.allow_unproven) {
    beyond_.push_back(run.scenario + " run " + std::to_string(run.run + 1) + ": " + *beyond);
  } else {
    run.invalid.push_back(*beyond);
  }
}

void ClientCheck::Tell(Evidence& evidence) const {
  const auto fact = [&](const std::string& name, std::string value) {
    evidence.client["client." + name] = Fact{std::move(value), std::string(kSourceMeasured)};
  };
  fact("threads", std::to_string(trust_.threads));
  fact("proof",
       why_unproven_.empty() ? DescribeProof(*trust_.proof) + ", " + trust_.proof->measured_at : why_unproven_);
  if (!why_unproven_.empty()) {
    evidence.notes.push_back("client " + why_unproven_ + " on this machine: its own lag in each run stands for it; " +
                             kHowToProve);
  }
  for (const std::string& beyond : beyond_) evidence.notes.push_back("--allow-unproven-client: " + beyond);
  if (events_ == 0) return;
  fact("kernel_stamps", Percent(with_kernel_stamp_, events_) + " of the events");
  fact("shared_reads", Percent(sharing_a_read_, events_) + " of the events");
  if (with_kernel_stamp_ < events_) {
    evidence.notes.push_back(std::to_string(events_ - with_kernel_stamp_) + " of " + std::to_string(events_) +
                             " events without a kernel receive stamp: timed by the client's own clock");
  }
  if (!worst_lag_) return;
  fact("lag", "p50 " + FormatFixed(worst_lag_->p50, 3) + " ms, p99 " + FormatFixed(worst_lag_->p99, 3) + " ms, max " +
                  FormatFixed(worst_lag_->max, 3) + " ms (the run with the largest p99)");
}

}  // namespace inferproof
