// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "hail/join/tuple.h"

namespace hail::join {

/// Fills a table that many threads share, with groups of rows whose accesses to memory overlap: the
/// places of all rows of a group are asked for before the first row is put. A compare-and-swap waits
/// for its cache line and lets nothing that follows begin, so that without this each row that misses
/// the caches is waited for alone.
///
/// Group    rows whose accesses overlap; 1 for row by row, without asking
/// address  address(row): where a row goes first
/// put      put(row): stores it, there or further on
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
