// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/table/table_size.h"

#include <algorithm>
#include <bit>

namespace hail::join {

unsigned concise_piece_bits(uint64_t rows, uint64_t row_bytes, const Caches& caches) {
  constexpr uint64_t kLeastRows = 4096;
  constexpr unsigned kMost = 12;
  const uint64_t wanted = rows * row_bytes / (caches.second_level / 2);
  const uint64_t most = rows / kLeastRows;
  const uint64_t pieces = std::max<uint64_t>(1, std::min(wanted, most));
  return std::min(kMost, static_cast<unsigned>(std::bit_width(pieces)) - 1);
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
