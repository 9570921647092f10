// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "hail/join/table/tuple.h"

namespace hail::join {

/// Sorts rows by key (paper B, section 3.1, MWAY). Registers sort short runs. Merging two runs at a
/// time makes runs that fill a cache, then merging many at a time saves passes over memory. Rows of
/// equal keys may come in any order.
///
/// rows    to be sorted
/// other   memory of the same size
/// cache   size in bytes of the cache for merging two runs at a time
/// Returns the sorted rows, which are in `rows` or in `other`; the other place has leftovers.
template <Key K>
std::span<Tuple<K>> merge_sort(std::span<Tuple<K>> rows, std::span<Tuple<K>> other, size_t cache);

template <>
std::span<Tuple<uint32_t>> merge_sort(std::span<Tuple<uint32_t>> rows,
                                      std::span<Tuple<uint32_t>> other, size_t cache);
template <>
std::span<Tuple<uint64_t>> merge_sort(std::span<Tuple<uint64_t>> rows,
                                      std::span<Tuple<uint64_t>> other, size_t cache);

/// Whether merge_sort() sorts rows of 8 bytes with vector instructions on this machine.
bool sorts_with_vectors();

/// Sorts as merge_sort() does, but without vector instructions.
template <Key K>
std::span<Tuple<K>> merge_sort_plainly(std::span<Tuple<K>> rows, std::span<Tuple<K>> other,
                                       size_t cache);

}  // namespace hail::join
