#include "harness/init/plan.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "harness/init/adjust.h"
#include "harness/init/embedded.h"
#include "harness/suite/endpoint_url.h"
#include "harness/suite/names.h"

namespace inferproof {
namespace {

constexpr std::size_t kLongestModel = 256;
constexpr const char* kSuite = "suites/smoke.json";
constexpr const char* kCodeOwners[] = {"CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"};

struct KnownEngine {
  std::string_view name;
  const char* target;  // of suites/targets
  const char* dialect;
};
constexpr std::array<KnownEngine, 4> kEngines = {{
    {"reference", "reference.json", "openai-compatible"},
    {"llama-cpp", "llama-server.json", "llamacpp"},
    {"vllm", "vllm.json", "vllm"},
    {"endpoint", "endpoint.json", "openai-compatible"},
}};

const KnownEngine* FindEngine(std::string_view name) {
  const auto* found =
      std::find_if(kEngines.begin(), kEngines.end(), [&](const KnownEngine& e) { return e.name == name; });
  return found == kEngines.end() ? nullptr : found;
}

// Copies of shipped files, and what else goes into the plan.
class Planner {
 public:
  Planner(const InitChoice& choice, const RepositoryFacts& facts) : choice_(choice), facts_(facts) {}

  Result<InitPlan> Plan(const std::string& gitignore) {
    RETURN_IF_ERROR(AddSuite());
    RETURN_IF_ERROR(AddCi());
    RETURN_IF_ERROR(AddReviewFiles());
    plan_.files.push_back({".gitignore",
                           WithLines(gitignore, "# inferproof: results, keys, and what its workflows check out",
                                     {"/out/", "/.env", "/.inferproof/", "/.inferproof-base/"}),
                           true});
    plan_.next_command = std::string("inferproof gate ") + kSuite;
    return std::move(plan_);
  }

 private:
  bool Has(const std::string& path) const { return facts_.present.contains(path); }
  void Note(std::string text) { plan_.notes.push_back(std::move(text)); }

  Result<std::string> Shipped(const std::string& path) const {
    std::optional<std::string> text = EmbeddedFile(path);
    if (!text) return MakeError(ErrorCode::kInternal, path, "is not embedded in this program");
    return *std::move(text);
  }
  Status Copy(const std::string& from, const std::string& to) {
    ASSIGN_OR_RETURN(std::string text, Shipped(from));
    plan_.files.push_back({to, std::move(text)});
    return {};
  }

  Status AddSuite() {
    const std::string name = !choice_.engine.empty() ? choice_.engine : choice_.endpoint ? "endpoint" : "reference";
    const KnownEngine* engine = FindEngine(name);
    if (engine == nullptr) return MakeError(ErrorCode::kUsage, "--engine", "unknown engine " + name);
    RETURN_IF_ERROR(CheckNames(name));
    const std::string file = choice_.endpoint ? "endpoint.json" : engine->target;
    TargetNames names{choice_.model, {}, {}, choice_.api_key_env};
    if (choice_.endpoint) {
      names.endpoint = ParseEndpointUrl(*choice_.endpoint).url;
      names.dialect = engine->dialect;
    }
    ASSIGN_OR_RETURN(const std::string target, Shipped("suites/targets/" + file));
    ASSIGN_OR_RETURN(const std::string suite, Shipped(kSuite));
    // Nothing of the reference target is the user's, and its text is the one that its documents show.
    std::string adjusted = target;
    if (name != "reference") {
      ASSIGN_OR_RETURN(adjusted, AdjustTarget(target, file, names));
    }
    ASSIGN_OR_RETURN(std::string suite_text, AdjustSuite(suite, "targets/" + file));
    plan_.files.push_back({kSuite, std::move(suite_text)});
    plan_.files.push_back({"suites/targets/" + file, std::move(adjusted)});
    RETURN_IF_ERROR(Copy("suites/prompts/short.jsonl", "suites/prompts/short.jsonl"));
    RETURN_IF_ERROR(Copy("quality/smoke.jsonl", "quality/smoke.jsonl"));
    NoteEngine(name);
    return {};
  }

  Status CheckNames(const std::string& engine) const {
    if (engine == "endpoint" && !choice_.endpoint)
      return MakeError(ErrorCode::kUsage, "--engine endpoint", "needs --endpoint URL");
    if (engine == "reference" && (choice_.endpoint || choice_.model || choice_.api_key_env))
      return MakeError(ErrorCode::kUsage, "--engine reference", "takes no --endpoint, --model or --api-key-env",
                       "Name the engine you have: --engine llama-cpp, vllm or endpoint");
    if ((choice_.endpoint || engine == "vllm") && !choice_.model)
      return MakeError(ErrorCode::kUsage, "--model", "is needed", "Name the model as the server knows it");
    if (choice_.model && (choice_.model->empty() || choice_.model->size() > kLongestModel ||
                          std::any_of(choice_.model->begin(), choice_.model->end(),
                                      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; })))
      return MakeError(ErrorCode::kUsage, "--model", "must be 1 to 256 bytes without control characters");
    // "${NAME}" in a target is filled in when the file is read: a name from the command line must mean itself.
    if (choice_.model && choice_.model->find("${") != std::string::npos)
      return MakeError(ErrorCode::kUsage, "--model", "must not hold ${: that is filled in from the environment");
    if (choice_.api_key_env && !IsVariableName(*choice_.api_key_env))
      return MakeError(ErrorCode::kUsage, "--api-key-env", "must be the name of a variable, never the key");
    if (!choice_.endpoint) return {};
    const EndpointUrl url = ParseEndpointUrl(*choice_.endpoint);
    if (!url.ok()) return MakeError(ErrorCode::kUsage, "--endpoint", url.problem, url.hint);
    if (url.url.find("${") != std::string::npos)
      return MakeError(ErrorCode::kUsage, "--endpoint", "must not hold ${: that is filled in from the environment");
    return {};
  }

