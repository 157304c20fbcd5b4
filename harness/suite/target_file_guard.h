#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/json/document.h"

namespace inferproof {

// A target file is committed: no literal key may stand in it, under whatever name. Refuses keys called api_key, key,
// token and the like anywhere but in "headers" values, headers that carry authorisation, secret-sounding variables with
// a literal value, and a literal after --api-key in the command. Runs before ${NAME} is filled in.
Status RefuseLiteralSecrets(const Node& target);

// What a filled-in command line and environment hand on as a secret: the value after a flag that takes a key, and the
// value of a variable that sounds secret.
std::vector<std::string> SecretsOf(const std::vector<std::string>& command,
                                   const std::map<std::string, std::string>& environment);

}  // namespace inferproof
