#!/usr/bin/env bash
# Checks the merge base of a pull request out beside the work tree, where the target has a base that is measured in the
# same session: INPUT_BASE_TARGET is given, or the target file has a "base". Else it does nothing.
# Environment: BASE_SHA, INPUT_SUITE, INPUT_TARGET, INPUT_BASE_TARGET, BUILD (optional: a command that is run in the
# checkout, to build what the base's command starts), DIRECTORY (default .inferproof-base).
# The other side is what is checked out: for the merge commit that pull_request checks out, the merge base is the target
# branch itself. Step outputs: directory, commit; INFERPROOF_BASE_DIR for the steps that follow, which a target may name.
set -euo pipefail
# shellcheck source=ci/action/common.sh
. "$(dirname "$0")/common.sh"

suite=${INPUT_SUITE:-suites/smoke.json}
target=${INPUT_TARGET:-}
directory=${DIRECTORY:-.inferproof-base}
plain suite "$suite"
plain target "$target"
plain DIRECTORY "$directory"
# In a container the work tree belongs to another user.
git_here() { git -c safe.directory='*' "$@"; }

if [ -z "$target" ] && [ -f "$suite" ]; then
  named=$(sed -n 's/^ *"target": *"\([^"]*\)".*/\1/p' "$suite" | head -n 1)
  target=$(dirname "$suite")/$named
fi
if [ -z "${INPUT_BASE_TARGET:-}" ] && ! { [ -f "$target" ] && grep -q '"base"' "$target"; }; then
  echo "the target has no base: the stored baseline decides"
  exit 0
fi

base=${BASE_SHA:?}
commit_hash BASE_SHA "$base"
commit=$(git_here merge-base "$base" HEAD) ||
  fail "no merge base of $base and HEAD: check the repository out with fetch-depth: 0"
git_here worktree add --quiet --force --detach "$directory" "$commit"
if [ -n "${BUILD:-}" ]; then
  (cd "$directory" && bash -euo pipefail -c "$BUILD")
fi
echo "merge base $commit in $directory"
output directory "$directory"
output commit "$commit"
if [ -n "${GITHUB_ENV:-}" ]; then
  printf 'INFERPROOF_BASE_DIR=%s\n' "$PWD/$directory" >>"$GITHUB_ENV"
fi
