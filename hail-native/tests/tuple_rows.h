// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hail/join/table/tuple.h"
#include "hail/laboratory/papers/sinks.h"
#include "hail/laboratory/workload/random.h"

// Rows of a key and a payload, and the plainest join of them.

namespace hail::testing_rows {

template <join::Key K>
using TupleRows = std::vector<join::Tuple<K>>;

/// Puts rows in random order.
template <join::Key K>
void shuffle(TupleRows<K>& rows, workload::Random& random) {
  for (uint64_t i = rows.size(); i > 1; --i) {
    std::swap(rows[i - 1], rows[random.below(i)]);
  }
}

/// The oracle: a join by a multimap of the standard library.
template <join::Key K>
join::ChecksumSink expected_matches(std::span<const join::Tuple<K>> build,
                                    std::span<const join::Tuple<K>> probe) {
  std::unordered_multimap<K, K> payloads;
  for (const join::Tuple<K>& row : build) {
    payloads.emplace(row.key, row.payload);
  }
  join::ChecksumSink sink;
  for (const join::Tuple<K>& row : probe) {
    auto [from, to] = payloads.equal_range(row.key);
    for (; from != to; ++from) {
      sink(row, from->second);
    }
  }
  return sink;
}

}  // namespace hail::testing_rows
