#pragma once

#include <string>
#include <vector>

#include "harness/base/result.h"
#include "harness/os/process.h"
#include "harness/suite/target.h"

namespace inferproof {

// A port of 127.0.0.1 that nobody uses now. Somebody may take it before the server does.
Result<int> FindFreePort();
bool PortIsFree(int port);

// What the placeholders of a command stand for.
struct Placeholders {
  std::string port;   // "{port}" leaves it as it is
  std::string model;  // {model}
  std::string self;   // {self}: the harness's own executable
};

// `text` with the placeholders filled in, in one pass: a value that looks like a placeholder stays as it is.
std::string FillIn(const std::string& text, const Placeholders& values);
std::vector<std::string> FillIn(const std::vector<std::string>& argv, const Placeholders& values);

// How to start the target's command. The variables of its API key and of the other side's are taken out of the
// inherited environment: the server gets a key only where the target passes it on by name.
ProcessSpec LaunchSpec(const Target& target, const Placeholders& values, const std::string& output_path);

}  // namespace inferproof
