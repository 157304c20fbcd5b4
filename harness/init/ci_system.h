#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace inferproof {

// What a directory says of itself before `init` writes into it.
struct RepositoryFacts {
  std::string git_config = {};         // text of .git/config; empty when there is none
  std::set<std::string> present = {};  // which of the paths asked for exist
};

// Names of CI systems as --ci takes them.
const std::vector<std::string>& CiSystemNames();

// The files that give a CI system away; RepositoryFacts::present is asked for them.
std::vector<std::string> CiMarkerPaths();

struct DetectedCi {
  std::string name;
  std::string because;  // in words: "Jenkinsfile", "remote git@gitlab..."
};

// Files of a CI system say more than where the repository is kept; GitHub when neither says anything.
DetectedCi DetectCiSystem(const RepositoryFacts& facts);

}  // namespace inferproof
