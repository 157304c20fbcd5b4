#include "harness/baseline/json_difference.h"

#include <algorithm>
#include <set>

#include "harness/base/text.h"
#include "harness/json/canonical.h"

namespace inferproof {
namespace {

constexpr std::size_t kLongestValue = 80;

std::string InWords(const Json* value) {
  if (value == nullptr) return "nothing";
  const Result<std::string> text = WriteCompact(*value);
  return text.ok() ? Truncate(*text, kLongestValue) : DescribeJson(*value);
}

class Walk {
 public:
  std::vector<FileDifference> differences;

  void Compare(const std::string& path, const Json* a, const Json* b) {
    if (a != nullptr && b != nullptr) {
      if (*a == *b) return;
      if (a->is_object() && b->is_object()) return CompareMembers(path, *a, *b);
      if (a->is_array() && b->is_array()) return CompareElements(path, *a, *b);
    }
    differences.push_back({path, InWords(a), InWords(b)});
  }

 private:
  static const Json* MemberOf(const Json& object, const std::string& key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
  }

  void CompareMembers(const std::string& path, const Json& a, const Json& b) {
    std::set<std::string> keys;
    for (const auto& [key, value] : a.items()) keys.insert(key);
    for (const auto& [key, value] : b.items()) keys.insert(key);
    for (const std::string& key : keys) {
      Compare(path.empty() ? key : path + "." + key, MemberOf(a, key), MemberOf(b, key));
    }
  }

  void CompareElements(const std::string& path, const Json& a, const Json& b) {
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      Compare(path + "[" + std::to_string(i) + "]", i < a.size() ? &a[i] : nullptr, i < b.size() ? &b[i] : nullptr);
    }
  }
};

}  // namespace

std::vector<FileDifference> JsonDifferences(const Json& committed, const Json& would_be) {
  Walk walk;
  walk.Compare("", &committed, &would_be);
  return std::move(walk.differences);
}

}  // namespace inferproof
