#include "harness/workload/nonce.h"

#include <string_view>

namespace inferproof {
namespace {

// Without i, l, o, 0 and 1, so that a person can compare two of them.
constexpr std::string_view kAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
constexpr std::size_t kLength = 10;  // 31^10, 8e14: a second draw is as good as never needed

}  // namespace

std::string Nonces::Next() {
  std::string nonce(kLength, ' ');
  do {
    for (char& c : nonce) c = kAlphabet[static_cast<std::size_t>(random_.Below(kAlphabet.size()))];
  } while (!given_.insert(nonce).second);
  return "[" + nonce + "] ";
}

}  // namespace inferproof
