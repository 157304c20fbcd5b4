#!/usr/bin/env bash
# Installs into an empty prefix and plans a gate with the installed program and its suites alone. Usage: install_test.sh BUILD_DIR
set -euo pipefail

prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$1" --prefix "$prefix" >/dev/null
cd "$prefix"
bin/inferproof --version
bin/inferproof gate share/inferproof/suites/smoke.json --dry-run | tail -n 1 | tee plan.txt
grep -q 'requests' plan.txt
test -s share/inferproof/suites/schema/suite.schema.json
test -s share/doc/inferproof/LICENSE
