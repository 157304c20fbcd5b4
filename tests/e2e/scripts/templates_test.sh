#!/usr/bin/env bash
# The script of each template for another CI system, taken out of its file and run: a red gate fails the job, a green one
# leaves its files, and a second build in the same work tree works too.
set -euo pipefail
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
# shellcheck source=tests/e2e/scripts/support.sh
. "$(dirname "$0")/support.sh"
templates=$source_root/ci/templates

# block FILE START: the lines below the last line that matches START, as far as they are indented deeper.
block() {
  awk -v start="$2" '
    $0 ~ start { text = ""; match($0, /[^ ]/); outer = RSTART; inside = 1; next }
    inside && NF { match($0, /[^ ]/); if (RSTART <= outer) inside = 0 }
    inside { text = text $0 "\n" }
    END { printf "%s", text }' "$1"
}
script_of() {
  case "$1" in
    gitlab) block "$templates/gitlab.yml" '^    - [|]$' ;;
    azure) block "$templates/azure.yml" '^  - bash: [|]$' | sed '/displayName/,$d' ;;
    # The upload turns a doubled dollar sign into one.
    buildkite) block "$templates/buildkite.yml" '^    command: [|]$' | sed 's/[$][$]/$/g' ;;
    jenkins) block "$templates/Jenkinsfile" "^        sh '''$" | grep -v "'''" ;;
  esac
}
run_as() { # CI VARIABLE=VALUE
  # As their runners call it: an error in between ends the job.
  script_of "$1" >"$scratch/script"
  env "$2" CI=true INFERPROOF_SUITE=suites/quick.json bash -e "$scratch/script"
}
each() {
  "$1" gitlab GITLAB_CI=true
  "$1" azure TF_BUILD=True
  "$1" buildkite BUILDKITE=true
  "$1" jenkins JENKINS_URL=http://127.0.0.1
}

mkdir -p suites/targets .git
cp -r "$source_root/suites/prompts" suites/
cat >suites/quick.json <<'JSON'
{"schema": "inferproof.suite/1", "name": "quick", "version": 1, "seed": 7, "target": "targets/target.json",
 "defaults": {"prompts": "prompts/short.jsonl", "generation": {"max_tokens": 8}, "warmup": {"requests": 1}},
 "scenarios": [{"name": "single", "load": {"shape": "closed", "concurrency": 1, "requests": 10}}],
 "gates": {"runs": 2, "rules": [{"scenario": "single", "metric": "ttft_ms.p50", "band": {"relative": 3, "absolute": 60}},
  {"scenario": "single", "metric": "tpot_ms.p50", "band": {"relative": 5, "absolute": 20}}]}}
JSON
cat >suites/targets/target.json <<'JSON'
{"schema": "inferproof.target/1", "name": "reference", "model": "reference-model", "session_spread": 0.01,
 "command": ["{self}", "serve", "--port", "{port}", "--model", "{model}", "--profile", "ttft-ms=8", "--profile", "token-ms=1"],
 "readiness": {"path": "/health", "timeout_s": 30, "interval_ms": 10}}
JSON
ln -s "$program" "$scratch/stubs/inferproof"
stub buildkite-agent <<'STUB'
printf '%s\n' "$*" >"$ANNOTATED"
STUB
export ANNOTATED=$scratch/annotated

# No baseline is red: the job's exit code is the gate's.
without_baseline() {
  exits 4 run_as "$1" "$2"
  holds "$said" "verdict: new" "$1 without a baseline"
}
without_baseline gitlab GITLAB_CI=true
inferproof baseline update out/gate --reason first --by test >/dev/null
green() {
  exits 0 run_as "$1" "$2"
  local name=$1.yml files file
  if [ "$1" = jenkins ]; then name=Jenkinsfile; fi
  files=$(grep -oE 'out/gate/[a-z-]+\.(xml|json|md)' "$templates/$name" | sort -u)
  [ -n "$files" ] || die "$name names no file"
  for file in $files; do
    checks=$((checks + 1))
    [ -s "$file" ] || die "$name names $file, which the gate did not write"
  done
}
each green

# The same for a gate that is red otherwise, in every one of them.
rm "$scratch/stubs/inferproof"
stub inferproof <<'STUB'
mkdir -p out/gate && echo text >out/gate/buildkite.md
exit 1
STUB
red() { exits 1 run_as "$1" "$2"; }
each red
holds "$(cat "$ANNOTATED")" "--style error" "the annotation of a red build"

echo "templates: $checks checks passed"
