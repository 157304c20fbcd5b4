#pragma once

#include "harness/quality/check.h"

namespace inferproof {

// Each reads its parameters and answers the check. What is wrong with them is left in the reader; then the check is
// never used.
using CheckMaker = Check (*)(ObjectReader& parameters);

Check MakeEquals(ObjectReader& parameters);
Check MakeContains(ObjectReader& parameters);
Check MakeContainsAll(ObjectReader& parameters);
Check MakeContainsAny(ObjectReader& parameters);
Check MakeNotContains(ObjectReader& parameters);
Check MakeStartsWith(ObjectReader& parameters);
Check MakeEndsWith(ObjectReader& parameters);
Check MakeCopyExact(ObjectReader& parameters);

Check MakeRegex(ObjectReader& parameters);

Check MakeNumber(ObjectReader& parameters);

Check MakeOneOf(ObjectReader& parameters);
Check MakeChoice(ObjectReader& parameters);
Check MakeListEquals(ObjectReader& parameters);

Check MakeJsonValid(ObjectReader& parameters);
Check MakeJsonSchema(ObjectReader& parameters);
Check MakeJsonPathEquals(ObjectReader& parameters);

Check MakeToolCall(ObjectReader& parameters);

Check MakeFinishReason(ObjectReader& parameters);
Check MakeLength(ObjectReader& parameters);
Check MakeNotEmpty(ObjectReader& parameters);
Check MakeNoGarble(ObjectReader& parameters);
Check MakeNoTemplateLeak(ObjectReader& parameters);
Check MakeNoLoop(ObjectReader& parameters);
Check MakeNotTruncated(ObjectReader& parameters);

}  // namespace inferproof
