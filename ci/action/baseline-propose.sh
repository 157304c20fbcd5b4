#!/usr/bin/env bash
# Opens a pull request from a proposed baseline. Runs with a write token, so the proposal is data: only files named
# baselines/TARGET/ENVIRONMENT/NAME.json(l), of bounded size, that hold JSON, are taken, and nothing of it is run.
# Environment: GH_TOKEN (for gh), REPOSITORY, COMMIT, BRANCH, REASON, BY, RUN_ID, PROPOSAL (directory), CHECKOUT (a
# checkout of COMMIT without credentials).
set -euo pipefail
# shellcheck source=ci/action/common.sh
. "$(dirname "$0")/common.sh"

readonly most_files=50
readonly most_bytes=16777216
readonly most_characters=50000

repository_name REPOSITORY "${REPOSITORY:?}"
commit_hash COMMIT "${COMMIT:?}"
whole_number RUN_ID "${RUN_ID:?}"
: "${BRANCH:?}" "${REASON:?}" "${BY:?}" "${PROPOSAL:?}" "${CHECKOUT:?}"
plain BRANCH "$BRANCH"
git check-ref-format "refs/heads/$BRANCH" || fail "not the name of a branch"
proposal=$(cd "$PROPOSAL" && pwd)
cd "$CHECKOUT"
# Nothing that the branch brought along may run here.
git_here() { git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c safe.directory='*' "$@"; }
[ "$(git_here rev-parse HEAD)" = "$COMMIT" ] || fail "the checkout is not $COMMIT"

no_links_on_the_way() {
  local path=$1
  while [ "$path" != . ]; do
    [ ! -L "$path" ] || fail "$path is a symbolic link"
    path=$(dirname "$path")
  done
}

count=0
while IFS= read -r -d '' file; do
  [[ "$file" =~ ^baselines/[a-z0-9][a-z0-9._-]*/[a-z0-9][a-z0-9._-]*/[a-z0-9][a-z0-9._-]*\.jsonl?$ ]] ||
    fail "not the name of a baseline: $(one_line "$file" 200)"
  count=$((count + 1))
  [ "$count" -le "$most_files" ] || fail "more than $most_files files"
  [ ! -L "$proposal/$file" ] || fail "$file is a symbolic link"
  [ "$(stat -c %s "$proposal/$file")" -le "$most_bytes" ] || fail "$file is larger than $most_bytes bytes"
  case "$file" in
    *.json) jq -e '.schema | startswith("inferproof.baseline/")' "$proposal/$file" >/dev/null || fail "$file is no baseline" ;;
    *) jq -e . "$proposal/$file" >/dev/null || fail "$file holds no JSON lines" ;;
  esac
  no_links_on_the_way "$file"
  mkdir -p "$(dirname "$file")"
  cp --no-preserve=mode -- "$proposal/$file" "$file"
  git_here add -f -- "$file"
done < <(cd "$proposal" && find baselines -mindepth 1 ! -type d -print0)
[ "$count" -gt 0 ] || fail "the proposal holds no baseline"

reason=$(one_line "$REASON" 300)
by=$(one_line "$BY" 60)
if git_here diff --cached --quiet; then
  echo "the baseline is already what was measured; nothing to propose"
  exit 0
fi
new_branch=inferproof/baseline-$RUN_ID
title="baseline: $reason"
git_here -c user.name=inferproof -c user.email=inferproof@users.noreply.github.com \
  commit --quiet --no-verify -m "${title:0:72}" -m "Reason: $reason" -m "Asked for by $by, measured from $COMMIT."
git_here -c credential.helper= -c credential.helper='!gh auth git-credential' \
  push --quiet "https://github.com/$REPOSITORY.git" "HEAD:refs/heads/$new_branch"

body=$(mktemp)
trap 'rm -f "$body"' EXIT
{
  # shellcheck disable=SC2016  # the backticks are Markdown
  printf 'Reason: `%s`\n\nMeasured from %s, asked for by `%s`.\n\n' "${reason//\`/\'}" "$COMMIT" "${by//\`/\'}"
  echo "What changes, as \`inferproof baseline update\` says it:"
  echo
  # Indented by four: a code block that no line of the text can end.
  if [ -f "$proposal/changes.txt" ] && [ ! -L "$proposal/changes.txt" ]; then
    head -c "$most_characters" "$proposal/changes.txt" | LC_ALL=C tr -d '\000-\010\013-\037\177' | sed 's/^/    /'
  fi
  echo
  echo "A pull request opened with this workflow's token starts no other workflow; close and reopen it to have it checked."
} >"$body"
gh pr create --repo "$REPOSITORY" --base "$BRANCH" --head "$new_branch" --title "${title:0:200}" --body-file "$body"
