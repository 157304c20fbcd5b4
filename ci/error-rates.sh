#!/usr/bin/env bash
# Counts what the gate says of unchanged and of slowed engines, base and candidate interleaved.
# Usage: ci/error-rates.sh reference [CLEAN] [SLOW] [AT_ONCE]   (default: 200 50 2; about 15 s a gate and lane)
#        ci/error-rates.sh real [CLEAN] [SLOW] [AT_ONCE]        (default: 60 20 1; about 45 s a gate and lane)
# `reference` plants +10 % time per token; `real` serves weights of which every fourth matrix is heavier.
# The last table it printed is kept in docs/error-rates.md.
# Exit 1 when a rate misses its limit.
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1:-reference}
case $kind in
  reference) clean=${2:-200} slow=${3:-50} at_once=${4:-2} suite=error-rates ;;
  real) clean=${2:-60} slow=${3:-20} at_once=${4:-1} suite=error-rates-real ;;
  *) echo "error-rates: reference or real, got $kind" >&2; exit 2 ;;
esac
program=${INFERPROOF_PROGRAM:-build/${INFERPROOF_PRESET:-release}/bin/inferproof}
[ -x "$program" ] || { echo "error-rates: build first: cmake --preset release && cmake --build --preset release" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
[ "$kind" = reference ] || . ci/engines/llama-cpp.sh
[ "$kind" = reference ] || prepare_heavier_weights

# One gate; its exit code, runs a side and verdict line are one line of the log.
gate_once() {
  local target=$1 number=$2 code=0
  local out=$scratch/$target-$number
  # Lane n of a real engine has core n to itself, as far as the machine allows.
  local pin=()
  [ "$kind" = real ] && pin=(taskset -c "$(((number - 1) % at_once))")
  "${pin[@]}" "$program" gate "suites/$suite.json" --target "suites/targets/$target.json" --ci none \
    --baselines "$scratch/none" --out "$out" >"$out.log" 2>&1 || code=$?
  local runs
  runs=$(grep -o '"side": *"base"' "$out/result.json" 2>/dev/null | wc -l)
  echo "$code $runs $(grep '^verdict:' "$out.log" || tail -n 1 "$out.log")" >"$out.code"
  rm -rf "$out"
}
export -f gate_once
export program scratch suite kind at_once

count() {
  seq "$2" | xargs -P "$at_once" -I {} bash -c "gate_once $1 {}"
  cat "$scratch/$1"-*.code
}

# The one-sided 95 % Clopper-Pearson upper bound of HITS in N, by bisection on the binomial distribution.
upper_bound() {
  awk -v k="$1" -v n="$2" 'function below(p,  i, term, sum) {
      term = (1 - p) ^ n; sum = term
      for (i = 1; i <= k; i++) { term *= (n - i + 1) / i * p / (1 - p); sum += term }
      return sum
    }
    BEGIN {
      if (k >= n) { print "100.0"; exit }
      lo = 0; hi = 1
      for (i = 0; i < 60; i++) { mid = (lo + hi) / 2; if (below(mid) > 0.05) lo = mid; else hi = mid }
      printf "%.1f\n", 100 * hi
    }'
}

row() {
  local name=$1 file=$2
  local all red green runs
  all=$(wc -l <"$file")
  red=$(grep -c '^1 ' "$file" || true)
  green=$(grep -c '^0 ' "$file" || true)
  runs=$(awk -v scenarios="$scenarios" '{ sum += $2 / scenarios } END { printf "%.1f", sum / NR }' "$file")
  echo "| $kind, $name | $all | $red | $(upper_bound "$red" "$all") % | $green | $((all - red - green)) | $runs |"
}

scenarios=$(grep -c '"shape"' "suites/$suite.json")
began=$SECONDS
count "$suite" "$clean" >"$scratch/clean.txt"
count "$suite-slow" "$slow" >"$scratch/slow.txt"
echo "== what the unchanged engine got that was not a plain 0"
grep -v '^0 ' "$scratch/clean.txt" || true
echo "== what the slowed engine got that was not red"
grep -v '^1 ' "$scratch/slow.txt" || true
echo "== $(date -u +%F), $((SECONDS - began)) s, $at_once at once"
echo "| engine | gates | red | upper 95 % bound of red | 0 | other | runs a side |"
echo "|---|---|---|---|---|---|---|"
row "unchanged" "$scratch/clean.txt"
row "slowed" "$scratch/slow.txt"

false_reds=$(grep -c '^1 ' "$scratch/clean.txt" || true)
found=$(grep -c '^1 ' "$scratch/slow.txt" || true)
# At most one in a hundred unchanged gates red, at least nine of ten slowed ones (one miss is let pass, for small
# counts), and every gate could measure.
unmeasured=$(cat "$scratch"/*.txt | grep -cv '^[01] ' || true)
[ $((false_reds * 100)) -le "$clean" ] && [ $(((found + 1) * 10)) -ge $((slow * 9)) ] && [ "$unmeasured" -eq 0 ]
