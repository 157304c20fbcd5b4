#!/usr/bin/env bash
# Builds with sanitizers and runs the tests that need no pacing: unit, property, sim, oracle and the fuzz corpus.
# Usage: ci/sanitize.sh asan-ubsan|tsan
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:?"usage: ci/sanitize.sh asan-ubsan|tsan"}
./ci/install-deps.sh build clang
cmake --preset "$preset" --log-level=WARNING >/dev/null
cmake --build --preset "$preset" -- --quiet
ctest --preset "$preset" --parallel 2 --label-regex '^(unit|property|sim|oracle|fuzz)$'
