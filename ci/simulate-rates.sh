#!/usr/bin/env bash
# Simulates the rates of docs/error-rates.md at full size and prints its tables; exits 1 when a limit is broken.
# Usage: ci/simulate-rates.sh [full|new|quick]     (full: the three listed seeds; new: one seed drawn now and printed)
set -euo pipefail
cd "$(dirname "$0")/.."

./ci/install-deps.sh build
preset=${INFERPROOF_PRESET:-ci-gcc}
cmake --preset "$preset" --log-level=WARNING >/dev/null
cmake --build --preset "$preset" --target simulate_rates -- --quiet
export INFERPROOF_CALIBRATION=${1:-full}
exec "build/$preset/tests/calibration/rates/simulate_rates"
