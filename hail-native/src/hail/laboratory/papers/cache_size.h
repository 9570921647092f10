// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <filesystem>

namespace hail::join {

/// Size of a processor's data cache in bytes as Linux describes it; 0 if Linux does not. The C
/// library has a figure of its own, but in virtual machines it gives one core the caches of the
/// whole host.
///
/// caches   directory with one directory for each cache, which holds files `level`, `type` and
///          `size`, such as /sys/devices/system/cpu/cpu0/cache
/// level    1 or more
uint64_t cache_size(const std::filesystem::path& caches, unsigned level);

}  // namespace hail::join
