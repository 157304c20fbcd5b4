#include "harness/session/measured_side.h"

#include <utility>

namespace inferproof {

Error OfSide(Side side, Error error) {
  if (side != Side::kBase) return error;
  error.where = error.where.empty() ? "the base" : "the base, " + error.where;
  return error;
}

}  // namespace inferproof
