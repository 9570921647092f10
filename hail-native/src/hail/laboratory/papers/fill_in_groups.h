// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "hail/join/table/tuple.h"

namespace hail::join {

/// Fills a table that many threads share, group by group: prefetches the places of all rows of a
/// group before it puts the first row. Without this, each row that misses the caches waits alone,
/// because no later access can start before a compare-and-swap has its cache line.
///
/// Group     rows whose accesses overlap; 1 for row by row without prefetching
/// address   address(row) is the first place where the row may go
/// put       put(row) stores the row, there or further on
template <unsigned Group, Key K, class Address, class Put>
void fill_in_groups(std::span<const Tuple<K>> rows, const Address& address, const Put& put) {
  for (size_t from = 0; from < rows.size(); from += Group) {
    const std::span<const Tuple<K>> group =
        rows.subspan(from, std::min<size_t>(Group, rows.size() - from));
    if constexpr (Group > 1) {
      for (const Tuple<K>& row : group) {
        __builtin_prefetch(address(row), 1);
      }
    }
    for (const Tuple<K>& row : group) {
      put(row);
    }
  }
}

}  // namespace hail::join
