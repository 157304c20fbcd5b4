#!/usr/bin/env bash
# The digest of everything the program is built from, as step output `digest`: the key of the cached program.
set -euo pipefail
# shellcheck source=ci/action/common.sh
. "$(dirname "$0")/common.sh"
cd "$(dirname "$0")/../.."

# The system is part of it: a program built on one release does not load on another.
digest=$({
  cat /etc/os-release 2>/dev/null || uname -a
  # Every file that init embeds is an input too.
  find CMakeLists.txt CMakePresets.json cmake harness suites quality ci .github -type f -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum
} | sha256sum | cut -c1-32)
echo "source digest $digest"
output digest "$digest"
