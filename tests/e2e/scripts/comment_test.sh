#!/usr/bin/env bash
# ci/action/comment.sh: the result is data, the pull request is looked up by commit, one comment is kept up to date.
set -euo pipefail
# shellcheck source=tests/e2e/scripts/support.sh
. "$(dirname "$0")/support.sh"
comment=$source_root/ci/action/comment.sh
sha=0123456789abcdef0123456789abcdef01234567
# shellcheck disable=SC2016
export REPOSITORY=owner/name HEAD_SHA=$sha HEAD_OWNER=stranger HEAD_BRANCH='patch-$(touch pwned)' RESULT=result GH_TOKEN=unused
export RUN_URL=https://github.com/owner/name/actions/runs/1 CALLS=$scratch/calls

stub gh <<'STUB'
printf '%s\n' "$*" >>"$CALLS"
case "$*" in
  *"--method GET"*) echo "[{\"number\": 7, \"head\": {\"sha\": \"$SHA_OF_7\"}}]" ;;
  *"--method P"*) cat >"$CALLS.body" ;;
  *issues/7/comments*) echo "$COMMENTS" ;;
  *pulls/7) echo "{\"head\": {\"sha\": \"$SHA_OF_7\"}}" ;;
  *) echo "unexpected: $*" >&2; exit 1 ;;
esac
STUB
export SHA_OF_7=$sha COMMENTS='[]'

verdict() { mkdir -p result; cat >result/verdict.json; }
verdict <<'JSON'
{"schema": "inferproof.verdict/1", "word": "regressed", "exit_code": 1, "headline": "slow `x` @everyone <img src=x> [a](http://b)",
 "scenarios": [{"name": "a|b\u202e\n::error::", "metrics": [
   {"role": "gate", "metric": "ttft_ms.p50", "unit": "ms", "word": "regressed", "relative": true, "base": 40.304, "candidate": 48.2,
    "change": {"value": 0.196, "lo": 0.185, "hi": 0.207}},
   {"role": "watch", "metric": "hidden", "word": "pass"}]}],
 "quality": {"word": "pass", "summary": "26 of 26 pass", "cases": [{"id": "c`1", "word": "regressed", "reason": "said\n# heading"}]},
 "differences": [], "caveats": ["note"], "repeat_command": "inferproof gate"}
JSON
exits 0 bash "$comment" --print
holds "$said" "### inferproof: regressed, exit code 1" "title"
# shellcheck disable=SC2016
holds "$said" '| `a/b  ::error::` | `ttft_ms.p50` | 40.3 ms | 48.2 ms | +19.6 % | +18.5 % to +20.7 % | regressed |' "row"
# shellcheck disable=SC2016
holds "$said" "\`slow 'x' @everyone <img src=x> [a](http://b)\`" "the headline stays in one code span"
# shellcheck disable=SC2016
holds "$said" "- case \`c'1\`: regressed \`said # heading\`" "case"
lacks "$said" "hidden" "a watched metric"
lacks "$said" $'\n#  heading' "a heading of the model's"

# A first comment; then the same one again, and never somebody else's.
exits 0 bash "$comment"
# shellcheck disable=SC2016
holds "$(cat "$CALLS")" 'head=stranger:patch-$(touch pwned)' "the look-up by branch"
holds "$(cat "$CALLS")" "--method POST repos/owner/name/issues/7/comments" "a new comment"
holds "$(jq -r .body "$CALLS.body")" "<!-- inferproof verdict -->" "the marker"
COMMENTS='[{"id": 5, "user": {"login": "stranger"}, "body": "<!-- inferproof verdict -->"}, {"id": 6, "user": {"login": "github-actions[bot]"}, "body": "<!-- inferproof verdict -->\nold"}]'
exits 0 bash "$comment"
holds "$(cat "$CALLS")" "--method PATCH repos/owner/name/issues/comments/6" "the comment of our own"

# Another head: nothing is posted, by look-up or by number.
rm "$CALLS"
SHA_OF_7=ffffffffffffffffffffffffffffffffffffffff exits 0 bash "$comment"
PULL_REQUEST=7 SHA_OF_7=ffffffffffffffffffffffffffffffffffffffff exits 0 bash "$comment"
holds "$said" "moved on" "a pull request that was pushed to"
lacks "$(cat "$CALLS")" "--method P" "posting on another head"
PULL_REQUEST='7/comments' exits 2 bash "$comment"

# No verdict, a broken one, a large one, a link, one full of texts: a short word, within bounds.
rm result/verdict.json
exits 0 bash "$comment" --print
holds "$said" "ended before it could judge" "no file"
for text in '' 'no json' '[]' '{"schema": "inferproof.verdict/1", "scenarios": 3, "word": ["<b>"]}'; do
  verdict <<<"$text"
  exits 0 bash "$comment" --print
  lacks "$said" "<b>" "a broken file"
done
echo '{"schema": "inferproof.verdict/1", "word": "pass", "exit_code": 0, "headline": "from elsewhere"}' >elsewhere.json
ln -sf "$PWD/elsewhere.json" result/verdict.json
exits 0 bash "$comment" --print
lacks "$said" "from elsewhere" "a link"
rm result/verdict.json
head -c 3000000 /dev/zero | tr '\0' ' ' >result/verdict.json
exits 0 bash "$comment" --print
holds "$said" "was not read" "a large file"
jq -n '{schema: "inferproof.verdict/1", word: "pass", exit_code: 0, headline: ("x" * 100000), scenarios:
  [range(5000) | {name: ("n" * 60), metrics: [{role: "gate", metric: "m", word: "pass"}]}]}' >result/verdict.json
exits 0 bash "$comment" --print
[ ${#said} -lt 62000 ] || die "a long body: ${#said} characters"
holds "$said" "and 4960 more" "rows left out"
nothing_ran "comment.sh"

echo "comment script: $checks checks passed"
