# Sourced by the scripts beside it. Everything that a stranger may have written arrives in the environment, is checked
# here, and is only ever expanded inside double quotes.
# shellcheck shell=bash

fail() {
  echo "inferproof: $*" >&2
  exit 2
}

# plain NAME VALUE: refuses what could be read as a flag, or could end a line of a file that the runner parses.
plain() {
  case "$2" in
    -*) fail "$1 must not begin with '-'" ;;
    *[[:cntrl:]]*) fail "$1 must not hold control characters" ;;
  esac
}

# one_of NAME VALUE WORD...
one_of() {
  local name=$1 value=$2 word
  shift 2
  for word in "$@"; do
    [ "$value" = "$word" ] && return
  done
  fail "$name must be one of: $*"
}

commit_hash() {
  [[ "$2" =~ ^[0-9a-f]{40}$ ]] || fail "$1 must be a full commit hash"
}

repository_name() {
  [[ "$2" =~ ^[A-Za-z0-9._-]{1,100}/[A-Za-z0-9._-]{1,100}$ ]] || fail "$1 must be OWNER/NAME"
}

whole_number() {
  [[ "$2" =~ ^[1-9][0-9]{0,14}$ ]] || fail "$1 must be a number"
}

# output NAME VALUE: a step output. VALUE has passed plain().
output() {
  if [ -n "${GITHUB_OUTPUT:-}" ]; then
    printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
  fi
}

# one_line TEXT LIMIT: the first line without control characters, at most LIMIT characters of it.
one_line() {
  local text=${1%%$'\n'*}
  text=${text//[[:cntrl:]]/}
  printf '%s' "${text:0:$2}"
}
