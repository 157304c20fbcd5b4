#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/base/result.h"
#include "harness/base/time.h"
#include "harness/json/document.h"
#include "harness/os/file_system.h"
#include "harness/suite/prompt_set.h"

namespace inferproof {

enum class Endpoint { kChat, kCompletions };

// Concurrency c, n measured requests: the next one starts when one ends.
struct ClosedLoad {
  int concurrency = 1;
  int requests = 10;
};
using Load = std::variant<ClosedLoad>;

enum class CacheMode { kBust, kSharedPrefix, kAsIs };

// What stands before every prompt of a scenario whose cache mode is kSharedPrefix.
struct SharedPrefix {
  std::string path;  // of its file; empty: made
  std::string digest;
  std::string text;
  int synthetic_tokens = 0;  // of one that is made when a session begins
};

// Fixed work and sampling. What a dialect cannot say is refused, not dropped.
struct Generation {
  int max_tokens = 0;
  double temperature = 0;
  std::optional<std::int64_t> seed;  // sent as `seed`; the suite's seed unless the scenario says otherwise
  bool ignore_eos = false;
  std::vector<std::string> stop;
};

struct Timeouts {
  Nanos connect{std::chrono::seconds(10)};
  Nanos first_request{std::chrono::seconds(300)};  // the first request after a start may take minutes
  Nanos request{std::chrono::seconds(120)};
  Nanos idle{std::chrono::seconds(30)};  // no event with data for this long; comments do not count
};

struct Scenario {
  std::string name;
  Endpoint endpoint = Endpoint::kChat;
  bool stream = true;
  PromptSet prompts;
  Load load = ClosedLoad{};
  int warmup_requests = 0;  // at least one full wave
  Generation generation;
  CacheMode cache = CacheMode::kBust;
  std::optional<SharedPrefix> prefix = {};  // with kSharedPrefix; nothing: the prompts share what they share
  Timeouts timeouts;
  Position position;  // of its "name" in the suite file, for annotations
};

enum class Role { kGate, kWatch, kEqual };
std::string RoleName(Role role);

// The tolerance around the base: the wider of the two counts.
struct Band {
  double relative = 0;  // 0.05 is 5 %
  double absolute = 0;  // in the metric's unit
};

// An override of one metric's default role and band (docs/gate.md, rule 7), for one scenario or for "*".
struct GateRule {
  std::string scenario;  // a scenario's name, or "*"
  std::string metric;    // "ttft_ms.p50"
  std::optional<Role> role;
  std::optional<Band> band;
  Position position;
};

struct GatePolicy {
  std::vector<GateRule> rules;
  std::optional<int> runs;  // against a stored baseline; absent: 6. Beside a base there are looks
};

// A dated exception with an owner: what it names is reported as "would have failed" and fails nothing until its last
// day is over (docs/gate.md, rule 14).
struct Waiver {
  std::string scenario = "*";          // of the metric; a scenario's name, or "*"
  std::optional<std::string> metric;   // "ttft_ms.p50", also "server_died"; either this
  std::optional<std::string> case_id;  // or this
  std::string reason;
  std::string owner;
  std::string expires;  // the last day on which it holds, "2026-12-31"
  Position position;
};

struct Budget {
  std::int64_t max_requests = 0;  // 0: no limit
  Nanos max_duration{0};          // 0: no limit
  double max_cost = 0;            // in the target's currency; 0: no limit
};

enum class Transcripts { kFull, kCases, kNone };

struct QualityRef {
  std::vector<std::string> files;  // case files, relative to where the user stands
  std::vector<std::string> tags;   // only cases with one of these tags; empty: all
};

struct Suite {
  std::string path;  // as given on the command line
  std::string name;
  int version = 1;
  std::string digest;  // of what is measured alone (MeasuredDigest): editing a band does not void a baseline
  std::uint64_t seed = 0;
  std::optional<std::string> target;  // path of the target file, relative to where the user stands
  std::vector<Scenario> scenarios;
  GatePolicy gates;
  std::vector<Waiver> waivers;
  double min_effect = 0.10;
  Nanos control_probe{std::chrono::seconds(1)};  // of fixed work before each run (docs/metrics.md); 0: none
  std::optional<QualityRef> quality;
  Budget budget;
  Transcripts transcripts = Transcripts::kCases;
};

// Parses and validates; prompt sets are read through `files`, relative to the suite file, and may not leave the
// repository root (the nearest ancestor of the suite with a .git, else the suite's own directory's parent).
Result<Suite> LoadSuite(FileSystem& files, const std::string& path);

// A suite's seed as 31 bits, what every engine takes as `seed`.
std::int64_t FoldSeed(std::uint64_t seed);

// A scenario as it is measured, every default filled in: no timeouts, no places; the prompt set by its digest.
Json ScenarioToJson(const Scenario& scenario);
Json LoadToJson(const Load& load);

// ShortDigest over the canonical JSON of {name, seed, scenarios}; not gates, waivers, quality, budget or target.
Result<std::string> MeasuredDigest(const Suite& suite);

}  // namespace inferproof
