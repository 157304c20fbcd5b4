#include <re2/re2.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "harness/base/text.h"
#include "harness/quality/makers.h"
#include "harness/quality/normalize.h"
#include "harness/quality/regex.h"
#include "harness/quality/unicode.h"

namespace inferproof {
namespace {

struct Pattern {
  std::string written;
  std::shared_ptr<const RE2> regex;  // group 1 is the whole pattern, group n + 1 its group n
  bool full = false;
  int group = 0;
  Normalizer normalizer;
  std::vector<std::string> values;  // what the group must be; empty: anything
};

std::string ReadFlags(ObjectReader& parameters) {
  const std::string flags = parameters.String("flags", "");
  if (flags.find_first_not_of("ims") != std::string::npos) {
    parameters.Fail("flags",
                    "may hold i (any case), m (^ and $ at lines) and s (. takes newlines), got " + Shown(flags, 20));
    return "";
  }
  return flags.empty() ? "" : "(?" + flags + ")";
}

// The last match is the one behind the longest run of anything, which RE2 finds in one linear pass.
std::string Wrapped(const std::string& pattern, const std::string& flags, bool last) {
  return std::string(last ? "(?s:.*)" : "") + "(" + flags + pattern + ")";
}

Pattern ReadPattern(ObjectReader& parameters) {
  Pattern read;
  read.written = parameters.String("pattern");
  const std::string flags = ReadFlags(parameters);
  read.full = parameters.Choice("match", {"search", "full"}, "search") == "full";
  const bool last = parameters.Choice("occurrence", {"first", "last"}, "first") == "last";
  read.group = static_cast<int>(parameters.Integer("group", {.min = 0, .max = 99}, 0));
  read.normalizer = Normalizer::Read(parameters);
  for (const std::string& value : parameters.Strings("values")) read.values.push_back(read.normalizer.Apply(value));
  if (read.full && last) parameters.Fail("occurrence", "a full match is the only one");
  // Compiled alone first: wrapped, "a)(b" would be balanced.
  const Result<std::shared_ptr<const RE2>> alone = CompileRegex(flags + read.written);
  if (!alone.ok()) {
    parameters.Fail("pattern", alone.error().what, alone.error().hint);
    return read;
  }
  const int groups = (*alone)->NumberOfCapturingGroups();
  if (read.group > groups) {
    parameters.Fail("group",
                    "the pattern has " + std::to_string(groups) + " groups, got " + std::to_string(read.group));
  }
  const Result<std::shared_ptr<const RE2>> wrapped = CompileRegex(Wrapped(read.written, flags, last && !read.full));
  if (!wrapped.ok()) {
    parameters.Fail("pattern", wrapped.error().what, wrapped.error().hint);
    return read;
  }
  read.regex = *wrapped;
  return read;
}

Observation JudgeGroup(const Pattern& pattern, const re2::StringPiece& group) {
  const std::string name = "group " + std::to_string(pattern.group);
  if (group.data() == nullptr) return Failed(name + " of /" + pattern.written + "/ took no part in the match");
  const std::string got = pattern.normalizer.Apply(std::string_view(group.data(), group.size()));
  const auto& values = pattern.values;
  if (!values.empty() && std::find(values.begin(), values.end(), got) == values.end()) {
    return Failed("expected " + ShownList(values, "or") + " as " + name + ", got " + Shown(got));
  }
  return Passed("matches /" + pattern.written + "/ with " + Shown(got));
}

}  // namespace

Result<std::shared_ptr<const RE2>> CompileRegex(const std::string& pattern) {
  constexpr std::size_t kMaxPatternBytes = 4096;
  constexpr std::int64_t kMaxMemory = std::int64_t{8} << 20;
  if (pattern.size() > kMaxPatternBytes) return MakeError(ErrorCode::kConfig, "", "longer than 4096 bytes");
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMaxMemory);
  auto regex = std::make_shared<RE2>(re2::StringPiece(pattern.data(), pattern.size()), options);
  if (!regex->ok()) {
    return MakeError(ErrorCode::kConfig, "", "not a regular expression: " + regex->error(),
                     "RE2 syntax: no look-around, no back-references");
  }
  return std::shared_ptr<const RE2>(std::move(regex));
}

Check MakeRegex(ObjectReader& parameters) {
  return OnAnswer([pattern = ReadPattern(parameters)](const std::string& answer) {
    const std::string text = pattern.normalizer.Apply(answer);
    std::vector<re2::StringPiece> groups(static_cast<std::size_t>(pattern.group) + 2);
    const RE2::Anchor anchor = pattern.full ? RE2::ANCHOR_BOTH : RE2::UNANCHORED;
    if (!pattern.regex->Match(re2::StringPiece(text.data(), text.size()), 0, text.size(), anchor, groups.data(),
                              static_cast<int>(groups.size()))) {
      return Failed(std::string("expected a ") + (pattern.full ? "full match" : "match") + " of /" + pattern.written +
                    "/, got " + Shown(text));
    }
    return JudgeGroup(pattern, groups.back());
  });
}

}  // namespace inferproof
