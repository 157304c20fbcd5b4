#include "harness/workload/nonce.h"

namespace inferproof {
namespace {

constexpr std::size_t kDigits = 10;

}  // namespace

std::string Nonces::Next() {
  std::string nonce(kDigits, ' ');
  do {
    for (char& c : nonce) c = static_cast<char>('0' + random_.Below(10));
  } while (!given_.insert(nonce).second);
  return nonce;
}

std::string HeadOf(std::string_view nonce) {
  std::string head = "[";
  for (const char digit : nonce) {
    if (head.size() > 1) head += ' ';
    head += digit;
  }
  return head + "] ";
}

}  // namespace inferproof
