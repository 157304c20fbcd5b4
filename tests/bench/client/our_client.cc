// Our client, as a program of ci/bench-client.sh: the load generator over libcurl, watched by the observer of
// `doctor --client`.   bench_our_client URL STREAMS WAVES [THREADS]
#include <cstdlib>

#include "harness/client/observed_transport.h"
#include "harness/load/threaded_run.h"
#include "harness/transport_curl/curl_transport.h"
#include "tests/bench/client/client_line.h"

namespace inferproof {
namespace {

RequestPlan PlanOf(int streams, int waves) {
  RequestPlan plan;
  plan.concurrency = streams;
  for (int i = 0; i < streams * waves; ++i) {
    PlannedRequest request;
    request.id = plan.requests.size();
    request.body = R"({"model":"m","messages":[{"role":"user","content":"x"}],"max_tokens":100,"stream":true})";
    plan.requests.push_back(std::move(request));
  }
  return plan;
}

int Run(const std::string& url, int streams, int waves, int threads) {
  SteadyClock clock;
  std::vector<std::unique_ptr<Transport>> owned;
  std::vector<ObservedTransport> observed;
  observed.reserve(static_cast<std::size_t>(threads));
  std::vector<Transport*> used;
  for (int thread = 0; thread < threads; ++thread) {
    owned.push_back(MakeCurlTransport(clock, CurlOptions{streams, true}).value());
    observed.emplace_back(*owned.back(), static_cast<RequestId>(streams / threads));
    used.push_back(&observed.back());
  }
  Destination destination;
  destination.base_url = url;
  const RequestPlan plan = PlanOf(streams, waves);
  const double cpu = OwnCpuSeconds();
  RunLog log = RunOnThreads(clock, used, destination, {}, plan, 0);
  ClientLine line{
      "inferproof", log.client.events, ToSeconds(log.ended - log.begun), OwnCpuSeconds() - cpu, {}, {}, {}, {}};
  for (const ObservedTransport& transport : observed) {
    const ObservationErrors& errors = transport.errors();
    line.user.insert(line.user.end(), errors.event_user.begin(), errors.event_user.end());
    line.kernel.insert(line.kernel.end(), errors.event_best.begin(), errors.event_best.end());
    line.ttft.insert(line.ttft.end(), errors.ttft_best.begin(), errors.ttft_best.end());
  }
  for (const RequestRecord& record : log.records) {
    if (!IsCompleted(record.outcome)) return 1;
    if (record.sent) line.start.push_back(static_cast<double>((*record.sent - record.due).count()) / 1000);
  }
  line.Print();
  return 0;
}

}  // namespace
}  // namespace inferproof

int main(int count, char** words) {
  if (count < 4) return 2;
  return inferproof::Run(words[1], std::atoi(words[2]), std::atoi(words[3]), count > 4 ? std::atoi(words[4]) : 1);
}
