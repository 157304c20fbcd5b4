#!/usr/bin/env bash
# The scripts of ci/action: inputs are data, outputs are complete, the exit code is the program's.
set -euo pipefail
# shellcheck source=tests/e2e/scripts/support.sh
. "$(dirname "$0")/support.sh"
action=$source_root/ci/action

stub inferproof <<'STUB'
printf '%s\n' "$@" >"$ARGUMENTS"
for argument in "$@"; do
  case "$argument" in --out=*) mkdir -p "${argument#--out=}"; printf '{\n  "scenarios": [{"word": "pass"}],\n  "word": "regressed"\n}\n' >"${argument#--out=}/verdict.json" ;; esac
done
[ "${1:-}" = --version ] && { echo "inferproof 0.1.0"; exit 0; }
exit "${STUB_EXIT:-0}"
STUB
export ARGUMENTS=$scratch/arguments GITHUB_OUTPUT=$scratch/output

gate() { : >"$GITHUB_OUTPUT"; env "$@" bash "$action/gate.sh"; }

# A plain call: every input is one word of the command.
STUB_EXIT=1 exits 1 gate INPUT_SUITE=suites/a.json INPUT_TARGET=t.json INPUT_BASE_TARGET=b.json INPUT_STRICT=true \
  INPUT_REQUIRE_BASELINE=true INPUT_OUT=out/x
equals "$(cat "$ARGUMENTS")" "gate
suites/a.json
--out=out/x
--target=t.json
--base-target=b.json
--strict
--require-baseline" "arguments"
equals "$(cat "$GITHUB_OUTPUT")" "verdict=regressed
exit-code=1
result=out/x
report=out/x/report.md" "outputs of a red gate"

# Hostile inputs arrive as the text they are.
for text in "${hostile[@]}"; do
  exits 0 gate "INPUT_SUITE=$text" "INPUT_TARGET=$text" "INPUT_BASELINE=$text"
  holds "$(cat "$ARGUMENTS")" "--target=$text" "a hostile target"
  nothing_ran "gate.sh with $text"
done
exits 2 gate INPUT_SUITE=--help
exits 2 gate INPUT_STRICT=yes
exits 2 gate $'INPUT_OUT=out\nverdict=pass'
lacks "$(cat "$GITHUB_OUTPUT")" "verdict=pass" "a line break in an input"

# find-binary.sh takes the program that is given, and says when it is another version.
: >"$GITHUB_OUTPUT"
exits 0 env INPUT_BINARY=inferproof INPUT_VERSION=0.1.0 bash "$action/find-binary.sh"
holds "$(cat "$GITHUB_OUTPUT")" "binary=$scratch/stubs/inferproof" "the program found"
exits 2 env INPUT_BINARY=inferproof INPUT_VERSION=9.9.9 bash "$action/find-binary.sh"
# shellcheck disable=SC2016
exits 2 env 'INPUT_BINARY=$(touch pwned)' bash "$action/find-binary.sh"
# A cached program is used without a build.
mkdir -p cache/bin && cp "$scratch/stubs/inferproof" cache/bin/
exits 0 env INPUT_BINARY= CACHE="$PWD/cache" bash "$action/find-binary.sh"
holds "$said" "using $PWD/cache/bin/inferproof" "the cached program"
nothing_ran "find-binary.sh"

# merge-base.sh: only where the target has a base.
git init -q repository
cd repository
commit() { git -c user.name=t -c user.email=t@example.org commit -q --allow-empty -m "$1"; git rev-parse HEAD; }
mkdir -p suites/targets
echo '{"target": "targets/t.json"}' >suites/smoke.json
sed -i 's/^{/{\n  /' suites/smoke.json
echo '{}' >suites/targets/t.json
root=$(commit root)
git checkout -q -b main
main=$(commit "on main")
git checkout -q -b change "$root"
commit change >/dev/null
exits 0 env BASE_SHA="$main" bash "$action/merge-base.sh"
holds "$said" "the target has no base" "a target without a base"
echo '{"base": {}}' >suites/targets/t.json
GITHUB_ENV=$scratch/env exits 0 env BASE_SHA="$main" BUILD='git rev-parse HEAD >built' bash "$action/merge-base.sh"
equals "$(cat .inferproof-base/built)" "$root" "the commit that was built"
holds "$(cat "$scratch/env")" "INFERPROOF_BASE_DIR=$PWD/.inferproof-base" "the variable for the target"
# shellcheck disable=SC2016
exits 2 env 'BASE_SHA=$(touch pwned)' bash "$action/merge-base.sh"
nothing_ran "merge-base.sh"

echo "action scripts: $checks checks passed"
