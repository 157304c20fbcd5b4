#!/usr/bin/env bash
# Decides what a request for a new baseline is about, and whether it may be made. Reads only the environment:
#   EVENT (workflow_dispatch | issue_comment), REPOSITORY, ACTOR, GH_TOKEN (for gh);
#   of a dispatch: REASON, COMMIT, BRANCH; of a comment: COMMENT, PULL_REQUEST.
# Step outputs: commit (pinned from here on), branch (what the proposal is made to), reason (one line), by.
set -euo pipefail
# shellcheck source=ci/action/common.sh
. "$(dirname "$0")/common.sh"

readonly most_of_reason=300

repository_name REPOSITORY "${REPOSITORY:?}"
[[ "${ACTOR:?}" =~ ^[A-Za-z0-9-]{1,39}(\[bot\])?$ ]] || fail "ACTOR is no user name"
one_of EVENT "${EVENT:?}" workflow_dispatch issue_comment

if [ "$EVENT" = issue_comment ]; then
  # Who may push may move a baseline. The event's own author_association says less: members without access have it too.
  permission=$(gh api "repos/$REPOSITORY/collaborators/$ACTOR/permission" | jq -r .permission)
  case "$permission" in
    admin | maintain | write) ;;
    *) fail "$ACTOR may not update baselines here: write permission is needed, it is '$(one_line "$permission" 20)'" ;;
  esac
  whole_number PULL_REQUEST "${PULL_REQUEST:?}"
  text=$(one_line "${COMMENT:?}" 1000)
  [[ "$text" =~ ^/inferproof\ baseline\ +(.*[^\ ].*)$ ]] || fail "say why: /inferproof baseline REASON"
  reason=${BASH_REMATCH[1]}
  pull=$(gh api "repos/$REPOSITORY/pulls/$PULL_REQUEST")
  [ "$(jq -r .state <<<"$pull")" = open ] || fail "pull request $PULL_REQUEST is not open"
  # A fork's branch cannot take the proposal, and its code has no business in a run that a comment started.
  [ "$(jq -r '.head.repo.full_name // ""' <<<"$pull")" = "$REPOSITORY" ] ||
    fail "pull request $PULL_REQUEST comes from a fork: push its commit to a branch of $REPOSITORY and ask there"
  commit=$(jq -r .head.sha <<<"$pull")
  branch=$(jq -r .head.ref <<<"$pull")
else
  reason=$(one_line "${REASON:?}" 1000)
  commit=${COMMIT:?}
  branch=${BRANCH:?}
fi

reason=$(one_line "$reason" "$most_of_reason")
[[ "$reason" =~ [^\ ] ]] || fail "a reason is needed"
commit_hash commit "$commit"
plain branch "$branch"
git check-ref-format "refs/heads/$branch" || fail "not the name of a branch"

echo "baseline of $commit for $branch, asked for by $ACTOR"
output commit "$commit"
output branch "$branch"
output reason "$reason"
output by "$ACTOR"
