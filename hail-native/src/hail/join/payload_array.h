// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/join/overflow_table.h"
#include "hail/join/tuple.h"
#include "hail/memory/array.h"

// Arrays of payloads, a place for each key. A payload is stored with all bits turned, so that zero is
// an empty place. Further rows of a key, and payloads of all ones, are in an overflow table.

namespace hail::join {

/// A payload as it is stored; 0 if it cannot be.
template <Key K>
K stored_payload(K payload) {
  return static_cast<K>(~payload);
}

/// Calls sink(row, payload) for each match of a row, for one at most if Unique.
///
/// at   place of the row's key, which may be beyond the array
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
