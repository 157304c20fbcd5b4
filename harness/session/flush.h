#pragma once

#include "harness/session/measured_side.h"

namespace inferproof {

// Empties the prompt cache of `server` by its dialect's endpoint and believes it only by its body; asks again for a
// while, because some blocks may still be held. kConfig with what was answered.
Status FlushCache(World& world, Transport& transport, const MeasuredSide& side, const RunningTarget& server);

}  // namespace inferproof
