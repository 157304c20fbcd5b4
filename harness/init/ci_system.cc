#include "harness/init/ci_system.h"

#include <array>

#include "harness/base/text.h"

namespace inferproof {
namespace {

struct Marker {
  std::string_view text;
  std::string_view name;
};

constexpr std::array<Marker, 8> kFiles = {{
    {".gitlab-ci.yml", "gitlab"},
    {"azure-pipelines.yml", "azure"},
    {".azure-pipelines", "azure"},
    {"Jenkinsfile", "jenkins"},
    {".buildkite", "buildkite"},
    {".github/workflows", "github"},
    {".github", "github"},
    {".gitlab", "gitlab"},
}};

constexpr std::array<Marker, 4> kHosts = {
    {{"github", "github"}, {"gitlab", "gitlab"}, {"dev.azure.com", "azure"}, {"visualstudio.com", "azure"}}};

// "host" of https://user@host/path, ssh://git@host/path and git@host:path; empty for a path on this disk.
std::string HostOf(std::string_view url) {
  const std::size_t scheme = url.find("://");
  const bool has_scheme = scheme != std::string_view::npos;
  if (has_scheme) url.remove_prefix(scheme + 3);
  const std::size_t end = url.find_first_of(has_scheme ? "/:" : ":");
  if (!has_scheme && end == std::string_view::npos) return "";
  std::string_view host = url.substr(0, end);
  const std::size_t at = host.rfind('@');
  if (at != std::string_view::npos) host.remove_prefix(at + 1);
  return ToLowerAscii(host);
}

std::vector<std::string> RemoteHosts(const std::string& git_config) {
  std::vector<std::string> hosts;
  for (const std::string& line : Split(git_config, '\n')) {
    const std::string_view text = TrimAscii(line);
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || TrimAscii(text.substr(0, equals)) != "url") continue;
    hosts.push_back(HostOf(TrimAscii(text.substr(equals + 1))));
  }
  return hosts;
}

}  // namespace

const std::vector<std::string>& CiSystemNames() {
  static const std::vector<std::string> kNames = {"github", "gitlab", "azure", "jenkins", "buildkite", "none"};
  return kNames;
}

std::vector<std::string> CiMarkerPaths() {
  std::vector<std::string> paths;
  for (const Marker& marker : kFiles) paths.emplace_back(marker.text);
  return paths;
}

DetectedCi DetectCiSystem(const RepositoryFacts& facts) {
  for (const Marker& marker : kFiles) {
    if (facts.present.contains(std::string(marker.text)))
      return {std::string(marker.name), "there is " + std::string(marker.text)};
  }
  for (const std::string& host : RemoteHosts(facts.git_config)) {
    for (const Marker& marker : kHosts) {
      if (host.find(marker.text) != std::string::npos) return {std::string(marker.name), "the remote is on " + host};
    }
  }
  return {"github", "nothing here says otherwise"};
}

}  // namespace inferproof
