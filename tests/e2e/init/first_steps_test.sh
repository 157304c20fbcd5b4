#!/usr/bin/env bash
# init, then whatever each step prints as "next:": a gate that is new, a baseline, a gate that compares.
set -euo pipefail
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/e2e/scripts/support.sh
. "$(dirname "$0")/../scripts/support.sh"
ln -s "$program" "$scratch/stubs/inferproof"

follow() { # the command that the step before printed
  local command
  command=$(sed -n 's/^next: *//p' <<<"$said")
  [ -n "$command" ] || die "no next command in"$'\n'"$said"
  echo "+ $command"
  exits 0 bash -c "$command"
}

exits 0 inferproof init "a new repository"
holds "$said" "next:    cd 'a new repository' && inferproof gate suites/smoke.json" "the first step"
holds "$said" "note: transcripts: " "what will be stored"
cd "a new repository"
said=${said//cd \'a new repository\' \&\& /}
follow
holds "$said" "verdict: new" "the first gate"
follow
holds "$said" "wrote baselines/reference/default/smoke.json" "the baseline"
follow
holds "$said" "against a stored baseline" "the second gate"
lacks "$said" "verdict: new" "the second gate"
[ "$(find out -name verdict.json | wc -l)" -eq 2 ] || die "two gates leave two results"

echo "first steps: $checks checks passed"
