#!/usr/bin/env bash
# The scripts of perf-baseline.yml: who may ask, what is pinned, and that the job with the write token takes data only.
set -euo pipefail
# shellcheck source=tests/e2e/scripts/support.sh
. "$(dirname "$0")/support.sh"
action=$source_root/ci/action
export REPOSITORY=owner/name GH_TOKEN=unused GITHUB_OUTPUT=$scratch/output CALLS=$scratch/calls
sha=0123456789abcdef0123456789abcdef01234567

stub gh <<'STUB'
printf '%s\n' "$@" >>"$CALLS"
case "$*" in
  *collaborators/*/permission*) echo "{\"permission\": \"${PERMISSION:-write}\"}" ;;
  *pulls/*) jq -n --arg ref "${REF:-change}" --arg sha "$SHA" --arg from "${FROM:-owner/name}" \
    '{state: "open", head: {ref: $ref, sha: $sha, repo: {full_name: $from}}}' ;;
  "pr create"*) ;;
  *) echo "unexpected: $*" >&2; exit 1 ;;
esac
STUB
export SHA=$sha

request() { : >"$GITHUB_OUTPUT"; : >"$CALLS"; env "$@" bash "$action/baseline-request.sh"; }
asked=(EVENT=issue_comment ACTOR=alice PULL_REQUEST=7)

exits 0 request "${asked[@]}" $'COMMENT=/inferproof baseline new kernel, see #12\r\nmore'
equals "$(cat "$GITHUB_OUTPUT")" "commit=$sha
branch=change
reason=new kernel, see #12
by=alice" "a request by comment"
exits 0 request EVENT=workflow_dispatch ACTOR=alice "REASON=why" "COMMIT=$sha" BRANCH=main
holds "$(cat "$GITHUB_OUTPUT")" "branch=main" "a request by hand"

for permission in read triage none null; do
  PERMISSION=$permission exits 2 request "${asked[@]}" "COMMENT=/inferproof baseline why"
  equals "$(cat "$GITHUB_OUTPUT")" "" "a request of someone with $permission"
done
FROM=stranger/name exits 2 request "${asked[@]}" "COMMENT=/inferproof baseline why"
holds "$said" "comes from a fork" "a fork"
exits 2 request "${asked[@]}" "COMMENT=/inferproof baseline "
exits 2 request "${asked[@]}" "COMMENT=/inferproof baselinewhy"
exits 2 request "${asked[@]}" ACTOR='alice/../../orgs' "COMMENT=/inferproof baseline why"
exits 2 request "${asked[@]}" PULL_REQUEST='7/files' "COMMENT=/inferproof baseline why"
REF='--upload-pack=touch pwned' exits 2 request "${asked[@]}" "COMMENT=/inferproof baseline why"
REF='a..b' exits 2 request "${asked[@]}" "COMMENT=/inferproof baseline why"
SHA=main exits 2 request "${asked[@]}" "COMMENT=/inferproof baseline why"
for text in "${hostile[@]}" $'why\ncommit=ffffffffffffffffffffffffffffffffffffffff'; do
  exits 0 request "${asked[@]}" "COMMENT=/inferproof baseline $text"
  holds "$(cat "$GITHUB_OUTPUT")" "reason=${text%%$'\n'*}" "a hostile reason"
  lacks "$(cat "$GITHUB_OUTPUT")" "ffff" "a reason of two lines"
done

# baseline-update.sh: one result a session; the reason is one word of the command.
stub inferproof <<'STUB'
printf '%s\n' "$@" >"$CALLS"
mkdir -p baselines/t/default && echo '{"schema": "inferproof.baseline/1"}' >baselines/t/default/smoke.json
echo "ttft 40 -> 38" >proposal/changes.txt
STUB
mkdir -p update/sessions/{one,two} && touch update/sessions/{one,two}/result.json
cd update
for text in "${hostile[@]}" '--dry-run' $'two\nlines'; do
  exits 0 env SESSIONS=sessions PROPOSAL=proposal "REASON=$text" BY=alice bash "$action/baseline-update.sh"
  equals "$(cat "$CALLS")" "baseline
update
sessions/one/result.json
sessions/two/result.json
--reason=$text
--by=alice
--message=proposal/changes.txt" "the command"
done
equals "$(cat proposal/changes.txt)" "ttft 40 -> 38" "the difference in words"
equals "$(cat proposal/baselines/t/default/smoke.json)" '{"schema": "inferproof.baseline/1"}' "what is proposed"
exits 2 env SESSIONS=none PROPOSAL=p REASON=why BY=alice bash "$action/baseline-update.sh"
cd ..

# baseline-propose.sh, against a repository on this disk in place of the host.
git init -q --bare host.git
export GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=url.$PWD/host.git.insteadOf GIT_CONFIG_VALUE_0=https://github.com/owner/name.git
export GIT_CONFIG_KEY_1=protocol.file.allow GIT_CONFIG_VALUE_1=always
fresh_checkout() {
  rm -rf measured
  git init -q measured
  git -C measured -c user.name=t -c user.email=t@example.org commit -q --allow-empty -m root
  # shellcheck disable=SC2016
  printf '#!/bin/sh\ntouch "%s/pwned-hook"\n' "$scratch" >measured/.git/hooks/pre-commit
  cp measured/.git/hooks/pre-commit measured/.git/hooks/pre-push
  chmod +x measured/.git/hooks/pre-commit measured/.git/hooks/pre-push
}
run_id=100
propose() {
  fresh_checkout
  : >"$CALLS"
  if [ -n "${LINK:-}" ]; then ln -s "$scratch" "measured/$LINK"; fi
  env COMMIT="$(git -C measured rev-parse HEAD)" BRANCH=change BY=alice RUN_ID=21701929$run_id PROPOSAL=proposal \
    CHECKOUT=measured REASON=why "$@" bash "$action/baseline-propose.sh"
}
good_proposal() {
  rm -rf proposal
  cp -r update/proposal proposal
}

good_proposal
printf '::error::\r\n\033[31m</pre>\n# heading\n' >proposal/changes.txt
# What gh is told to read is gone when the script ends.
stub gh <<'STUB'
printf '%s\n' "$@" >>"$CALLS"
while [ $# -gt 0 ]; do [ "$1" = --body-file ] && cp "$2" "$CALLS.body"; shift; done
STUB
for text in "${hostile[@]}" $'why\n--base=main'; do
  run_id=$((run_id + 1))
  propose "REASON=$text" >/dev/null
  holds "$(git -C host.git log -1 --format=%B "inferproof/baseline-21701929$run_id")" "Reason: ${text%%$'\n'*}" "the commit"
  holds "$(cat "$CALLS")" "baseline: ${text%%$'\n'*}" "the title"
  lacks "$(cat "$CALLS")" $'\n--base=main' "a reason of two lines"
done
equals "$(git -C host.git ls-tree -r --name-only "inferproof/baseline-21701929$run_id")" baselines/t/default/smoke.json "the tree"
holds "$(cat "$CALLS.body")" $'\n    # heading' "the difference is quoted"
lacks "$(cat "$CALLS.body")" $'\033' "control characters"

# What is not a baseline is refused, and nothing is pushed.
run_id=$((run_id + 1))
refused() { # WHAT FILE TEXT
  good_proposal
  mkdir -p "proposal/$(dirname "$2")"
  printf '%s' "$3" >"proposal/$2"
  exits 2 propose
  equals "$(git -C host.git branch --list "inferproof/baseline-21701929$run_id")" "" "$1: nothing is pushed"
}
refused "a program" baselines/t/default/run.sh 'touch pwned'
refused "no JSON" baselines/t/default/x.json 'text'
refused "another kind" baselines/t/default/x.json '{"schema": "inferproof.suite/1"}'
refused "too deep" baselines/t/default/more/x.json '{"schema": "inferproof.baseline/1"}'
refused "hidden" baselines/.git/hooks/x.json '{"schema": "inferproof.baseline/1"}'
# shellcheck disable=SC2016
refused "a hostile name" 'baselines/t/default/$(touch pwned).json' '{"schema": "inferproof.baseline/1"}'
good_proposal
echo '{"schema": "inferproof.baseline/1"}' >elsewhere.json
ln -s "$PWD/elsewhere.json" proposal/baselines/t/default/x.json
exits 2 propose
good_proposal
LINK=baselines exits 2 propose
holds "$said" "symbolic link" "a link in the branch"
rm -rf proposal && mkdir -p proposal/baselines
exits 2 propose
exits 2 propose "COMMIT=$sha"
nothing_ran "the baseline scripts"

echo "baseline scripts: $checks checks passed"
