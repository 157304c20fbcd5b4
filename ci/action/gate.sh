#!/usr/bin/env bash
# Gates (or only measures) one suite and answers the program's exit code.
# Environment: BINARY (default inferproof), INPUT_COMMAND (gate | run), INPUT_SUITE, INPUT_TARGET, INPUT_BASELINE,
# INPUT_BASE_TARGET, INPUT_STRICT, INPUT_REQUIRE_BASELINE (true | false), INPUT_OUT.
# Step outputs: verdict, exit-code, result, report.
set -euo pipefail
# shellcheck source=ci/action/common.sh
. "$(dirname "$0")/common.sh"

binary=${BINARY:-inferproof}
command=${INPUT_COMMAND:-gate}
suite=${INPUT_SUITE:-suites/smoke.json}
out=${INPUT_OUT:-out/gate}
one_of command "$command" gate run
one_of strict "${INPUT_STRICT:=false}" true false
one_of require-baseline "${INPUT_REQUIRE_BASELINE:=false}" true false
plain suite "$suite"
plain out "$out"

arguments=("$command" "$suite" "--out=$out")
# add FLAG VALUE: nothing when VALUE is empty.
add() {
  plain "$1" "$2"
  if [ -n "$2" ]; then arguments+=("--$1=$2"); fi
}
add target "${INPUT_TARGET:-}"
if [ "$command" = gate ]; then
  add baseline "${INPUT_BASELINE:-}"
  add base-target "${INPUT_BASE_TARGET:-}"
  if [ "$INPUT_STRICT" = true ]; then arguments+=(--strict); fi
  if [ "$INPUT_REQUIRE_BASELINE" = true ]; then arguments+=(--require-baseline); fi
fi

code=0
"$binary" "${arguments[@]}" || code=$?
verdict=error
# One value a line with sorted keys: the outermost "word" is the one that is indented least.
if [ -f "$out/verdict.json" ]; then
  verdict=$(sed -n 's/^  "word": "\([a-z]*\)".*/\1/p' "$out/verdict.json" | head -n 1)
elif [ "$code" -eq 0 ]; then
  verdict=measured
fi
output verdict "${verdict:-error}"
output exit-code "$code"
output result "$out"
output report "$out/report.md"
exit "$code"
