# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

# Sourced by bin/hail, bin/release and bin/test: makes sure that the tools the build needs are there.
# As root on a Debian system missing packages are installed; anyone else is told the exact command.

hail_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# What pip gets is kept here for other checkouts and for times without a network.
hail_wheels=${HAIL_WHEELS:-${XDG_CACHE_HOME:-${HOME:-$hail_root}/.cache}/hail/wheels}
# What ends a function or a script that needs a tool which only a network can bring.
no_network=69

# Prints the major version of the java compiler on the path, or 0.
javac_major() {
  local version
  version=$(javac -version 2>&1) || { echo 0; return; }
  version=${version#javac }
  echo "${version%%.*}"
}

# Prints the folder of the JDK on the path.
jdk_home() {
  javac -J-XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p'
}

# require_packages PACKAGE...: installs them or ends with the command that does.
require_packages() {
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing $* ..." >&2
    # Only one apt-get runs at a time, and others would fail.
    (
      flock 9
      # Without a network it ends after seconds.
      patience=(-o Acquire::Retries=1 -o Acquire::http::Timeout=15 -o Acquire::https::Timeout=15)
      apt-get update -q "${patience[@]}" >&2 &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q "${patience[@]}" --no-install-recommends "$@" >&2
    ) 9>"${TMPDIR:-/tmp}/hail-packages.lock" || {
      echo "hail: apt-get cannot install $*; with a network run:  apt-get update && apt-get install -y $*" >&2
      exit 1
    }
  else
    echo "hail: missing tools. Run:  sudo apt-get update && sudo apt-get install -y $*" >&2
    exit 1
  fi
}

require_build_tools() {
  local missing=()
  local major
  major=$(javac_major)
  if ! [ "$major" -ge 17 ] 2>/dev/null; then missing+=(openjdk-17-jdk-headless); fi
  command -v mvn >/dev/null || missing+=(maven)
  if [ ${#missing[@]} -gt 0 ]; then require_packages "${missing[@]}"; fi
}

# What watches over tests and judges them, and makes .venv.
require_python() {
  python3 -c 'import ensurepip, venv' 2>/dev/null || require_packages python3 python3-venv
}

# What the crash test cuts links and sets clocks with. Without it those faults are left out, and the test says so.
offer_fault_tools() {
  local missing=()
  command -v nft >/dev/null || [ -x /usr/sbin/nft ] || missing+=(nftables)
  compgen -G '/usr/lib/*/faketime/libfaketime.so.1' >/dev/null || missing+=(faketime)
  [ ${#missing[@]} -gt 0 ] || return 0
  (require_packages "${missing[@]}") || echo "hail: tests go on without the faults of ${missing[*]}" >&2
}

# What commands in the documents use beside HAIL.
require_page_tools() {
  command -v jq >/dev/null || require_packages jq
}

# Hadoop's native library, which short-circuit reads need. Without it the test of them is skipped, and says so.
offer_hadoop_library() {
  local group=io.trino.hadoop artefact=hadoop-apache version=3.3.5-3
  [ -e "$HOME/.m2/repository/${group//.//}/$artefact/$version/$artefact-$version.jar" ] ||
    timeout 120 mvn -B -ntp -q dependency:get -Dtransitive=false -Dartifact="$group:$artefact:$version" >/dev/null 2>&1 ||
    echo "hail: tests go on without short-circuit reads: Maven cannot get $group:$artefact:$version" >&2
}

# require_native_compiler [PACKAGE...]: what builds hail-native, and packages known to be missing beside it.
require_native_compiler() {
  local missing=("$@")
  command -v g++ >/dev/null || missing+=(g++)
  command -v cmake >/dev/null || missing+=(cmake)
  command -v ninja >/dev/null || missing+=(ninja-build)
  if [ ${#missing[@]} -gt 0 ]; then require_packages "${missing[@]}"; fi
}

# Whether hail-native can be built as things are.
has_native_compiler() {
  [ "$(uname -s)" = Linux ] && command -v g++ >/dev/null && command -v cmake >/dev/null && command -v ninja >/dev/null
}

# What builds and tests hail-native.
require_native_tools() {
  if [ -e /usr/include/gtest/gtest.h ]; then require_native_compiler; else require_native_compiler libgtest-dev; fi
}

# require_compiler CXX: a compiler for hail-native other than g++, and what its sanitizers are linked with.
require_compiler() {
  if ! command -v "$1" >/dev/null; then
    [ "$1" = clang++ ] || { echo "hail: there is no compiler $1" >&2; exit 1; }
    require_packages clang
  fi
  if [ "$1" = clang++ ] && ! compgen -G "$(clang++ -print-resource-dir)/lib/linux/libclang_rt.tsan-*" >/dev/null; then
    # Each version of Debian's clang has a package of its own.
    local version
    version=$(clang++ -dumpversion)
    require_packages "libclang-rt-${version%%.*}-dev"
  fi
}

# An interpreter of Python in .venv of the checkout.
require_venv() {
  "$hail_root/.venv/bin/python" -c 'import pip' 2>/dev/null && return
  require_python
  python3 -m venv "$hail_root/.venv" >&2
}

# run_pip COMMAND NAME OPTION...: does this with what NAME.requirements.txt names, if its bytes are those that were
# reviewed.
# A new version: pip-compile --generate-hashes writes the file.
# The scripts in .venv/bin, such as pip, name the folder where .venv was made. In a checkout that was moved or
# copied they find no interpreter, or change the other checkout. So nothing runs these scripts.
run_pip() {
  "$hail_root/.venv/bin/python" -m pip "$1" --quiet --disable-pip-version-check --only-binary :all: --require-hashes \
    --requirement "$hail_root/bin/$2.requirements.txt" "${@:3}"
}

# require_wheel NAME: installs what NAME.requirements.txt names. Returns $no_network if only a network could bring it.
require_wheel() {
  local said code=0
  mkdir -p "$hail_wheels" 2>/dev/null && [ -w "$hail_wheels" ] || hail_wheels=$hail_root/.venv/wheels
  run_pip install "$1" --no-index --find-links "$hail_wheels" >/dev/null 2>&1 && return
  said=$(run_pip download "$1" --retries 1 --timeout 15 --dest "$hail_wheels" 2>&1) || code=$?
  if [ "$code" = 0 ]; then
    run_pip install "$1" --no-index --find-links "$hail_wheels" >&2
  else
    echo "$said" >&2
    [[ $said != *"connection broken by"* ]] || code=$no_network
    return "$code"
  fi
}

# wheel_folder PACKAGE: prints the folder of an installed package.
wheel_folder() {
  "$hail_root/.venv/bin/python" -c "import $1; print($1.__path__[0])"
}

# What checks the format of hail-native: each version of clang-format has its own.
require_clang_format() {
  local version=14.0.6 folder
  require_venv || return
  folder=$(wheel_folder clang_format 2>/dev/null) || folder=
  case $("$folder/data/bin/clang-format" --version 2>/dev/null) in
    *" $version"*) ;;
    *)
      echo "Installing clang-format $version into .venv ..." >&2
      require_wheel clang-format || return
      folder=$(wheel_folder clang_format)
      ;;
  esac
  clang_format=$folder/data/bin/clang-format
}

# What compiles hail-native for the systems that clusters run. Sets zig to the program.
require_zig() {
  local version=0.17.1 folder
  require_venv || return
  folder=$(wheel_folder ziglang 2>/dev/null) || folder=
  if [ -z "$folder" ] || [ "$("$folder/zig" version)" != "$version" ]; then
    echo "Installing Zig $version into .venv ..." >&2
    require_wheel ziglang || return
    folder=$(wheel_folder ziglang)
  fi
  zig=$folder/zig
  # Its C++ library, compiled once for each processor, and nothing in the user's own folder.
  export ZIG_GLOBAL_CACHE_DIR=$hail_root/target/native/zig
}

# The tests read replicas with Arrow's Python reader; its interpreter lives in .venv of the checkout. Without it and
# without a network they are skipped, and the verdict names them.
offer_pyarrow() {
  local code=0
  require_pyarrow || code=$?
  if [ "$code" = "$no_network" ]; then
    echo "hail: tests go on without pyarrow, which only a network brings" >&2
    export HAIL_WITHOUT_PYARROW=true
  else
    return "$code"
  fi
}

require_pyarrow() {
  local python=$hail_root/.venv/bin/python
  if [ -x "$python" ] && "$python" -c 'import pyarrow' 2>/dev/null; then return; fi
  require_venv || return
  echo "Installing pyarrow into .venv ..." >&2
  require_wheel pyarrow
}
