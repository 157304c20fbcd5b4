#!/usr/bin/env bash
# Installs what building and testing inferproof needs on Debian 12, and nothing that is already there.
# Usage: ci/install-deps.sh [build] [clang] [python] [workflows]     (default: build)
set -euo pipefail
cd "$(dirname "$0")/.."

build=(cmake ninja-build g++ pkg-config git ca-certificates ccache curl jq
  libcurl4-openssl-dev nlohmann-json3-dev libcli11-dev libgtest-dev libgmock-dev libbenchmark-dev
  libevent-dev libre2-dev libutf8proc-dev libssl-dev libboost-math-dev libsimdjson-dev
  libxml2-utils)  # xmllint: the tests hold junit.xml to its schema
clang=(clang clang-format clang-tidy libclang-rt-14-dev lld)
python=(python3 python3-venv)
workflows=(python3 python3-yaml shellcheck)

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

installed() {
  dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed
}

wanted=()
for group in "${@:-build}"; do
  case "$group" in
    build) wanted+=("${build[@]}") ;;
    clang) wanted+=("${clang[@]}") ;;
    python) wanted+=("${python[@]}") ;;
    workflows) wanted+=("${workflows[@]}") ;;
    *) echo "install-deps: unknown group '$group' (known: build, clang, python, workflows)" >&2; exit 2 ;;
  esac
done

missing=()
for package in "${wanted[@]}"; do
  installed "$package" || missing+=("$package")
done
valijson_dir=.deps/valijson
need_valijson=0
[ -f "$valijson_dir/usr/include/valijson/validator.hpp" ] || need_valijson=1

if [ ${#missing[@]} -eq 0 ] && [ "$need_valijson" -eq 0 ]; then
  exit 0
fi

echo "install-deps: installing ${missing[*]:-} $([ "$need_valijson" -eq 1 ] && echo '(and the valijson headers)')"
export DEBIAN_FRONTEND=noninteractive
as_root apt-get -qq update
if [ ${#missing[@]} -gt 0 ]; then
  as_root apt-get -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 install "${missing[@]}" >/dev/null
fi
# The valijson package depends on Qt, Poco and a dozen more JSON libraries that we do not use: unpack its headers alone.
if [ "$need_valijson" -eq 1 ]; then
  scratch=$(mktemp -d)
  chmod 755 "$scratch"
  (cd "$scratch" && apt-get -qq -o APT::Sandbox::User=root download libvalijson-dev)
  mkdir -p "$valijson_dir"
  dpkg -x "$scratch"/libvalijson-dev*.deb "$valijson_dir"
  rm -rf "$scratch"
fi
