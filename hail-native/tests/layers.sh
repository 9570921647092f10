#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

# layers.sh SOURCES LABORATORY LIBRARY...: fails if the product knows the laboratory: if a source of the
# product includes a header of it, or a library of the product has or needs a symbol of it.
set -euo pipefail

sources=$1
laboratory=$2
shift 2
failures=0

fail() {
  echo "$1" >&2
  failures=$((failures + 1))
}

# symbols FILE: name, binding and section of each function and variable.
symbols() {
  readelf --wide --symbols "$1" | awk '$4 ~ /FUNC|OBJECT|NOTYPE|TLS/ && NF == 8 { print $8, $5, $7 }'
}

while IFS= read -r include; do
  fail "$include: the product includes a header of the laboratory"
done < <(grep -rnE --include='*.h' --include='*.cc' '#include.*hail/laboratory/' \
  "$sources/src/hail" "$sources/include" | grep -v "^$sources/src/hail/laboratory/")

# Inline functions and templates are weak: both may have those of the product.
owned=$(mktemp)
trap 'rm -f "$owned"' EXIT
symbols "$laboratory" | awk '$2 == "GLOBAL" && $3 != "UND" { print $1 }' | sort -u >"$owned"
[ -s "$owned" ] || fail "$laboratory: no symbols"

for library in "$@"; do
  while IFS= read -r symbol; do
    fail "$library: has or needs $(c++filt "$symbol") of the laboratory"
  done < <(symbols "$library" | awk '{ print $1 }' | sort -u | comm -12 - "$owned")
done
exit $((failures > 0))
