#!/usr/bin/env bash
# Counts how often the demo's gate ends as it must: pass on the healthy engine, red on the 20 % slower one.
# Usage: ci/count-demo.sh [RUNS] [AT_ONCE]     (default: 100 of each, one at a time)
set -euo pipefail
cd "$(dirname "$0")/.."

runs=${1:-100}
at_once=${2:-1}
program=build/${INFERPROOF_PRESET:-release}/bin/inferproof
[ -x "$program" ] || { echo "count-demo: build first with ci/demo.sh" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

gate_once() {
  local target=$1 number=$2 code=0
  "$program" gate suites/smoke.json --target "suites/targets/$target.json" --ci none --out "$scratch/$target-$number" \
    >"$scratch/$target-$number.log" 2>&1 || code=$?
  echo "$code $(grep '^verdict:' "$scratch/$target-$number.log" || echo 'no verdict')" >"$scratch/$target-$number.code"
}
export -f gate_once
export program scratch

count() {
  local target=$1 wanted=$2
  seq "$runs" | xargs -P "$at_once" -I {} bash -c "gate_once $target {}"
  local good
  good=$(cat "$scratch/$target"-*.code | grep -cE "$wanted" || true)
  echo "$target: $good of $runs ended as they must"
  cat "$scratch/$target"-*.code | grep -vE "$wanted" || true
  [ "$good" -eq "$runs" ]
}

status=0
count reference '^0 verdict: pass' || status=1
count reference-slow '^1 verdict: regressed' || status=1
exit "$status"
