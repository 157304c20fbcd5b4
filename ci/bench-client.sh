#!/usr/bin/env bash
# How good is our client? It, a raw epoll client and Python clients against one paced server, in one run: client and
# server pinned to a core each, medians of REPEATS, and the CPU share of everyone else beside every figure.
#   ci/bench-client.sh [PYTHON]
# PYTHON: an interpreter with aiohttp and httpx (python3 -m venv DIR && DIR/bin/pip install aiohttp httpx).
# BUILD=build/release-bench (optimised), REPEATS=5.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${1:-python3}
repeats=${REPEATS:-5}
build=${BUILD:-build/bench-client}
if [[ ! -x $build/tests/bench/client/bench_our_client || -n ${REBUILD:-} ]]; then
  cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DINFERPROOF_TEST_LABELS=bench >/dev/null
  cmake --build "$build" --target bench_paced_server bench_raw_client bench_our_client
fi
exec python3 ci/bench/compare_clients.py --programs "$build/tests/bench/client" --python "$python" --repeats "$repeats"
