#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "harness/base/text.h"

namespace inferproof {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = INFERPROOF_SOURCE_DIR;

std::string ReadAll(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// part -> parts it may include, from ci/layering.txt; "*" allows all.
std::map<std::string, std::set<std::string>> AllowedIncludes() {
  std::map<std::string, std::set<std::string>> allowed;
  for (const std::string& line : Split(ReadAll(kRoot / "ci/layering.txt"), '\n')) {
    const std::size_t colon = line.find(':');
    if (line.empty() || line[0] == '#' || colon == std::string::npos) continue;
    std::set<std::string>& parts = allowed[line.substr(0, colon)];
    for (const std::string& part : Split(line.substr(colon + 1), ' ')) {
      if (!part.empty()) parts.insert(part);
    }
  }
  return allowed;
}

std::vector<fs::path> SourcesBelow(const fs::path& folder) {
  std::vector<fs::path> sources;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension();
    if (extension == ".h" || extension == ".cc") sources.push_back(entry.path());
  }
  return sources;
}

// Every include that the table does not allow, as "file: part".
std::vector<std::string> Violations(const std::map<std::string, std::set<std::string>>& allowed) {
  static const std::regex kInclude("#include \"harness/([a-z_]+)/");
  std::vector<std::string> violations;
  for (const auto& part : fs::directory_iterator(kRoot / "harness")) {
    const std::string name = part.path().filename();
    const auto row = allowed.find(name);
    if (row == allowed.end()) {
      violations.push_back(name + ": has no row in ci/layering.txt");
      continue;
    }
    for (const fs::path& source : SourcesBelow(part.path())) {
      const std::string text = ReadAll(source);
      for (std::sregex_iterator match(text.begin(), text.end(), kInclude), end; match != end; ++match) {
        const std::string included = (*match)[1];
        if (included != name && !row->second.contains(included) && !row->second.contains("*")) {
          violations.push_back(source.lexically_relative(kRoot).string() + ": includes " + included);
        }
      }
    }
  }
  return violations;
}

bool ReachesItself(const std::map<std::string, std::set<std::string>>& allowed, const std::string& start) {
  std::set<std::string> seen;
  std::vector<std::string> open(allowed.at(start).begin(), allowed.at(start).end());
  while (!open.empty()) {
    const std::string part = open.back();
    open.pop_back();
    if (part == start) return true;
    if (!seen.insert(part).second || !allowed.contains(part)) continue;
    open.insert(open.end(), allowed.at(part).begin(), allowed.at(part).end());
  }
  return false;
}

TEST(Layering, EveryIncludeFollowsTheTable) {
  const std::vector<std::string> violations = Violations(AllowedIncludes());
  EXPECT_TRUE(violations.empty()) << Join(violations, "\n");
}

TEST(Layering, TheCheckFindsAForbiddenInclude) {
  std::map<std::string, std::set<std::string>> allowed = AllowedIncludes();
  allowed["json"].erase("base");
  EXPECT_FALSE(Violations(allowed).empty());
}

TEST(Layering, TheTableHasNoCycle) {
  const std::map<std::string, std::set<std::string>> allowed = AllowedIncludes();
  for (const auto& [part, parts] : allowed) {
    if (parts.contains("*")) continue;
    EXPECT_FALSE(ReachesItself(allowed, part)) << part;
  }
}

// Effects stay at the rim: only these parts may touch the operating system or a network library.
TEST(Layering, OnlyTheRimTouchesTheOperatingSystem) {
  static const std::set<std::string> kRim = {"os", "target", "transport_curl", "refserver", "cli", "session"};
  static const std::regex kEffects(
      "#include "
      "<(unistd\\.h|fcntl\\.h|sys/socket\\.h|sys/epoll\\.h|sys/stat\\.h|fstream|curl/|event2/|thread)");
  for (const auto& part : fs::directory_iterator(kRoot / "harness")) {
    if (kRim.contains(part.path().filename())) continue;
    for (const fs::path& source : SourcesBelow(part.path())) {
      EXPECT_FALSE(std::regex_search(ReadAll(source), kEffects)) << source;
    }
  }
}

// All parts share one namespace, so two headers that define one name are one program with two meanings: the linker
// keeps either destructor for both.
TEST(Layering, ATypeOfAHeaderIsDefinedOnce) {
  static const std::regex kType("\\n(?:class|struct|enum class) ([A-Z][A-Za-z0-9]*)(?: final)?(?: :[^;{]*)? \\{");
  std::map<std::string, fs::path> defined;
  for (const fs::path& source : SourcesBelow(kRoot / "harness")) {
    if (source.extension() != ".h") continue;
    const std::string text = ReadAll(source);
    for (std::sregex_iterator match(text.begin(), text.end(), kType), end; match != end; ++match) {
      const auto [known, is_new] = defined.emplace((*match)[1], source);
      EXPECT_TRUE(is_new) << known->first << " is defined in " << known->second << " and in " << source;
    }
  }
  EXPECT_TRUE(defined.contains("PacedAnswer"));
}

TEST(Layering, EveryTestFileIsRegistered) {
  for (const fs::path& source : SourcesBelow(kRoot / "tests")) {
    const std::string name = source.filename();
    if (!name.ends_with("_test.cc")) continue;
    const std::string registered = ReadAll(source.parent_path() / "CMakeLists.txt");
    EXPECT_NE(registered.find(name), std::string::npos) << source << " is in no CMakeLists.txt";
  }
}

}  // namespace
}  // namespace inferproof
