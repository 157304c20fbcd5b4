#!/usr/bin/env bash
# What is too long for every change: thread sanitizer, long fuzzing, the demo counted, error rates simulated at full
# size and measured end to end, the real engine twice. INFERPROOF_HISTORIES names a folder of measured histories.
# Usage: ci/nightly.sh [FUZZ_SECONDS] [DEMO_RUNS]     (default: 300 a fuzzer, 100 demos of each kind; about 3 hours)
# The last table it printed, with its date, is kept in docs/nightly.md.
set -euo pipefail
cd "$(dirname "$0")/.."

fuzz_seconds=${1:-300}
demo_runs=${2:-100}
rows=()

run() {
  local name=$1 began=$SECONDS result=pass
  shift
  echo "== $name"
  "$@" || result="FAILED (exit $?)"
  rows+=("| $name | $result | $((SECONDS - began)) s |")
}

fuzz_all() {
  ./ci/install-deps.sh build clang
  cmake --preset fuzz --log-level=WARNING >/dev/null
  cmake --build --preset fuzz -- --quiet
  local program
  while read -r program; do
    echo "-- $(basename "$program")"
    "$program" -max_total_time="$fuzz_seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=0 -verbosity=0
  done < <(find build/fuzz -type f -name 'fuzz_*' -perm -u+x | sort)
}

demo_counts() {
  ./ci/demo.sh >/dev/null
  ./ci/count-demo.sh "$demo_runs" 3
}

run "thread sanitizer" ./ci/sanitize.sh tsan
run "fuzzing, $fuzz_seconds s each" fuzz_all
run "demo counted, $demo_runs of each" demo_counts
run "error rates, simulated anew" ./ci/simulate-rates.sh new
run "measured histories" ./ci/real-histories.sh "${INFERPROOF_HISTORIES:-}"
run "error rates, reference engine" ./ci/error-rates.sh reference 200 50 6
run "real engine" ./ci/real-engine.sh --if-available
run "error rates, real engine" ./ci/error-rates.sh real 60 20 1

echo
echo "Nightly of $(date -u +%F):"
echo
echo "| what | result | time |"
echo "|---|---|---|"
printf '%s\n' "${rows[@]}"
! printf '%s\n' "${rows[@]}" | grep -q FAILED