  void NoteEngine(const std::string& name) {
    Note(std::string("transcripts: what the model answers to the quality cases is stored in the result directory and "
                     "uploaded by the ") +
         "workflow with it (\"transcripts\": \"cases\" in " + kSuite + "; \"none\" stores nothing)");
    if (name == "reference") {
      Note(
          "the reference engine is paced, not a model: it shows the gate at work. Then name your own: "
          "inferproof init --force --engine llama-cpp|vllm, or --endpoint URL --model ID");
    } else if (name == "llama-cpp" && !choice_.endpoint) {
      Note("the variable LLAMA_MODEL must name the weights (a .gguf file), and llama-server must be on the PATH");
    } else if (!choice_.endpoint) {
      Note("vllm must be on the PATH");
    }
  }

  Status AddCi() {
    if (choice_.ci == "none") return {};
    if (choice_.ci == "github") return AddGithub();
    struct Row {
      std::string_view ci;
      const char* from;
      const char* to;
      const char* note;
    };
    static constexpr std::array<Row, 4> kRows = {{
        {"gitlab", "ci/templates/gitlab.yml", ".gitlab/inferproof.yml", ""},
        {"azure", "ci/templates/azure.yml", ".azure-pipelines/inferproof.yml",
         "azure: make a pipeline from .azure-pipelines/inferproof.yml, and name it in the branch policy"},
        {"jenkins", "ci/templates/Jenkinsfile", "Jenkinsfile.inferproof",
         "jenkins: make a pipeline job whose script path is Jenkinsfile.inferproof"},
        {"buildkite", "ci/templates/buildkite.yml", ".buildkite/inferproof.yml",
         "buildkite: add a step that runs: buildkite-agent pipeline upload .buildkite/inferproof.yml"},
    }};
    for (const Row& row : kRows) {
      if (row.ci != choice_.ci) continue;
      RETURN_IF_ERROR(Copy(row.from, row.to));
      if (choice_.ci == "gitlab") return AddGitlabInclude();
      Note(row.note);
      return {};
    }
    return MakeError(ErrorCode::kUsage, "--ci", "unknown CI system " + choice_.ci);
  }

  Status AddGithub() {
    for (const char* name : {"perf-gate.yml", "perf-comment.yml", "perf-baseline.yml", "nightly.yml"}) {
      const std::string path = std::string(".github/workflows/") + name;
      ASSIGN_OR_RETURN(const std::string text, Shipped(path));
      ASSIGN_OR_RETURN(std::string adjusted, AdjustWorkflow(text, choice_.source));
      plan_.files.push_back({path, std::move(adjusted)});
    }
    if (choice_.source.empty())
      Note(
          "github: the workflows build inferproof from the repository and commit that the repository variables "
          "INFERPROOF_REPOSITORY (OWNER/NAME) and INFERPROOF_COMMIT name; --source OWNER/NAME@COMMIT writes them down "
          "instead");
    return {};
  }

  Status AddGitlabInclude() {
    constexpr const char* kInclude = "include:\n  - local: .gitlab/inferproof.yml\n";
    if (Has(".gitlab-ci.yml")) {
      Note("gitlab: add to .gitlab-ci.yml: include: [{local: .gitlab/inferproof.yml}]");
    } else {
      plan_.files.push_back({".gitlab-ci.yml", kInclude});
    }
    Note(
        "gitlab: the variables INFERPROOF_SOURCE and INFERPROOF_COMMIT say what to build, where the image has no "
        "inferproof");
    return {};
  }

  // The checklist where the CI system's host reads it, else among the documents; who owns the baselines.
  Status AddReviewFiles() {
    const std::string checklist = choice_.ci == "github"   ? ".github/pull_request_template.md"
                                  : choice_.ci == "gitlab" ? ".gitlab/merge_request_templates/Default.md"
                                  : choice_.ci == "azure"  ? ".azuredevops/pull_request_template.md"
                                                           : "docs/perf_checklist.md";
    RETURN_IF_ERROR(Copy(".github/pull_request_template.md", checklist));
    for (const char* path : kCodeOwners) {
      if (!Has(path)) continue;
      Note(std::string("let someone own the baselines: add \"/baselines/ @your-team\" to ") + path);
      return {};
    }
    if (choice_.ci == "github") return Copy(".github/CODEOWNERS", ".github/CODEOWNERS");
    if (choice_.ci == "gitlab") return Copy(".github/CODEOWNERS", ".gitlab/CODEOWNERS");
    return {};
  }

  const InitChoice& choice_;
  const RepositoryFacts& facts_;
  InitPlan plan_;
};

}  // namespace

const std::vector<std::string>& EngineNames() {
  static const std::vector<std::string> kNames = {"reference", "llama-cpp", "vllm", "endpoint"};
  return kNames;
}

std::vector<std::string> InitMarkerPaths() { return {std::begin(kCodeOwners), std::end(kCodeOwners)}; }

Result<InitPlan> PlanInit(const InitChoice& choice, const RepositoryFacts& facts, const std::string& gitignore) {
  return Planner(choice, facts).Plan(gitignore);
}

}  // namespace inferproof
