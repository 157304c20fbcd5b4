#include "harness/evidence/server_answers.h"

#include <array>

#include "harness/json/document.h"
#include "harness/os/command_line.h"

namespace inferproof {
namespace {

constexpr std::size_t kMaxText = 2000;

struct KnownMember {
  const char* pointer;
  const char* field;
};

constexpr std::array kKnownMembers = {
    KnownMember{"/version", "engine.version"},  // vLLM /version, TGI /info, engines that name themselves
    KnownMember{"/engine", "engine.name"},        KnownMember{"/profile", "engine.profile"},
    KnownMember{"/notice", "engine.notice"},       // what an engine wants said beside its numbers
    KnownMember{"/build_info", "engine.version"},  // llama.cpp /props
    KnownMember{"/model_path", "model.weights"},  KnownMember{"/model_ftype", "precision"},
    KnownMember{"/total_slots", "engine.slots"},  KnownMember{"/default_generation_settings/n_ctx", "engine.context"},
    KnownMember{"/model_sha", "model.weights"},  // TGI /info
    KnownMember{"/model_dtype", "precision"},
};

// A non-empty string or a whole number as text; empty for anything else.
std::string ScalarText(const Json& value) {
  if (value.is_string()) return OneLine(value.get<std::string>(), kMaxText);
  if (value.is_number_integer()) return std::to_string(value.get<std::int64_t>());
  return {};
}

}  // namespace

std::map<std::string, std::string> ReadServerAnswer(std::string_view body) {
  std::map<std::string, std::string> stated;
  const Result<Document> document = Document::Parse(body, "answer");
  if (!document.ok() || !document->root().is_object()) return stated;
  for (const KnownMember& member : kKnownMembers) {
    const Json::json_pointer pointer(member.pointer);
    if (!document->root().contains(pointer)) continue;
    std::string text = ScalarText(document->root().at(pointer));
    if (!text.empty()) stated.emplace(member.field, std::move(text));
  }
  // Only llama.cpp answers with these two; it does not name itself in the body.
  if (document->root().contains("build_info") && document->root().contains("total_slots")) {
    stated.emplace("engine.name", "llama.cpp");
  }
  return stated;
}

}  // namespace inferproof
