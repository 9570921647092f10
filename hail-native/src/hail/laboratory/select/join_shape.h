// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/laboratory/papers/settings.h"
#include "hail/memory/budget.h"

namespace hail::select {

/// What is known of a join before it runs.
struct JoinShape {
  static constexpr uint64_t kUnknown = ~uint64_t{0};

  uint64_t build_rows = 0;
  uint64_t probe_rows = kUnknown;
  /// The probe side passes by in batches: it cannot be partitioned.
  bool streaming = false;
  /// Bytes of a key, 1 to 8, and of what goes with it. Both are in rows of 4+4 or 8+8 bytes; a payload
  /// beyond 8 bytes stays where it is, and rows have its number.
  unsigned key_bytes = 8;
  unsigned payload_bytes = 8;
  /// Number of values from the least to the greatest key of the build side.
  uint64_t key_range = kUnknown;
  /// No key of the build side comes twice.
  bool unique = false;
  /// If not unique: rows of the build side that have the most frequent key.
  uint64_t most_copies = kUnknown;
  unsigned threads = 1;
  /// Bytes that the join may take beside its two sides.
  uint64_t memory_budget = MemoryBudget::kUnlimited;
  /// Parameter of the Zipf distribution of the probe side's keys, see estimate_skew().
  double skew = 0;
  /// NUMA nodes.
  unsigned nodes = 1;
  join::Caches caches;

  /// Bytes of a key in rows as joins see them, 4 or 8.
  unsigned width() const {
    constexpr uint64_t kNarrowRows = uint64_t{1} << 32;
    const bool numbers = payload_bytes > 8;
    return key_bytes <= 4 && (numbers ? build_rows < kNarrowRows : payload_bytes <= 4) ? 4 : 8;
  }

  unsigned row_bytes() const { return 2 * width(); }

  bool knows_range() const { return key_range != kUnknown; }
  bool knows_probe_rows() const { return probe_rows != kUnknown; }

  /// Throws InvalidArgument if something cannot be.
  void check() const;
};

}  // namespace hail::select
