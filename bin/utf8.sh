# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

# Sourced by bin/hail and bin/test: in every locale of the caller, arguments, variables and file names are
# UTF-8, and messages are English. The Java virtual machine decodes by the locale that it starts in.

asked_locale=${LC_ALL:-${LC_CTYPE:-${LANG:-}}}

# use_utf8: gives this shell, and all that it starts, a locale of UTF-8. If the system has none, the locale
# stays as it is, and HailCli refuses what it cannot decode.
use_utf8() {
  local name
  for name in C.UTF-8 en_US.UTF-8 "$asked_locale"; do
    if is_utf8_locale "$name" 2>/dev/null; then
      export LC_ALL=$name
      return
    fi
  done
}

# is_utf8_locale NAME: whether the system has this locale, with UTF-8
is_utf8_locale() {
  # No other charset makes one letter of these bytes.
  local LC_ALL=C euro=$'\342\202\254'
  # If the system does not have the locale, the shell warns and stays in the locale C.
  { LC_ALL=$1; } 2>/dev/null
  [ ${#euro} = 1 ]
}

# require_utf8 WHAT TEXT: refuses bytes that are not UTF-8, because Java would replace them in silence
require_utf8() {
  # The locale C compares bytes.
  local LC_ALL=C tail=$'[\200-\277]' letter
  letter=$'[\001-\177]|[\302-\337]'$tail
  letter+=$'|\340[\240-\277]'$tail$'|[\341-\354\356\357]'$tail$tail$'|\355[\200-\237]'$tail
  letter+=$'|\360[\220-\277]'$tail$tail$'|[\361-\363]'$tail$tail$tail$'|\364[\200-\217]'$tail$tail
  if [[ $2 =~ ^($letter)*$ ]]; then return; fi
  printf 'hail: %s %q is not UTF-8, which HAIL takes in every locale (here %s): write it in UTF-8, or rename the file or folder\n' \
    "$1" "$2" "${asked_locale:-C}" >&2
  exit 2
}
