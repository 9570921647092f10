// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <filesystem>

namespace hail::join {

/// Bytes of a processor's cache for data as Linux describes it, 0 if it does not. The C library has
/// its own way, which in virtual machines takes the caches of the whole host for those of one core.
///
/// caches   a directory for each cache with files `level`, `type` and `size`, as
///          /sys/devices/system/cpu/cpu0/cache
/// level    from 1 on
uint64_t cache_size(const std::filesystem::path& caches, unsigned level);

}  // namespace hail::join
