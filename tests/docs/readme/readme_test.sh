#!/usr/bin/env bash
# Runs every indented command of README.md and compares what "$ command" blocks show. Usage: readme_test.sh INFERPROOF
set -euo pipefail

program=$1
cd "$(dirname "$0")/../../.."
fail() {
  echo "README: $*" >&2
  exit 1
}

# The help shown is the help there is.
shown=$(awk '/^    \$ inferproof --help$/ {on = 1; next} on && /^    / {print substr($0, 5); next} on && /^$/ {print ""; next} on {exit}' README.md)
[ "$(sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' <<<"$shown")" = "$("$program" --help)" ] || fail "the help shown is not what inferproof --help prints"

# Commands that gate are run, with the exit code that the text promises.
ran=0
while read -r command; do
  expected=0
  case "$command" in
    ./ci/test.sh) continue ;;        # this test runs inside of it
    ./ci/real-engine.sh) continue ;; # a tier of its own in .ci/run
    *--inject*) expected=1 ;;
    ./ci/demo.sh) ;;
    *) fail "no check for the command: $command" ;;
  esac
  code=0
  output=$(bash -c "$command" 2>&1) || code=$?
  [ "$code" -eq "$expected" ] || fail "$command: exit $code, expected $expected"$'\n'"$output"
  case "$command" in
    *--inject*) grep -q '^::error file=' <<<"$output" || fail "$command: no anchored annotation"$'\n'"$output" ;;
    *) grep -q '^verdict: pass' <<<"$output" || fail "$command: no pass"$'\n'"$output" ;;
  esac
  ran=$((ran + 1))
done < <(sed -n 's/^    \(\.\/ci\/.*\)$/\1/p' README.md)
[ "$ran" -ge 3 ] || fail "only $ran commands were found"
echo "README: $ran commands ran as written"

# Links lead somewhere.
while read -r target; do
  [ -e "$target" ] || fail "broken link: $target"
done < <(grep -oE '\]\([^)#]+' README.md | cut -c3- | grep -v '^http')
