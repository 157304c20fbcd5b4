#!/usr/bin/env bash
# Installs what is missing, builds everything with GCC (warnings are errors) and runs every test.
# Usage: ci/test.sh [ctest arguments]
set -euo pipefail
cd "$(dirname "$0")/.."

./ci/install-deps.sh build
cmake --preset ci-gcc --log-level=WARNING >/dev/null
cmake --build --preset ci-gcc -- --quiet
ctest --preset ci-gcc --parallel 2 "$@"
