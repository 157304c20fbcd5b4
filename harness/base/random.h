#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace inferproof {

// xoshiro256** seeded by SplitMix64 (Blackman & Vigna, 2018): the same numbers on every platform and library,
// which std::*_distribution does not promise. Not for cryptography.
class Random {
 public:
  explicit Random(std::uint64_t seed);

  std::uint64_t Next();
  // Uniform in [0, bound), bound > 0, without modulo bias (Lemire 2019).
  std::uint64_t Below(std::uint64_t bound);
  // Uniform in [0, 1) with 53 bits.
  double Unit();
  // Standard normal by Box-Muller (one of the pair; the sine half is dropped, so the stream position is plain).
  double Normal();
  // Exponential with mean 1.
  double Exponential();

  // Fisher-Yates.
  template <typename T>
  void Shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[static_cast<std::size_t>(Below(i))]);
    }
  }

 private:
  std::uint64_t state_[4];
};

// A seed of its own for each named purpose, so that adding a draw to one does not move another.
std::uint64_t DeriveSeed(std::uint64_t seed, std::string_view purpose);

}  // namespace inferproof
