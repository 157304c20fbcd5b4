#include "harness/suite/endpoint_url.h"

#include <algorithm>

#include "harness/base/number.h"
#include "harness/base/secret.h"
#include "harness/base/text.h"
#include "harness/suite/names.h"

namespace inferproof {
namespace {

EndpointUrl Refused(std::string problem, std::string hint = {}) { return {{}, std::move(problem), std::move(hint)}; }

// "host", "host:port" or "[v6]:port".
bool IsHostAndPort(std::string_view authority) {
  const std::size_t bracket = authority.starts_with('[') ? authority.find(']') : 0;
  if (bracket == std::string_view::npos) return false;
  const std::size_t colon = authority.find(':', bracket);
  const std::string_view host = authority.substr(0, colon);
  if (host.empty() || host == "[]") return false;
  if (bracket > 0 && host.size() != bracket + 1) return false;
  if (colon == std::string_view::npos) return true;
  const std::string_view digits = authority.substr(colon + 1);
  if (!std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; })) return false;
  const auto port = ParseInt(digits);
  return port && *port >= 1 && *port <= 65'535;
}

std::string_view WithoutTail(std::string_view text, std::string_view tail) {
  while (text.ends_with('/')) text.remove_suffix(1);
  if (text.ends_with(tail)) text.remove_suffix(tail.size());
  while (text.ends_with('/')) text.remove_suffix(1);
  return text;
}

}  // namespace

EndpointUrl ParseEndpointUrl(std::string_view text) {
  if (!std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; })) {
    return Refused("must be a URL of printable ASCII without blanks");
  }
  const std::size_t scheme_end = text.find("://");
  const std::string scheme = scheme_end == std::string_view::npos ? "" : ToLowerAscii(text.substr(0, scheme_end));
  if (scheme != "http" && scheme != "https") {
    return Refused("must start with http:// or https://, got \"" + Truncate(UrlForPeople(text), 80) + "\"");
  }
  const std::string_view rest = text.substr(scheme_end + 3);
  const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
  if (authority.find('@') != std::string_view::npos) {
    return Refused("must not hold a user name or password", std::string(kSecretHint));
  }
  if (rest.find_first_of("?#") != std::string_view::npos) return Refused("must not have a query or fragment");
  if (!IsHostAndPort(authority)) return Refused("needs a host, and a port from 1 to 65535 if any");
  const std::string_view path = WithoutTail(rest.substr(authority.size()), "/v1");
  return {scheme + "://" + std::string(authority) + std::string(path), {}, {}};
}

}  // namespace inferproof
