#!/usr/bin/env bash
# Checks the workflows, the action, the templates of other CI systems and every shell script: YAML, actionlint,
# then shellcheck, and that each foreign action is pinned by its commit. Usage: ci/check-workflows.sh
# A tool that cannot be had here is said ("not run: why"); what a tool finds fails.
set -euo pipefail
cd "$(dirname "$0")/.."

# 1.7.12 needs Go 1.24 or newer.
readonly actionlint_version=v1.7.12
tools=${INFERPROOF_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/inferproof/tools}
actionlint=$tools/actionlint-$actionlint_version/actionlint
failed=0

report() { # NAME COMMAND...
  local name=$1
  shift
  if "$@"; then
    echo "$name: ok"
  else
    echo "$name: FAILED" >&2
    failed=1
  fi
}

./ci/install-deps.sh workflows

yaml_files() { git ls-files '*.yml' '*.yaml'; }

# Debian's own Python: another one on the PATH may lack the module.
every_yaml_loads() {
  yaml_files | /usr/bin/python3 -c '
import sys, yaml
bad = 0
for path in sys.stdin.read().splitlines():
    try:
        with open(path, encoding="utf-8") as text:
            list(yaml.safe_load_all(text))
    except (OSError, yaml.YAMLError) as problem:
        print(f"{path}: {problem}", file=sys.stderr)
        bad = 1
sys.exit(bad)'
}

every_action_is_pinned() {
  local loose
  loose=$(yaml_files | xargs grep -nE '^ *-? *uses: ' | grep -vE 'uses: (\./|[^@ ]+@[0-9a-f]{40} # v[0-9])' || true)
  [ -z "$loose" ] || { echo "$loose" >&2; return 1; }
}

# Between ${{ and }} in a script, a title or a branch name becomes program text.
no_expression_in_a_script() {
  local found
  found=$(yaml_files | xargs awk '
    FNR == 1 { inside = 0 }
    /^ *(- )?run: / { match($0, /run:/); indent = RSTART; inside = ($0 ~ /run: *[|>]/); if ($0 ~ /[$][{][{]/) print FILENAME ":" FNR ": " $0; next }
    inside && NF { match($0, /[^ ]/); if (RSTART <= indent) inside = 0; else if ($0 ~ /[$][{][{]/) print FILENAME ":" FNR ": " $0 }')
  [ -z "$found" ] || { echo "$found" >&2; return 1; }
}

get_actionlint() {
  [ -x "$actionlint" ] && return
  command -v go >/dev/null || { echo "there is no Go here to build it with"; return 1; }
  mkdir -p "$(dirname "$actionlint")"
  GOTOOLCHAIN=local GOBIN=$(dirname "$actionlint") go install \
    "github.com/rhysd/actionlint/cmd/actionlint@$actionlint_version" >/dev/null 2>&1 ||
    { echo "go install of $actionlint_version failed ($(go version))"; return 1; }
}

report "yaml" every_yaml_loads
report "actions pinned by commit" every_action_is_pinned
report "no expression inside a script" no_expression_in_a_script
mapfile -t scripts < <(git ls-files '*.sh' '.ci/run')
report "shellcheck" shellcheck -x --severity=warning "${scripts[@]}"
if why=$(get_actionlint); then
  report "actionlint $actionlint_version" "$actionlint" -shellcheck "$(command -v shellcheck)" -pyflakes=
else
  echo "actionlint: not run: $why"
fi
exit "$failed"
