#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "harness/json/object_reader.h"

namespace inferproof {

// Names of suites, scenarios, targets and environments become parts of file names: [a-z0-9][a-z0-9._-]*, at most 64.
bool IsPlainName(std::string_view name);

// "ttft_ms.p50": letters, digits, '_' and '.'. Whether such a metric exists is known elsewhere.
bool IsMetricName(std::string_view name);

// The name of a variable as shells know it: [A-Za-z_][A-Za-z0-9_]*.
bool IsVariableName(std::string_view name);

// Whether `name` (of a variable, a header or a fact) is that of something secret: its last word is "key", "token",
// "secret", "password", "authorization" or "cookie", as in HF_TOKEN or x-api-key. TOKENIZERS_PARALLELISM is not.
bool SoundsSecret(std::string_view name);
// The same of any word of the name: API_KEY_A.
bool AnyWordSoundsSecret(std::string_view name);

// What to say when a secret stands in a file.
inline constexpr std::string_view kSecretHint =
    "Keep it in an environment variable or a git-ignored .env and name that variable: \"api_key_env\": "
    "\"OPENAI_API_KEY\"";

// A plain name under `key`.
std::string ReadPlainName(ObjectReader& reader, const std::string& key);
std::string ReadPlainName(ObjectReader& reader, const std::string& key, std::string fallback);

// Stop sequences: at most four (what OpenAI's API takes), none empty.
std::vector<std::string> ReadStop(ObjectReader& reader);

}  // namespace inferproof
