#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/json/document.h"

namespace inferproof {

// Reads members of an object that someone else's program wrote: what it does not know it lets pass, what it knows it
// checks. Getters answer nothing after an error; the first error stays.
class Fields {
 public:
  explicit Fields(Node node);

  const Node& node() const { return node_; }
  bool Has(const std::string& key) const;                // present and not null
  std::optional<double> Number(const std::string& key);  // finite
  std::optional<double> Positive(const std::string& key);
  std::optional<std::int64_t> Count(const std::string& key);  // whole and >= 0, also written as 12.0
  std::optional<std::string> Text(const std::string& key);    // at most kMostForeignText bytes of it
  std::optional<bool> Bool(const std::string& key);
  std::optional<Node> Object(const std::string& key);
  std::vector<Node> Array(const std::string& key);      // absent is empty
  std::vector<double> Numbers(const std::string& key);  // an array of finite numbers; absent is empty

  // A required count; its absence is an error.
  std::int64_t RequiredCount(const std::string& key);
  double RequiredNumber(const std::string& key);
  std::string RequiredText(const std::string& key);

  void Fail(const std::string& key, std::string what, std::string hint = {});
  Status status() const;

 private:
  const Json* Find(const std::string& key) const;
  bool Expect(const std::string& key, bool holds, const char* wanted);

  Node node_;
  std::optional<Error> error_;
};

inline constexpr std::size_t kMostForeignText = 300;

}  // namespace inferproof
