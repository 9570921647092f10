// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <optional>

#include "hail/join/write.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"

namespace hail::join {

/// The caches that joins are fitted to, in bytes.
struct Caches {
  uint64_t second_level = uint64_t{512} << 10;  ///< of a core
  uint64_t last_level = uint64_t{32} << 20;     ///< shared by all threads
};

/// The caches of this machine, as the system tells; the defaults of Caches where it does not.
Caches machine_caches();

/// What a join is run with.
struct Settings {
  /// Lowest bits of the hash that make partitions; kModel asks radix_bits().
  static constexpr unsigned kModel = ~0U;

  unsigned radix_bits = kModel;
  /// How joins that split both sides in one pass write partitions; usual_write() unless it is set.
  std::optional<Write> write;
  /// NUMA nodes that partitions are spread over, for joins whose order of tasks minds them.
  unsigned nodes = 1;
  Pages pages = Pages::kHuge;
  /// No key of the build side comes twice: a row stops at its first match.
  bool unique = false;
  /// What the copy of the build side may take, partition by partition, while a concise table is
  /// built; less takes more time.
  uint64_t copy_bytes = ~uint64_t{0};
  /// What a buffered probe may take for rows that wait, beside their matches.
  uint64_t buffer_bytes = uint64_t{64} << 20;
  /// Of all hashes but the identity; to be at random where keys come from others, who could else
  /// choose keys that collide.
  uint64_t seed = 0;
  Caches caches;
};

/// Radix bits that a join is given at most.
inline constexpr unsigned kMostRadixBits = 18;

/// The number of radix bits of paper B, equation (1), rounded up: so many that the table of a
/// partition fits into the second-level cache if then the write-combine buffers of a thread fit its
/// part of the last-level cache, and otherwise into that part.
///
/// Where keys are their own hashes, places are found without surprise, and the processor has many
/// accesses under way: that a part of them goes to the next cache, as rows that pass by take room in this
/// one, does not show. A mixed hash collides with others, where branches go wrong, and each access that was
/// then under way is waited for alone: the table is to take a quarter of the cache at most.
///
/// rows    of the build side
/// entry   bytes of the table per row
/// load    rows of the table by its slots
/// mixed   whether the hash mixes
unsigned radix_bits(uint64_t rows, double entry, double load, bool mixed, const Caches& caches,
                    unsigned threads);

/// log2 of the pieces that a concise table is built in: so many that the table of one fits into the
/// second-level cache, and at least as many rows in each as paper A's memory figures need.
unsigned concise_piece_bits(uint64_t rows, uint64_t row_bytes, const Caches& caches);

/// Values from the least to the greatest of so many keys up to which a concise array table is no
/// larger than a concise hash table: it has two bits for each value, and a key and 16 bits less for
/// each row (paper A, section 2.4).
///
/// key_bytes   4 or 8
uint64_t most_array_values(uint64_t keys, unsigned key_bytes);

/// The same of an array for a window of the keys, with as many rows outside as there may be.
uint64_t most_window_values(uint64_t keys, unsigned key_bytes);

/// Rows that may be outside of a window; if there are more a concise hash table is the better one.
uint64_t most_outside(uint64_t keys);

}  // namespace hail::join
