#!/usr/bin/env bash
# Installs what is missing, builds inferproof, and gates the embedded reference engine against the committed baseline.
# Usage: ci/demo.sh [--inject slow|wrong]
#   --inject slow    the engine is 20 % slower: the gate is red and exits 1
#   --inject wrong   the engine answers wrongly: the gate is red and exits 1
set -euo pipefail
cd "$(dirname "$0")/.."

target=suites/targets/reference.json
annotate=auto
case "${1:-}" in
  "") ;;
  --inject)
    case "${2:-}" in
      slow | wrong) target="suites/targets/reference-$2.json"; annotate=github ;;
      *) echo "demo: --inject takes slow or wrong, got '${2:-}'" >&2; exit 2 ;;
    esac ;;
  *) echo "demo: unknown argument '$1' (usage: ci/demo.sh [--inject slow|wrong])" >&2; exit 2 ;;
esac

./ci/install-deps.sh build
preset=${INFERPROOF_PRESET:-release}
echo "demo: building (a few minutes the first time)"
cmake --preset "$preset" --log-level=WARNING >/dev/null
cmake --build --preset "$preset" --target inferproof -- --quiet
exec "build/$preset/bin/inferproof" gate suites/smoke.json --target "$target" --ci "$annotate"
