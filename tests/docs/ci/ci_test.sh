#!/usr/bin/env bash
# docs/ci.md: its snippets are those of the files, its init commands run, its links lead somewhere, its picture is a log.
# Usage: ci_test.sh INFERPROOF
set -euo pipefail
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../../.."
document=$PWD/docs/ci.md
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() {
  echo "docs/ci.md: $*" >&2
  exit 1
}

# Each snippet stands in its file, word for word and in one piece.
snippets=0
while IFS=$'\t' read -r file snippet; do
  printf '%b' "$snippet" >"$scratch/snippet"
  [ -s "$scratch/snippet" ] || fail "the snippet of $file is empty"
  case "$(cat "$file")" in
    *"$(cat "$scratch/snippet")"*) ;;
    *) fail "not what $file says:"$'\n'"$(cat "$scratch/snippet")" ;;
  esac
  snippets=$((snippets + 1))
done < <(awk '
  /^<!-- snippet: / { file = $3; next }
  file != "" && /^```/ { if (inside) { print file "\t" text; file = ""; inside = 0 } else { inside = 1; text = "" }; next }
  inside { line = $0; gsub(/\\/, "\\\\", line); text = text line "\\n" }' "$document")
[ "$snippets" -ge 5 ] || fail "only $snippets snippets were found"

# The commands of init run as they stand there.
ran=0
while read -r command; do
  command=${command//COMMIT/0123456789abcdef0123456789abcdef01234567}
  (cd "$scratch" && mkdir -p bin && ln -sf "$program" bin/inferproof && PATH=$scratch/bin:$PATH bash -c "${command/ init/ init $ran}" >output 2>&1) ||
    fail "$command: exit $?"$'\n'"$(cat "$scratch/output")"
  ran=$((ran + 1))
done < <(sed -n 's/^    \(inferproof init.*\)$/\1/p' "$document")
[ "$ran" -ge 8 ] || fail "only $ran commands of init were found"
# The others are measured elsewhere (e2e.init); here each is known to the program.
grep -q '^    inferproof gate suites/smoke.json$' "$document" || fail "the first gate is gone"
grep -q "inferproof gate .* --require-baseline --out out/gate$" "$document" || fail "the gate for any CI is gone"

# Inputs and outputs of the action are named; links lead somewhere.
for name in $(sed -n '/^inputs:/,/^runs:/s/^  \([a-z-]*\):$/\1/p' ci/action/action.yml); do
  case "$name" in github-token | retention-days | command) continue ;; esac
  grep -q "\`$name\`" "$document" || fail "the action's $name is not named"
done
while read -r link; do
  [ -e "docs/$link" ] || fail "broken link: $link"
done < <(grep -oE '\]\([^)#]+' "$document" | cut -c3- | grep -v '^http')

# The picture is the log of a gate that was red.
grep -q '>verdict: regressed' docs/img/red-build.svg || fail "the picture shows no red verdict"
grep -q '>::error file=baselines/reference/default/smoke.json,line=' docs/img/red-build.svg || fail "the picture shows no annotation"
echo "docs/ci.md: $snippets snippets, $ran commands"
