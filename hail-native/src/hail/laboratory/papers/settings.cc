// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/papers/settings.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "hail/laboratory/papers/cache_size.h"

namespace hail::join {
namespace {

constexpr const char* kCaches = "/sys/devices/system/cpu/cpu0/cache";

uint64_t cache(unsigned level, int name, uint64_t otherwise) {
  if (const uint64_t bytes = cache_size(kCaches, level); bytes != 0) {
    return bytes;
  }
  const long bytes = sysconf(name);
  return bytes > 0 ? static_cast<uint64_t>(bytes) : otherwise;
}

}  // namespace

Caches machine_caches() {
  Caches caches;
#if defined(_SC_LEVEL2_CACHE_SIZE)
  caches.second_level = cache(2, _SC_LEVEL2_CACHE_SIZE, caches.second_level);
#endif
#if defined(_SC_LEVEL3_CACHE_SIZE)
  caches.last_level = cache(3, _SC_LEVEL3_CACHE_SIZE, caches.last_level);
#endif
  return caches;
}

unsigned radix_bits(uint64_t rows, double entry, double load, bool mixed, const Caches& caches,
                    unsigned threads) {
  constexpr double kMixedShare = 0.25;
  constexpr double kBufferBytes = 64;
  const double table = static_cast<double>(rows) * entry / load;
  const double last_level = static_cast<double>(caches.last_level) / std::max(threads, 1U);
  double partitions =
      table / (static_cast<double>(caches.second_level) * (mixed ? kMixedShare : 1));
  if (partitions * kBufferBytes >= last_level) {
    partitions = table / last_level;
  }
  if (partitions <= 1) {
    return 0;
  }
  return std::min(kMostRadixBits, static_cast<unsigned>(std::ceil(std::log2(partitions))));
}

}  // namespace hail::join
