// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/join/table/overflow_table.h"
#include "hail/join/table/tuple.h"
#include "hail/memory/array.h"

// Arrays of payloads, with one place for each key. The array stores a payload with all bits
// inverted, so that zero marks an empty place. An overflow table has further rows of a key, and
// payloads of all ones.

namespace hail::join {

/// The stored form of a payload; 0 if the payload must go to overflow.
template <Key K>
K stored_payload(K payload) {
  return static_cast<K>(~payload);
}

/// Calls sink(row, payload) for each match of a row; at most once if Unique.
///
/// at   place of the row's key; may be beyond the array
template <bool Unique, Key K, class Sink>
void match_payload(const Array<K>& payloads, uint64_t at, const OverflowTable<K>& overflow,
                   const Tuple<K>& row, Sink& sink) {
  if (at >= payloads.size()) {
    return;
  }
  const K stored = payloads[at];
  if (stored != 0) {
    sink(row, static_cast<K>(~stored));
    if constexpr (Unique) {
      return;
    }
  }
  if (overflow.size() != 0) [[unlikely]] {
    overflow.find(row.key, [&](K payload) {
      sink(row, payload);
      return !Unique;
    });
  }
}

}  // namespace hail::join
