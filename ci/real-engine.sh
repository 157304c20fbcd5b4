#!/usr/bin/env bash
# Gates a real llama.cpp server with real weights: no baseline yet -> accept one -> gate again.
# Usage: ci/real-engine.sh [--if-available]
#   --if-available   when the packages cannot be had here, say so and succeed
# The virtual environment lies outside the tree: see ci/engines/llama-cpp.sh.
set -euo pipefail
cd "$(dirname "$0")/.."

if_available=0
[ "${1:-}" = "--if-available" ] && if_available=1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

not_run() {
  echo "real engine: not run: $1"
  [ "$if_available" -eq 1 ] && exit 0
  exit 3
}

. ci/engines/llama-cpp.sh

preset=${INFERPROOF_PRESET:-release}
cmake --preset "$preset" --log-level=WARNING >/dev/null
cmake --build --preset "$preset" --target inferproof -- --quiet
inferproof=build/$preset/bin/inferproof

step() {
  local wanted=$1 code=0
  shift
  echo "+ inferproof $*"
  "$inferproof" "$@" || code=$?
  case " $wanted " in
    *" $code "*) echo "(exit $code)" ;;
    *) echo "real engine: exit $code, expected one of: $wanted" >&2; exit 1 ;;
  esac
}

# A baseline of a real engine is bound to its machine, so this one lives in a scratch folder.
step "0" gate suites/real-small.json --baselines "$out/baselines" --out "$out/first"
step "0" baseline update "$out/first" --baselines "$out/baselines" --reason "first measurement on this machine" --by ci
# Unchanged code must not be red (1) nor unmeasurable (3); on a shared machine it may be inconclusive (0).
step "0" gate suites/real-small.json --baselines "$out/baselines" --out "$out/second"
