// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <optional>

#include "hail/join/table/table_size.h"
#include "hail/join/table/write.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"

namespace hail::join {

/// The caches of this machine as the system reports them; the defaults of Caches where it does not.
Caches machine_caches();

/// How a join runs.
struct Settings {
  /// Value of radix_bits: ask the function radix_bits().
  static constexpr unsigned kModel = ~0U;

  /// Lowest bits of the hash that make partitions.
  unsigned radix_bits = kModel;
  /// How joins that split both sides in one pass write partitions; usual_write() if unset.
  std::optional<Write> write;
  /// NUMA nodes that partitions spread over; only joins that order tasks by node use this.
  unsigned nodes = 1;
  Pages pages = Pages::kHuge;
  /// True: no build key comes twice, so a probe row stops at its first match.
  bool unique = false;
  /// Bytes the copy of the build side may take while a concise table is built. Less takes more
  /// time.
  uint64_t copy_bytes = ~uint64_t{0};
  /// Bytes a buffered probe may take for rows that wait. Unless `unique` is set, their matches come
  /// on top.
  uint64_t buffer_bytes = uint64_t{64} << 20;
  /// Seed of all hashes but the identity. Set a random seed if others choose the keys: with a known
  /// seed they could choose keys that collide.
  uint64_t seed = 0;
  Caches caches;
};

/// Most radix bits of a join.
inline constexpr unsigned kMostRadixBits = 18;

/// The number of radix bits by paper B, equation (1), rounded up. The table of a partition then
/// fits the second-level cache. Exception: if the write-combine buffers of a thread would exceed
/// its share of the last-level cache, the table only fits that share.
///
/// With a hash that mixes, the table may take only a quarter of the second-level cache. With keys
/// as hashes the processor predicts places well and overlaps many accesses, so the misses of a full
/// cache do not show. Mixed hashes collide, branches go wrong, and each access under way then waits
/// alone.
///
/// rows    of the build side
/// entry   bytes of the table for each slot
/// load    rows divided by slots
/// mixed   whether the hash mixes
/// Returns 0 to kMostRadixBits.
unsigned radix_bits(uint64_t rows, double entry, double load, bool mixed, const Caches& caches,
                    unsigned threads);

}  // namespace hail::join
