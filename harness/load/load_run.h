#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/load/client_meter.h"
#include "harness/load/load_generator.h"
#include "harness/load/request_under_way.h"

namespace inferproof {

// One run of a plan: the state of LoadGenerator::Run. A turn of its loop reads the clock once, starts what may start,
// gives up what is over its limits, and polls; the bytes are decoded as they come.
class LoadRun final : private TransportSink {
 public:
  LoadRun(Clock& clock, Transport& transport, const Destination& destination, const LoadHooks& hooks,
          const RequestPlan& plan, int run_index);

  RunLog Run();

 private:
  void OnSent(RequestId id, MonoTime at) override;
  void OnHeaders(RequestId id, int status, const std::vector<std::pair<std::string, std::string>>& headers,
                 Stamp at) override;
  void OnBytes(RequestId id, std::string_view bytes, Stamp at) override;
  void OnEnd(RequestId id, const EndOfRequest& end) override;

  void PrepareRequests();
  bool Done() const;
  bool MayStartNext() const;
  bool AboutToMeasure() const;
  void BeginMeasuring();
  void LookAtHooks(MonoTime now);
  void StartWhatMay(MonoTime now);
  void StartNext(MonoTime now);
  void GiveUpWhatIsLate(MonoTime now);
  MonoTime NextWake(MonoTime now) const;
  void RecordEnded();
  RunLog Finish();
  int in_flight() const { return static_cast<int>(under_way_.size()); }
  RequestUnderWay* Find(RequestId id);

  Clock& clock_;
  Transport& transport_;
  const Destination& destination_;
  const LoadHooks& hooks_;
  const RequestPlan& plan_;
  RunLog log_;
  ClientMeter meter_;

  std::vector<HttpRequest> requests_;  // by place in the plan, which is also the transport's id
  std::vector<std::string> digests_;
  std::vector<std::unique_ptr<RequestUnderWay>> states_;
  std::vector<RequestId> under_way_;
  std::vector<RequestId> ended_;  // in this Poll
  std::size_t next_ = 0;
  bool measuring_ = false;
  bool stopping_ = false;
  std::optional<MonoTime> broken_off_at_;  // when what the dead server left under way is given up
  MonoTime earliest_deadline_;             // of what is under way, or earlier: deadlines only move back
  MonoTime next_look_;                     // at whether the server lives
};

}  // namespace inferproof
