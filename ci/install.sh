#!/usr/bin/env bash
# Builds inferproof and installs it below PREFIX: PREFIX/bin/inferproof. Usage: ci/install.sh PREFIX
set -euo pipefail

prefix=${1:?usage: ci/install.sh PREFIX}
case "$prefix" in
  /*) ;;
  *) prefix=$PWD/$prefix ;;
esac
cd "$(dirname "$0")/.."

./ci/install-deps.sh build
echo "install: building inferproof (a few minutes the first time)"
cmake --preset release --log-level=WARNING -DINFERPROOF_TESTS=OFF -DINFERPROOF_BENCH=OFF >/dev/null
cmake --build --preset release --target inferproof -- --quiet
cmake --install build/release --prefix "$prefix" >/dev/null
echo "install: $("$prefix/bin/inferproof" --version) in $prefix/bin"
