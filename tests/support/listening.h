#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "harness/base/text.h"
#include "tests/support/cli_process.h"

namespace inferproof {

// Ports of 127.0.0.1 that the reference engine said it listens on, in the order of its starts.
inline std::vector<int> PortsIn(const std::string& server_log) {
  static constexpr std::string_view kAddress = "http://127.0.0.1:";
  std::vector<int> ports;
  for (std::size_t at = server_log.find(kAddress); at != std::string::npos; at = server_log.find(kAddress, at + 1)) {
    ports.push_back(std::stoi(server_log.substr(at + kAddress.size(), 5)));
  }
  return ports;
}

// Whether somebody listens on a port of 127.0.0.1 now, as the kernel tells.
inline bool SomebodyListensOn(int port) {
  char address[24];
  std::snprintf(address, sizeof address, "0100007F:%04X", static_cast<unsigned>(port));
  for (const std::string& line : Split(ReadFileText("/proc/net/tcp"), '\n')) {
    if (line.find(std::string(": ") + address) != std::string::npos && line.find(" 0A ") != std::string::npos)
      return true;
  }
  return false;
}

}  // namespace inferproof
