#!/usr/bin/env bash
# What init writes, and that it never takes anything away unasked.
set -euo pipefail
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/e2e/scripts/support.sh
. "$(dirname "$0")/../scripts/support.sh"
ln -s "$program" "$scratch/stubs/inferproof"
snapshot() { find . -type f -print0 | sort -z | xargs -0r sha256sum; }

# A look first.
exits 0 inferproof init --dry-run
holds "$said" "create  suites/smoke.json" "the dry run"
equals "$(snapshot)" "" "a dry run writes nothing"

# The CI system is found out from where the repository lives, and what is ignored already stays.
mkdir .git && printf '[remote "origin"]\n\turl = git@gitlab.example.org:a/b.git\n' >.git/config
echo build/ >.gitignore
# shellcheck disable=SC2016
exits 0 inferproof init --endpoint http://127.0.0.1:8000 --model 'm"$(touch pwned)' --api-key-env MY_KEY
holds "$said" "CI: gitlab (the remote is on gitlab.example.org; --ci names another)" "detection"
holds "$said" "extend  .gitignore" "the ignored files"
equals "$(head -n 1 .gitignore)" "build/" "what was ignored before"
# shellcheck disable=SC2016
equals "$(jq -r .model suites/targets/endpoint.json)" 'm"$(touch pwned)' "the model's name"
MY_KEY=x exits 0 inferproof gate suites/smoke.json --dry-run
holds "$said" "in all: " "the plan of what was written"

# Again: everything is as it was. Changed: nothing is written, and each file is named. Forced: replaced.
# shellcheck disable=SC2016
exits 0 inferproof init --endpoint http://127.0.0.1:8000 --model 'm"$(touch pwned)' --api-key-env MY_KEY
lacks "$said" "create" "a second init"
echo '{}' >suites/smoke.json
rm quality/smoke.jsonl
before=$(snapshot)
exits 2 inferproof init
holds "$said" "would replace suites/smoke.json; nothing was written" "a conflict"
equals "$(snapshot)" "$before" "all or nothing"
exits 0 inferproof init --force
holds "$said" "replace  suites/smoke.json" "--force"
cmp suites/smoke.json "$source_root/suites/smoke.json"

# What every engine's target needs to be read.
LLAMA_MODEL=x
export LLAMA_MODEL
for flags in "--engine llama-cpp" "--engine vllm --model org/name" "--engine vllm --endpoint http://127.0.0.1:1/v1 --model m"; do
  # shellcheck disable=SC2086
  exits 0 inferproof init --force --ci none $flags
  exits 0 inferproof gate suites/smoke.json --dry-run
done

# The workflows of every CI system are YAML of the kind that is checked in; GitHub's build from a pinned commit.
exits 0 inferproof init github --ci github --source owner/name@0123456789abcdef0123456789abcdef01234567
for workflow in github/.github/workflows/*.yml; do
  holds "$(cat "$workflow")" "ref: 0123456789abcdef0123456789abcdef01234567" "$workflow"
  lacks "$(cat "$workflow")" " ./ci/action" "$workflow"
done
exits 2 inferproof init other --ci github --source owner/name@main
[ ! -e other ] || die "a refused init left a directory"
nothing_ran "init"

echo "init: $checks checks passed"
