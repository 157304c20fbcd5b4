#pragma once

#include <string>
#include <string_view>

namespace inferproof {

// A base URL that "/v1/..." can be put behind, or what is wrong with it in `problem`.
struct EndpointUrl {
  std::string url;  // no slash and no "/v1" at the end
  std::string problem;
  std::string hint;

  bool ok() const { return problem.empty(); }
};

// http:// or https:// with a host; no user:password@, query, fragment or blanks. `problem` never repeats a password.
EndpointUrl ParseEndpointUrl(std::string_view text);

}  // namespace inferproof
