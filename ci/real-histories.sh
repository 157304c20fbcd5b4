#!/usr/bin/env bash
# Replays measured histories in which nothing changed through the judge (docs/statistics.md) and fails when it cries
# wolf more often than it may, or misses what it must find.
# Usage: ci/real-histories.sh [DIR]     DIR holds the histories; without one it says "not run" and succeeds.
set -euo pipefail
cd "$(dirname "$0")/.."

histories=${1:-}
if [ -z "$histories" ]; then
  echo "real histories: not run: no folder of histories was given"
  exit 0
fi
if [ ! -d "$histories" ]; then
  echo "real histories: $histories is not a folder" >&2
  exit 2
fi

./ci/install-deps.sh build
preset=${INFERPROOF_PRESET:-ci-gcc}
cmake --preset "$preset" --log-level=WARNING >/dev/null
cmake --build --preset "$preset" --target replay_histories -- --quiet
exec "build/$preset/tests/calibration/histories/replay_histories" "$histories"
