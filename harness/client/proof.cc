#include "harness/client/proof.h"

#include "harness/base/number.h"

namespace inferproof {
namespace {

constexpr double kMostCpuShare = 0.9;  // of each thread's core
constexpr double kFewestCompleted = 0.99;

std::string Milliseconds(double micros) { return FormatFixed(micros / 1000, 2) + " ms"; }

// The version alone: what follows names the libraries that this one was built with.
std::string FirstWord(const std::string& text) { return text.substr(0, text.find(' ')); }

}  // namespace

ProvenClient ClientOf(const Evidence& evidence, int threads) {
  const auto fact = [&](const std::string& name) {
    const auto found = evidence.client.find("client." + name);
    return found == evidence.client.end() ? std::string() : found->second.value;
  };
  return {fact("host"), fact("cpu_model"), fact("kernel"), FirstWord(fact("libcurl")), fact("inferproof"), threads};
}

std::optional<std::string> WhyBeyond(const ClientLevel& level, const ProofLimits& limits, int threads) {
  if (level.event.n == 0) return "no event told when it was sent";
  if (level.completed_share < kFewestCompleted) {
    return "only " + FormatFixed(100 * level.completed_share, 1) + " % of the requests completed";
  }
  if (level.event.p99 > limits.event_us) {
    return "event error p99 " + Milliseconds(level.event.p99) + " (limit " + Milliseconds(limits.event_us) + ")";
  }
  if (level.ttft.n > 0 && level.ttft.p99 > limits.ttft_us) {
    return "TTFT error p99 " + Milliseconds(level.ttft.p99) + " (limit " + Milliseconds(limits.ttft_us) + ")";
  }
  if (level.cpu_share > kMostCpuShare * threads) {
    return "the client used " + FormatFixed(100 * level.cpu_share / threads, 0) + " % of each thread's core (limit " +
           FormatFixed(100 * kMostCpuShare, 0) + " %)";
  }
  return std::nullopt;
}

const ClientLevel* Proven(const ClientProof& proof) {
  const ClientLevel* highest = nullptr;
  for (const ClientLevel& level : proof.levels) {
    if (WhyBeyond(level, proof.limits, proof.client.threads)) break;
    highest = &level;
  }
  return highest;
}

std::optional<std::string> WhyAnother(const ProvenClient& proven, const ProvenClient& now) {
  const auto differs = [](const std::string& what, const std::string& then, const std::string& today) {
    return "another " + what + " (" + then + ", now " + today + ")";
  };
  if (proven.host != now.host) return "another machine";
  if (proven.cpu_model != now.cpu_model) return differs("processor", proven.cpu_model, now.cpu_model);
  if (proven.kernel != now.kernel) return differs("kernel", proven.kernel, now.kernel);
  if (proven.libcurl != now.libcurl) return differs("libcurl", proven.libcurl, now.libcurl);
  if (proven.inferproof != now.inferproof) return differs("version", proven.inferproof, now.inferproof);
  if (proven.threads != now.threads) {
    return differs("number of threads", std::to_string(proven.threads), std::to_string(now.threads));
  }
  return std::nullopt;
}

}  // namespace inferproof
