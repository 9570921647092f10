// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "hail/join/tuple.h"

namespace hail::join {

/// Sorts rows by key, with memory of the same size beside them (paper B, section 3.1, MWAY): runs in
/// registers, merged by two while they fit into a cache, and then by many at a time, so that memory
/// is passed as seldom as possible.
///
/// cache   bytes of the cache that merging by two is to stay in
/// Returns the rows in order, in one of both places.
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

/// The same without vector instructions.
template <Key K>
std::span<Tuple<K>> merge_sort_plainly(std::span<Tuple<K>> rows, std::span<Tuple<K>> other,
                                       size_t cache);

}  // namespace hail::join
