# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 The HAIL authors

# A toolchain for libraries that load on systems with an old C library and any C++ library. Zig knows the symbols
# of each version of glibc, links its own C++ library statically, and compiles for other processors.
#   cmake -S hail-native -B DIRECTORY -G Ninja -DCMAKE_TOOLCHAIN_FILE=hail-native/cmake/baseline.cmake
#     -DHAIL_BASELINE=x86_64|aarch64   the processor
#     -DHAIL_ZIG=FILE                  the program zig; require_zig of bin/prerequisites.sh installs it

# Of these the compiler's first tries are told, too.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES HAIL_BASELINE HAIL_ZIG)
if(HAIL_BASELINE STREQUAL "x86_64")
  # RHEL 7 and what came after.
  set(hail_target x86_64-linux-gnu.2.17)
  # As CMakeLists.txt has it, in Zig's words. Zig compiles its C++ library for this processor, too.
  set(CMAKE_CXX_FLAGS_INIT -mcpu=x86_64_v2)
elseif(HAIL_BASELINE STREQUAL "aarch64")
  # RHEL 8 and what came after.
  set(hail_target aarch64-linux-gnu.2.28)
else()
  message(FATAL_ERROR "HAIL_BASELINE is x86_64 or aarch64, not '${HAIL_BASELINE}'")
endif()

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${HAIL_BASELINE})
set(CMAKE_CXX_COMPILER ${HAIL_ZIG} c++ -target ${hail_target})
set(CMAKE_C_COMPILER ${HAIL_ZIG} cc -target ${hail_target})
# Libraries have glibc's stack guard and memcpy, in place of those of Zig's own run-time library.
set(CMAKE_SHARED_LINKER_FLAGS_INIT -rtlib=none)
# Programs of this machine's own compiler may not know the other processor's files.
foreach(language C CXX)
  set(CMAKE_${language}_ARCHIVE_CREATE "\"${HAIL_ZIG}\" ar qc <TARGET> <OBJECTS>")
  set(CMAKE_${language}_ARCHIVE_APPEND "\"${HAIL_ZIG}\" ar q <TARGET> <OBJECTS>")
  set(CMAKE_${language}_ARCHIVE_FINISH "\"${HAIL_ZIG}\" ranlib <TARGET>")
endforeach()
