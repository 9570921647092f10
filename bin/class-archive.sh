# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

# Sourced by bin/hail: an archive of loaded classes (class data sharing of the Java virtual machine), which
# halves the time that a short command takes to start. `hail cat' writes it when there is none of this
# installation, which prolongs that one run by a second or two.

archive_room_kib=102400

# class_archive JAVA PLACE...: prints where the archive for this virtual machine and the jars of these
# places lies, or nothing if there is no directory for it. A place is a directory of jars or a jar.
class_archive() {
  local cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
  if [ -z "$cache" ] || ! mkdir -p "$cache/hail" 2>/dev/null || [ ! -w "$cache/hail" ]; then return; fi
  local key
  key=$(printf '%s\n' "$(readlink -f "$1")" "${@:2}" | cksum)
  echo "$cache/hail/classes-${key%% *}.jsa"
}

# class_archive_is_current ARCHIVE JAVA PLACE...
class_archive_is_current() {
  [ -f "$1" ] && [ ! "$(readlink -f "$2")" -nt "$1" ] &&
    [ -z "$(find -L "${@:3}" -maxdepth 1 -newer "$1" -print -quit 2>/dev/null)" ]
}

# class_archive_has_room ARCHIVE: a virtual machine that cannot write its archive ends with an error
# although the command succeeded.
class_archive_has_room() {
  local free
  free=$(df -Pk "$(dirname "$1")" 2>/dev/null | awk 'NR == 2 {print $4}')
  [ "${free:-0}" -ge "$archive_room_kib" ]
}

# run_and_archive ARCHIVE COMMAND [WORD...]: runs a java command that writes the archive at its end; the
# option for it is to be named by the caller with the path ARCHIVE.$$. Returns what the command returned.
run_and_archive() {
  local archive=$1 code=0
  shift
  "$@" || code=$?
  # What a command that failed did not come to load would be missing for good.
  if [ "$code" = 0 ] && [ -f "$archive.$$" ]; then mv -f "$archive.$$" "$archive"; else rm -f "$archive.$$"; fi
  return "$code"
}
