#!/usr/bin/env bash
# Lets other load tools measure the reference engine, imports what they wrote and shows our own measurement beside it.
# Usage: ci/foreign-results.sh [OUT]     OUT: where the files go; default: a new directory under /tmp
# Each tool lives in a virtual environment outside of the tree ($INFERPROOF_ENGINES, else ~/.cache/inferproof), installed on
# first use with its pinned version in at most INFERPROOF_INSTALL_S seconds (480); a run of a tool may take INFERPROOF_TOOL_S
# (300). A tool that cannot be had is "not run: why".
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-$(mktemp -d)}
engines=${INFERPROOF_ENGINES:-${XDG_CACHE_HOME:-$HOME/.cache}/inferproof}/venv
inferproof=${INFERPROOF_PROGRAM:-build/${INFERPROOF_PRESET:-release}/bin/inferproof}
runs=${INFERPROOF_FOREIGN_RUNS:-4}
install_s=${INFERPROOF_INSTALL_S:-480}
tool_s=${INFERPROOF_TOOL_S:-300}
[ -x "$inferproof" ] || { echo "foreign results: $inferproof is not built" >&2; exit 2; }
inferproof=$(realpath "$inferproof")
mkdir -p "$out"
out=$(realpath "$out")
here=$PWD/ci/foreign

# environment NAME PACKAGE...: succeeds when the tool is installed.
environment() {
  local name=$1
  shift
  [ -f "$engines/$name/installed" ] && return
  mkdir -p "$engines"
  rm -rf "${engines:?}/$name"
  python3 -m venv "$engines/$name"
  timeout "$install_s" "$engines/$name/bin/pip" install --quiet --disable-pip-version-check --no-compile "$@" \
    >"$out/$name.install.log" 2>&1 || return
  touch "$engines/$name/installed"
}

not_run() { echo "$1: not run: $2"; }

"$inferproof" serve --port 0 --noise-seed 7 >"$out/serve.log" &
server=$!
trap 'kill "$server" 2>/dev/null || true' EXIT
for _ in $(seq 50); do grep -q 'listening on' "$out/serve.log" && break; sleep 0.1; done
url=$(sed -n 's/^listening on \(http[^ ]*\) .*/\1/p' "$out/serve.log")

aiperf() {
  environment aiperf aiperf==0.13.0 || { not_run aiperf "the package cannot be installed here in $install_s s"; return; }
  local bin=$engines/aiperf/bin i
  "$bin/python" "$here/make_tokenizer.py" "$out/tokenizer" >/dev/null 2>&1
  mkdir -p "$out/aiperf"
  for ((i = 0; i < runs; ++i)); do
    (cd "$out" && timeout "$tool_s" "$bin/aiperf" profile --model reference-model --url "$url" --endpoint-type chat --streaming \
      --tokenizer ./tokenizer --use-server-token-count --concurrency 2 --request-count 40 --warmup-request-count 4 \
      --input-file "$here/texts.jsonl" --custom-dataset-type single_turn --osl 16 --output-artifact-dir "$out/aiperf.run$i" \
      --ui none) >"$out/aiperf.run$i.log" 2>&1 || { not_run aiperf "see $out/aiperf.run$i.log"; return; }
    cp "$out/aiperf.run$i/profile_export_aiperf.json" "$out/aiperf/run$i.json"
  done
  import aiperf
}

guidellm() {
  environment guidellm guidellm==0.8.1 || { not_run guidellm "the package cannot be installed here in $install_s s"; return; }
  local i
  mkdir -p "$out/guidellm"
  for ((i = 0; i < runs; ++i)); do
    HF_HUB_OFFLINE=1 timeout "$tool_s" "$engines/guidellm/bin/guidellm" run --backend "kind=openai_http,target=$url" \
      --profile kind=concurrent,streams=2 --data "kind=json_file,path=$here/prompts.jsonl" \
      --output "kind=json,path=$out/guidellm/run$i.json" --disable-console-interactive \
      >"$out/guidellm.run$i.log" 2>&1 || { not_run guidellm "see $out/guidellm.run$i.log"; return; }
  done
  import guidellm
}

vllm() {
  environment vllm vllm==0.33.0 || { not_run vllm "the package cannot be installed here in $install_s s"; return; }
  local i
  mkdir -p "$out/vllm"
  [ -d "$out/tokenizer" ] || "$engines/vllm/bin/python" "$here/make_tokenizer.py" "$out/tokenizer" >/dev/null 2>&1
  for ((i = 0; i < runs; ++i)); do
    HF_HUB_OFFLINE=1 timeout "$tool_s" "$engines/vllm/bin/vllm" bench serve --backend openai-chat --base-url "$url" \
      --endpoint /v1/chat/completions --model reference-model --tokenizer "$out/tokenizer" --dataset-name random \
      --random-input-len 32 --random-output-len 16 --num-prompts 40 --max-concurrency 2 --seed 7 --save-result --save-detailed \
      --result-dir "$out/vllm" --result-filename "run$i.json" \
      >"$out/vllm.run$i.log" 2>&1 || { not_run vllm "see $out/vllm.run$i.log"; return; }
  done
  import vllm
}

llama_bench() {
  local bench model=${INFERPROOF_LLAMA_MODEL:-}
  bench=$(command -v llama-bench || true)
  [ -n "$bench" ] || { not_run llama-bench "no llama-bench in PATH"; return; }
  [ -f "$model" ] || { not_run llama-bench "INFERPROOF_LLAMA_MODEL names no weights"; return; }
  mkdir -p "$out/llama-bench"
  "$bench" -m "$model" -p 64 -n 16 -r "$runs" -o json >"$out/llama-bench/run.json" 2>"$out/llama-bench.log"
  import llama-bench
}

# Accepts the files and compares them with themselves: what was read is printed, and nothing may be worse.
import() {
  echo "== $1: imported"
  "$inferproof" baseline update "$out/$1" --baselines "$out/baselines" --reason "imported" --by ci
  "$inferproof" compare "$out/$1" "$out/$1" --ci none || { echo "foreign results: $1 against itself is not sound" >&2; exit 1; }
}

for tool in aiperf guidellm vllm llama_bench; do $tool; done
echo "== inferproof: the same engine, the same load"
"$inferproof" run "$here/suite.json" --endpoint "$url" --model reference-model --runs "$runs" --out "$out/own"
echo "files: $out; why the numbers differ: docs/importing.md"
