#pragma once

#include <memory>
#include <string>
#include <utility>

#include "tests/support/scripted_transport.h"
#include "tests/unit/session/planned.h"

namespace inferproof {

// A whole session against two scripted endpoints on a fake clock: http://old is the base, http://new the candidate.
class TwoEndpoints : public Planned {
 public:
  TwoEndpoints() {
    target.command.clear();
    target.endpoint = "http://new";
    target.restart = Restart::kNever;
    Base([](Target& base) {
      base.command.clear();
      base.endpoint = "http://old";
    });
  }

  Nanos stall{0};  // of every stream from now on

  Result<ResultFile> Run(const AfterLookHook& after_look = {}) {
    ASSIGN_OR_RETURN(const SessionPlan plan, Plan());
    World world{clock, files, environment, redactor, [this](int) { return Open(); }, [] { return false; }, {}, {}};
    began_ = clock.Now();
    return RunSession(world, plan, after_look);
  }
  Nanos Elapsed() const { return clock.Now() - began_; }

  // Requests for a completion that a host was sent.
  int SentTo(const std::string& host) const {
    int count = 0;
    for (const auto& started : transport.started()) count += IsAsked(started) && started.url.starts_with(host) ? 1 : 0;
    return count;
  }
  // Hosts in the order of their requests, neighbours of one host taken together.
  std::string Turns() const {
    std::string turns;
    for (const auto& started : transport.started()) {
      const char letter = started.url.starts_with("http://old") ? 'A' : 'B';
      if (IsAsked(started) && (turns.empty() || turns.back() != letter)) turns += letter;
    }
    return turns;
  }

  ScriptedTransport transport{clock, [this](const ScriptedTransport::Started& started) {
                                if (!IsAsked(started)) return NotFound();
                                return ChatStream().Stall(Nanos(0), stall);
                              }};

 private:
  // The session owns its transport; this one outlives it, to be looked at.
  class Borrowed final : public Transport {
   public:
    explicit Borrowed(Transport& lender) : lender_(lender) {}
    Status Start(const HttpRequest& request) override { return lender_.Start(request); }
    void Cancel(RequestId id) override { lender_.Cancel(id); }
    void Poll(MonoTime until, TransportSink& sink) override { lender_.Poll(until, sink); }
    std::string Version() const override { return lender_.Version(); }

   private:
    Transport& lender_;
  };

  Result<std::unique_ptr<Transport>> Open() {
    return std::unique_ptr<Transport>(std::make_unique<Borrowed>(transport));
  }
  static bool IsAsked(const ScriptedTransport::Started& started) { return started.method == "POST"; }
  static Script NotFound() {
    Script script;
    script.needs_slot = false;
    return script.Sent().Headers(Nanos(0), 404, "application/json").Bytes(Nanos(0), "{}").End(Nanos(0));
  }

  MonoTime began_;
};

}  // namespace inferproof
