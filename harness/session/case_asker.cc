#include "harness/session/case_asker.h"

#include <algorithm>
#include <utility>

#include "harness/quality/grading.h"

namespace inferproof {
namespace {

Status Grade(const SessionPlan& plan, const RequestRecord& record, ResultFile& result) {
  const QualityCase& asked = plan.cases[static_cast<std::size_t>(record.id)];
  Result<Grader> grader = Grader::Make(asked);
  if (!grader.ok()) return std::move(grader).error();
  const auto known = std::find_if(result.quality.begin(), result.quality.end(),
                                  [&](const CaseResult& other) { return other.id == asked.id; });
  CaseResult& target = known != result.quality.end() ? *known : result.quality.emplace_back();
  target.id = asked.id;
  target.version = asked.version;
  target.digest = asked.digest;
  target.mode = "sequential";
  target.file = asked.file;
  target.line = asked.line;
  target.critical = asked.critical();
  target.asks.push_back(grader->Judge(record));
  return {};
}

Status AskOnce(const SessionPlan& plan, Sender& sender, MeasuredSide& side, RunningTarget& server, int ask,
               ResultFile& result) {
  const bool transcript = plan.suite.transcripts != Transcripts::kNone;
  const RunLog log = sender.Send(side, server, {*plan.quality, "quality", ask, transcript});
  if (ask == 0) RETURN_IF_ERROR(TurnedAway(log));
  for (const RequestRecord& record : log.records) {
    if (const auto* cancelled = std::get_if<Cancelled>(&record.outcome)) {
      result.quality_not_run.push_back(record.prompt_id + ": " + cancelled->why);
      continue;
    }
    RETURN_IF_ERROR(Grade(plan, record, result));
  }
  if (log.stopped_because) result.quality_not_run.push_back("the rest: " + *log.stopped_because);
  return {};
}

}  // namespace

Status AskCases(const SessionPlan& plan, Sender& sender, MeasuredSide& side, RunningTarget& server,
                ResultFile& result) {
  for (int ask = 0; plan.quality && ask < plan.options.quality_asks; ++ask) {
    if (sender.Stopped(result)) break;
    RETURN_IF_ERROR(AskOnce(plan, sender, side, server, ask, result));
  }
  return {};
}

}  // namespace inferproof
