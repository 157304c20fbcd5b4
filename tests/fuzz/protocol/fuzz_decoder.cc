// The first byte chooses kind and chunking, the rest is the body: in pieces it must be read as it is read whole.
#include <cstdlib>

#include "harness/record/outcome.h"
#include "tests/fuzz/protocol/pieces.h"
#include "tests/unit/protocol/answer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace inferproof;
  if (size == 0) return 0;
  Answer answer;
  answer.bytes.assign(reinterpret_cast<const char*>(data) + 1, size - 1);
  if ((data[0] & 1) != 0) answer.endpoint = Endpoint::kCompletions;
  if ((data[0] & 2) != 0) answer.content_type = "application/json";
  if ((data[0] & 12) == 12) answer.status = 500;
  const Response whole = DecodeInPieces(answer, {answer.bytes});
  const Response pieces = DecodeInPieces(answer, InPieces(answer.bytes, data[0] >> 4));
  if (DescribeAll(whole) != DescribeAll(pieces)) std::abort();
  const auto outcome = [](const Response& response) {
    return DescribeOutcome(Conclude(DialectProfile{}, response, EndOfRequest{EndKind::kClean, {}, {}, {}}));
  };
  if (outcome(whole) != outcome(pieces)) std::abort();
  return 0;
}
