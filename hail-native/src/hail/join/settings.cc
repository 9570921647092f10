// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/settings.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "hail/join/cache_size.h"

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

unsigned concise_piece_bits(uint64_t rows, uint64_t row_bytes, const Caches& caches) {
  constexpr uint64_t kLeastRows = 4096;
  constexpr uint64_t kMost = 12;
  const uint64_t wanted = rows * row_bytes / (caches.second_level / 2);
  const uint64_t most = rows / kLeastRows;
  const uint64_t pieces = std::max<uint64_t>(1, std::min(wanted, most));
  return static_cast<unsigned>(std::min<uint64_t>(kMost, std::bit_width(pieces) - 1U));
}

uint64_t most_array_values(uint64_t keys, unsigned key_bytes) {
  return keys * ((16 + 8 * uint64_t{key_bytes}) / 2);
}

uint64_t most_window_values(uint64_t keys, unsigned key_bytes) {
  // An overflow row takes a key more than an array row, a link, and at most two heads.
  const uint64_t more_bytes = key_bytes + 3 * sizeof(uint32_t);
  return most_array_values(keys, key_bytes) - most_outside(keys) * more_bytes * 4;
}

uint64_t most_outside(uint64_t keys) { return keys / 20; }

}  // namespace hail::join
