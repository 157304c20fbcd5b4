#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/init/ci_system.h"

namespace inferproof {

// What the flags of `init` said.
struct InitChoice {
  std::string engine = {};  // of EngineNames(); empty: endpoint when one is given, else reference
  std::optional<std::string> endpoint = {};
  std::optional<std::string> model = {};
  std::optional<std::string> api_key_env = {};
  std::string ci = {};      // a name of CiSystemNames()
  std::string source = {};  // OWNER/NAME@COMMIT of inferproof, for the workflows; empty: variables of the repository
};

const std::vector<std::string>& EngineNames();

struct InitFile {
  std::string path;  // relative to the directory
  std::string text;
  bool extends = false;  // the text holds everything that was there before
};

struct InitPlan {
  std::vector<InitFile> files;
  std::vector<std::string> notes;
  std::string next_command;
};

// Paths whose presence PlanInit asks for, besides CiMarkerPaths().
std::vector<std::string> InitMarkerPaths();

// Everything a new repository needs, as text. `gitignore` is the text of the one that is there.
Result<InitPlan> PlanInit(const InitChoice& choice, const RepositoryFacts& facts, const std::string& gitignore);

}  // namespace inferproof
