# Sourced by the tests of scripts: a scratch directory, stubs, and checks that name what they wanted.
# shellcheck shell=bash disable=SC2034  # the variables are for the tests that source this

source_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/stubs" "$scratch/work"
export PATH=$scratch/stubs:$PATH
cd "$scratch/work" || exit 1
unset GITHUB_ACTIONS GITHUB_OUTPUT GITHUB_ENV GITHUB_WORKSPACE GITHUB_STEP_SUMMARY

checks=0
die() {
  echo "FAILED: $*" >&2
  exit 1
}
holds() { # TEXT PART WHAT
  checks=$((checks + 1))
  case "$1" in *"$2"*) ;; *) die "$3: wanted '$2' in"$'\n'"$1" ;; esac
}
lacks() { # TEXT PART WHAT
  checks=$((checks + 1))
  case "$1" in *"$2"*) die "$3: did not want '$2' in"$'\n'"$1" ;; esac
}
equals() { # GOT WANTED WHAT
  checks=$((checks + 1))
  [ "$1" = "$2" ] || die "$3: wanted '$2', got '$1'"
}
exits() { # CODE COMMAND...   (its output is in $said)
  local wanted=$1 code=0
  shift
  checks=$((checks + 1))
  said=$("$@" 2>&1) || code=$?
  [ "$code" -eq "$wanted" ] || die "exit $code, wanted $wanted: $*"$'\n'"$said"
}

# stub NAME: a program that does what its text on standard input says.
stub() {
  { echo '#!/usr/bin/env bash'; cat; } >"$scratch/stubs/$1"
  chmod +x "$scratch/stubs/$1"
}

# What a stranger may put into a name, a title or a reason; none of it may run, or end a line of a runner's file.
# shellcheck disable=SC2016
hostile=('$(touch pwned)' '`touch pwned`' "'; touch pwned; '" '"; touch pwned; "' '${IFS}$(touch pwned)' '| touch pwned' '&& touch pwned')
nothing_ran() {
  checks=$((checks + 1))
  [ -z "$(find "$scratch" -name 'pwned*')" ] || die "$1: a hostile text was run"
}
