#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

# baseline.sh LIBRARY...: fails unless each shared library loads on the systems that Hadoop clusters run:
# it needs no newer glibc than theirs, and no other library than glibc's own.
set -euo pipefail

failures=0

fail() {
  echo "$1" >&2
  failures=$((failures + 1))
}

# limit LIBRARY: the newest version of glibc that it may need
limit() {
  case $(readelf --wide --file-header "$1" | sed -n 's/^ *Machine: *//p') in
    *X86-64*) echo 2.17 ;;
    *AArch64*) echo 2.28 ;;
  esac
}

# needed_versions LIBRARY: the versions that other libraries must have
needed_versions() {
  readelf --wide --version-info "$1" |
    sed -n '/^Version needs section/,$s/.* Name: \([^ ]*\) *Flags: .*/\1/p'
}

# symbols_of LIBRARY VERSION
symbols_of() {
  readelf --wide --dyn-syms "$1" | awk -v version="@$2" '
    index($8, version) && substr($8, index($8, version)) == version { sub(/@.*/, "", $8); printf "%s ", $8 }'
}

# needed_libraries LIBRARY
needed_libraries() { readelf --wide --dynamic "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }

# no_newer VERSION LIMIT
no_newer() { [ "$(printf '%s\n' "$1" "$2" | sort -V | tail -n 1)" = "$2" ]; }

# check LIBRARY
check() {
  local library=$1 most versions version needed
  most=$(limit "$library")
  [ -n "$most" ] || { fail "$library: no limit is known for its processor"; return; }
  versions=$(needed_versions "$library")
  # Versions that nobody could read would all be old enough.
  [ -n "$versions" ] || fail "$library: it needs no version of any library, which cannot be"
  for version in $versions; do
    [[ $version =~ ^GLIBC_[0-9.]+$ ]] && no_newer "${version#GLIBC_}" "$most" ||
      fail "$library: needs $version for: $(symbols_of "$library" "$version"); GLIBC_$most is the limit"
  done
  for needed in $(needed_libraries "$library"); do
    [[ $needed =~ ^(lib(c|m|dl|rt|pthread)|ld-linux-[a-z0-9-]+)\.so\.[0-9]+$ ]] ||
      fail "$library: needs $needed, which is no part of glibc"
  done
}

[ $# -gt 0 ] || { echo "baseline.sh LIBRARY..." >&2; exit 2; }
for library in "$@"; do check "$library"; done
exit $((failures > 0))
