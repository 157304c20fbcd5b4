#!/usr/bin/env bash
# Answers the program to use in the step output `binary`: the one given, the cached one, or one built from this source.
# Environment: INPUT_BINARY (optional), INPUT_VERSION (optional: what it must be), CACHE (directory of the cache).
set -euo pipefail
# shellcheck source=ci/action/common.sh
. "$(dirname "$0")/common.sh"

source_root=$(cd "$(dirname "$0")/../.." && pwd)
binary=${INPUT_BINARY:-}
wanted=${INPUT_VERSION:-}
plain binary "$binary"
plain version "$wanted"

if [ -n "$binary" ]; then
  # Absolute: a later step may stand elsewhere.
  found=$(command -v -- "$binary") || fail "no such program: $binary"
  binary=$(cd "$(dirname "$found")" && pwd)/$(basename "$found")
else
  prefix=${CACHE:?}
  binary=$prefix/bin/inferproof
  # A cached program needs the libraries it was linked with; a fresh container has none of them.
  if [ -x "$binary" ] && ! "$binary" --version >/dev/null 2>&1; then
    "$source_root/ci/install-deps.sh" build
  fi
  "$binary" --version >/dev/null 2>&1 || "$source_root/ci/install.sh" "$prefix"
fi

said=$("$binary" --version) || fail "$binary does not run"
if [ -n "$wanted" ] && [ "$said" != "inferproof $wanted" ]; then
  fail "$binary is '$said', wanted version $wanted"
fi
echo "using $binary ($said)"
output binary "$binary"
