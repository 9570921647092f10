// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <concepts>
#include <cstdint>

namespace hail::join {

/// Keys are unsigned integers of four or eight bytes. Other types must be encoded first.
template <class K>
concept Key = std::same_as<K, uint32_t> || std::same_as<K, uint64_t>;

/// A row as joins see it: a key and a payload of equal size, often the row number. A tuple has 8 or
/// 16 bytes, so whole tuples fill a cache line.
template <Key K>
struct Tuple {
  K key;
  K payload;

  friend bool operator==(const Tuple&, const Tuple&) = default;
};

static_assert(sizeof(Tuple<uint32_t>) == 8 && sizeof(Tuple<uint64_t>) == 16);

}  // namespace hail::join
