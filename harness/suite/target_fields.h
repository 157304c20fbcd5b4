#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/json/object_reader.h"
#include "harness/suite/fill_in.h"
#include "harness/suite/target.h"

namespace inferproof {

// Readers of a target file's members, which a target and its base share. An error is left in the reader, or returned
// where it carries a place of its own.

// Capitals only: a key pasted here by mistake ("sk-...", "hf_...") is not taken for the name of a variable.
bool IsKeyVariable(std::string_view name);
inline constexpr std::string_view kKeyVariableRule =
    "must be the name of an environment variable in capitals, such as OPENAI_API_KEY, never the key itself";
std::optional<std::string> ReadKeyVariable(ObjectReader& reader);

Result<std::string> ReadEndpoint(const Node& node, FillIn& fill);
Result<std::vector<std::string>> ReadCommand(ObjectReader& reader, FillIn& fill);
Result<std::map<std::string, std::string>> ReadCommandEnvironment(ObjectReader& reader, FillIn& fill);
// A relative directory is relative to the target file at `path`; without one it is the repository root.
Result<std::string> ReadWorkingDirectory(FileSystem& files, ObjectReader& reader, FillIn& fill,
                                         const std::string& path);
Restart ReadRestart(ObjectReader& reader);
Result<std::map<std::string, std::string>> ReadHeaders(ObjectReader& reader, FillIn& fill);
Readiness ReadReadiness(ObjectReader& reader);
Declared ReadDeclared(ObjectReader& reader);
std::optional<Prices> ReadPrices(ObjectReader& reader);

// How a server comes about: `endpoint` or `command`, exactly one of them, with what goes with it but `restart`.
Status ReadServer(FileSystem& files, ObjectReader& reader, FillIn& fill, Target& target);

// The members of "base" over what `target` says: another server to measure beside it.
Result<Target> ReadBase(FileSystem& files, const Node& node, FillIn& fill, const Target& target);

}  // namespace inferproof
