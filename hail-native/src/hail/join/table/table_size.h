// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

namespace hail::join {

/// Cache sizes in bytes, which tables and partitions are fitted to.
struct Caches {
  uint64_t second_level = uint64_t{512} << 10;  ///< of a core
  uint64_t last_level = uint64_t{32} << 20;     ///< shared by all threads
};

/// log2 of the number of pieces of a concise table. A piece fits the second-level cache, unless
/// that takes more than 4096 pieces or leaves fewer than 4096 rows in each. The memory figures of
/// paper A need that many rows.
///
/// row_bytes   of the table for each row
unsigned concise_piece_bits(uint64_t rows, uint64_t row_bytes, const Caches& caches);

/// The most values from the least to the greatest key for which a concise array table is no larger
/// than a concise hash table. The array has two bits for each value; the hash table has a key and
/// 16 bits more for each row (paper A, section 2.4).
///
/// keys        number of keys
/// key_bytes   4 or 8
uint64_t most_array_values(uint64_t keys, unsigned key_bytes);

/// The most values in a window for which its array, with most_outside(keys) rows in overflow, is no
/// larger than a concise hash table.
uint64_t most_window_values(uint64_t keys, unsigned key_bytes);

/// The most rows outside of a window; with more, a concise hash table is better.
uint64_t most_outside(uint64_t keys);

}  // namespace hail::join
