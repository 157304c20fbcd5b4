#pragma once

#include "harness/json/document.h"

namespace inferproof {

// A target file is committed: no literal key may stand in it, under whatever name. Refuses keys called api_key, key,
// token and the like anywhere but in "headers" values, headers that carry authorisation, secret-sounding variables with
// a literal value, and a literal after --api-key in the command. Runs before ${NAME} is filled in.
Status RefuseLiteralSecrets(const Node& target);

}  // namespace inferproof
