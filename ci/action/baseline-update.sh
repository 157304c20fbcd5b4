#!/usr/bin/env bash
# Makes the new baseline from the results of several sessions, in this checkout, and collects what is proposed.
# Environment: BINARY, SESSIONS (directory with one result directory a session), REASON, BY, PROPOSAL (directory to
# fill: baselines/... and changes.txt, the difference in words).
set -euo pipefail
# shellcheck source=ci/action/common.sh
. "$(dirname "$0")/common.sh"

binary=${BINARY:-inferproof}
: "${SESSIONS:?}" "${REASON:?}" "${BY:?}" "${PROPOSAL:?}"
plain SESSIONS "$SESSIONS"
plain PROPOSAL "$PROPOSAL"

results=()
for result in "$SESSIONS"/*/result.json; do
  if [ -f "$result" ]; then results+=("$result"); fi
done
[ ${#results[@]} -gt 0 ] || fail "no session left a result in $SESSIONS"

mkdir -p "$PROPOSAL"
before=$(mktemp)
trap 'rm -f "$before"' EXIT
# "=": a reason that begins with a dash is no flag.
"$binary" baseline update "${results[@]}" "--reason=$REASON" "--by=$BY" "--message=$PROPOSAL/changes.txt"
find baselines -type f -newer "$before" \( -name '*.json' -o -name '*.jsonl' \) -exec cp --parents -t "$PROPOSAL" {} +
