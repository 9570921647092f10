// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "hail/join/table/hash.h"
#include "hail/join/table/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"

namespace hail::join {

/// The hash of an overflow table. `seed` is also the seed of the table whose rows overflow.
inline MixHash overflow_hash(uint64_t seed) { return MixHash(seed, HashUse::kOverflow); }

/// Finds rows in an overflow table whose arrays may be in any memory.
template <Key K>
struct OverflowView {
  std::span<const Tuple<K>> rows;
  /// A power of two of them; none if there are no rows.
  std::span<const uint32_t> heads;
  std::span<const uint32_t> next;
  MixHash hash;

  static uint64_t head(const MixHash& hash, K key, uint64_t heads) {
    return fast_range(hash(key), heads);
  }

  /// Calls found(payload) for the rows of a key, until none is left or found() returns false.
  template <class Found>
  void find(K key, const Found& found) const {
    if (rows.empty()) {
      return;
    }
    for (uint32_t at = heads[head(hash, key, heads.size())]; at != 0; at = next[at - 1]) {
      if (rows[at - 1].key == key && !found(rows[at - 1].payload)) {
        return;
      }
    }
  }
};

/// The rows that have no place in another table: a multimap for any keys and payloads. Append rows,
/// call seal(), then find them. The table's hash is independent of the other table's hash. So keys
/// that share a bucket there spread over chains here.
///
///   heads[hash] -> 1 + index of a row -> next[index] -> ... -> 0
template <Key K>
class OverflowTable {
 public:
  /// seed   also the seed of the other table
  OverflowTable(MemoryBudget& budget, uint64_t seed)
      : budget_(&budget), hash_(overflow_hash(seed)) {}

  uint64_t size() const { return size_; }

  /// Adds a row. Only one thread may call this at a time.
  void append(Tuple<K> row) {
    if (size_ == rows_.size()) {
      grow();
    }
    rows_[size_++] = row;
    sealed_ = false;
  }

  /// Replaces all rows by room for exactly `size` rows. Threads may then write different rows at
  /// once.
  /// Returns the first row.
  Tuple<K>* resize(uint64_t size) {
    rows_ = Array<Tuple<K>>(*budget_, MemoryUse::kOverflow, size);
    size_ = size;
    sealed_ = false;
    return rows_.data();
  }

  /// Removes all rows and keeps the memory.
  void clear() {
    size_ = 0;
    sealed_ = false;
  }

  /// Makes the rows findable. Call after the last row, from one thread.
  void seal() {
    if (size_ == 0 || sealed_) {
      return;
    }
    uint64_t heads = std::bit_ceil(size_);
    if (heads_.size() < heads) {
      heads_ = Array<uint32_t>(*budget_, MemoryUse::kOverflow, heads);
    } else {
      std::fill_n(heads_.data(), heads, 0);
    }
    if (next_.size() < rows_.size()) {
      next_ = Array<uint32_t>(*budget_, MemoryUse::kOverflow, rows_.size());
    }
    used_heads_ = heads;
    for (uint64_t row = 0; row < size_; ++row) {
      uint32_t& head = heads_[OverflowView<K>::head(hash_, rows_[row].key, heads)];
      next_[row] = head;
      head = static_cast<uint32_t>(row + 1);
    }
    sealed_ = true;
  }

  /// A view of the sealed rows; valid until the table changes.
  OverflowView<K> view() const {
    if (size_ == 0) {
      return {};
    }
    return {rows_.span().first(size_), heads_.span().first(used_heads_), next_.span().first(size_),
            hash_};
  }

  /// Replaces the payload of each row, in row order, by replaced(payload).
  template <class Replaced>
  void replace_payloads(Replaced replaced) {
    for (Tuple<K>& row : rows_.span().first(size_)) {
      row.payload = replaced(row.payload);
    }
  }

  /// Calls found(payload) for the rows of a key, until none is left or found() returns false.
  template <class Found>
  void find(K key, const Found& found) const {
    view().find(key, found);
  }

 private:
  void grow() {
    constexpr uint64_t kFirst = 64;
    Array<Tuple<K>> larger(*budget_, MemoryUse::kOverflow,
                           std::max<uint64_t>(kFirst, 2 * rows_.size()));
    std::copy_n(rows_.data(), size_, larger.data());
    rows_ = std::move(larger);
  }

  MemoryBudget* budget_;
  MixHash hash_;
  Array<Tuple<K>> rows_;
  Array<uint32_t> heads_;
  Array<uint32_t> next_;
  uint64_t size_ = 0;
  uint64_t used_heads_ = 0;
  bool sealed_ = false;
};

}  // namespace hail::join
