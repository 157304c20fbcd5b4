#!/usr/bin/env bash
# Posts a verdict on its pull request as one comment that is kept up to date. The result directory is data that a
# stranger may have written: it is bounded, read as JSON, and every text of it is shown inside a code span.
# Environment: GH_TOKEN (for gh), REPOSITORY, HEAD_SHA, RESULT (directory), RUN_URL, and PULL_REQUEST or else
# HEAD_OWNER and HEAD_BRANCH, by which the pull request is looked up.
# Usage: comment.sh [--print]     (--print writes the body to standard output and asks nobody)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=ci/action/common.sh
. "$here/common.sh"

readonly marker='<!-- inferproof verdict -->'
readonly most_bytes=2097152
readonly most_characters=60000

body() {
  local verdict=$RESULT/verdict.json
  printf '%s\n' "$marker"
  if [ ! -f "$verdict" ] || [ -L "$verdict" ]; then
    printf '### inferproof: no verdict\n\nThe gate ended before it could judge; its log says why.\n'
  elif [ "$(stat -c %s "$verdict")" -gt "$most_bytes" ]; then
    printf '### inferproof: no verdict\n\nThe verdict file is larger than %s bytes and was not read.\n' "$most_bytes"
  else
    jq -r -f "$here/comment.jq" "$verdict" 2>/dev/null ||
      printf '### inferproof: no verdict\n\nThe verdict file could not be read as one.\n'
  fi
  printf '\n[The run and its files](%s)\n' "$RUN_URL"
}

# The open pull request whose head is exactly what was measured; a number from the artefact would be a stranger's word.
find_pull_request() {
  gh api --method GET "repos/$REPOSITORY/pulls" -f state=open -f "head=$HEAD_OWNER:$HEAD_BRANCH" -f per_page=100 |
    jq -r --arg sha "$HEAD_SHA" '[.[] | select(.head.sha == $sha) | .number][0] // empty'
}

: "${RESULT:?}" "${RUN_URL:?}"
plain RESULT "$RESULT"
[[ "$RUN_URL" =~ ^https://[A-Za-z0-9./:_-]+$ ]] || fail "RUN_URL must be an https address"
text=$(body)
text=${text:0:$most_characters}
if [ "${1:-}" = "--print" ]; then
  printf '%s\n' "$text"
  exit 0
fi

repository_name REPOSITORY "${REPOSITORY:?}"
commit_hash HEAD_SHA "${HEAD_SHA:?}"
number=${PULL_REQUEST:-}
if [ -z "$number" ]; then
  : "${HEAD_OWNER:?}" "${HEAD_BRANCH:?}"
  number=$(find_pull_request)
  if [ -z "$number" ]; then
    echo "no open pull request has $HEAD_SHA as its head; nothing was posted"
    exit 0
  fi
fi
whole_number PULL_REQUEST "$number"

# Also when the number was given: a push in the meantime makes the verdict one of another commit.
head=$(gh api "repos/$REPOSITORY/pulls/$number" | jq -r .head.sha)
if [ "$head" != "$HEAD_SHA" ]; then
  echo "pull request $number has moved on from $HEAD_SHA; nothing was posted"
  exit 0
fi
# Only a comment of our own is replaced: the marker alone could be anyone's.
mine=$(gh api --paginate "repos/$REPOSITORY/issues/$number/comments?per_page=100" |
  jq -rs --arg marker "$marker" \
    '[.[][] | select(.user.login == "github-actions[bot]" and (.body | startswith($marker))) | .id][0] // empty')
payload=$(jq -n --arg body "$text" '{body: $body}')
if [ -n "$mine" ]; then
  whole_number comment "$mine"
  gh api --method PATCH "repos/$REPOSITORY/issues/comments/$mine" --input - >/dev/null <<<"$payload"
  echo "updated the comment on pull request $number"
else
  gh api --method POST "repos/$REPOSITORY/issues/$number/comments" --input - >/dev/null <<<"$payload"
  echo "commented on pull request $number"
fi
