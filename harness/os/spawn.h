#pragma once

#include <sys/types.h>

#include "harness/base/result.h"
#include "harness/os/process.h"

namespace inferproof {

// Starts `spec.argv` in a process group of its own, with standard input from /dev/null and the two given descriptors
// as standard output and error; `spec.output_path` is not looked at. The pid is also the id of the group.
Result<pid_t> Spawn(const ProcessSpec& spec, int output, int error);

}  // namespace inferproof
