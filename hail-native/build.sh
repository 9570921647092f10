# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

# Sourced by the scripts that compile hail-native, after bin/prerequisites.sh.

# build_native FOLDER OPTION... [--target TARGET... [-- NINJA-OPTION...]]: configures this folder of target/native and compiles in it.
# Sets directory to its path. One folder holds all that is compiled with the same options, so that nothing is
# compiled twice; options that only add targets stay once they are given. Who compiles there next waits.
build_native() {
  directory=$hail_root/target/native/$1
  shift
  local options=()
  while [ $# -gt 0 ] && [ "$1" != --target ]; do
    options+=("$1")
    shift
  done
  mkdir -p "$directory"
  (
    flock 9
    cmake -S "$hail_root/hail-native" -B "$directory" -G Ninja -DCMAKE_BUILD_TYPE=Release --log-level=WARNING \
      "${options[@]}" >/dev/null 9>&-
    cmake --build "$directory" "$@" 9>&-
  ) 9>"$directory.lock"
}

# build_around_library FOLDER OPTION... [--target TARGET...]: compiles in this folder around the joins that
# hail-native/library has compiled for Java, or compiles them for it. Without a JDK it compiles its own.
build_around_library() {
  local jdk library= folder=$1
  shift
  jdk=$(jdk_home) || jdk=
  if [ -n "$jdk" ]; then
    build_native java -DHAIL_JDK="$jdk" --target hail_native
    library=$directory/libhail_join.a
  fi
  build_native "$folder" -DHAIL_JOIN_LIBRARY="$library" "$@"
}
