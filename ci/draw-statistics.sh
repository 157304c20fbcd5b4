#!/usr/bin/env bash
# Draws the pictures of docs/statistics.md anew from simulations (a few minutes) into docs/img.
# Usage: ci/draw-statistics.sh
set -euo pipefail
cd "$(dirname "$0")/.."

./ci/install-deps.sh build
preset=${INFERPROOF_PRESET:-ci-gcc}
cmake --preset "$preset" --log-level=WARNING >/dev/null
cmake --build --preset "$preset" --target draw_statistics -- --quiet
mkdir -p docs/img
exec "build/$preset/tests/calibration/pictures/draw_statistics" --svg docs/img
