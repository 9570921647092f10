#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

# hardening.sh SOURCES LIBRARY...: fails unless each shared library is built as CMakeLists.txt says.
set -euo pipefail

sources=$1
shift
failures=0

# require LIBRARY WHAT COMMAND...: the command must succeed.
require() {
  local library=$1 what=$2
  shift 2
  if ! "$@"; then
    echo "$library: $what" >&2
    failures=$((failures + 1))
  fi
}

# Reads all of its input: a reader that ends early would end its writer by a signal.
has() { readelf --wide $2 "$1" | grep -E "$3" >/dev/null; }
has_not() { ! has "$@"; }
names_no_folder() { ! grep -F "$sources" "$1" >/dev/null; }

for library in "$@"; do
  require "$library" "symbols are bound late, -z now is missing" has "$library" --dynamic 'BIND_NOW|FLAGS_1.*NOW'
  require "$library" "tables stay writable, -z relro is missing" has "$library" --program-headers ' GNU_RELRO '
  require "$library" "no word about the stack" has "$library" --program-headers ' GNU_STACK '
  require "$library" "the stack is executable" has_not "$library" --program-headers ' GNU_STACK .* (RWE|R E) '
  require "$library" "a part is writable and executable" has_not "$library" --program-headers ' LOAD .* RWE '
  require "$library" "code is changed when it is loaded" has_not "$library" --dynamic 'TEXTREL'
  require "$library" "libraries are looked for in folders of its own" has_not "$library" --dynamic 'RPATH|RUNPATH'
  require "$library" "no function guards its stack" has "$library" --dyn-syms '__stack_chk_fail'
  require "$library" "it names a folder of the host it was built on" names_no_folder "$library"
done
exit $((failures > 0))
