// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "hail/join/overflow_table.h"
#include "hail/join/payload_array.h"
#include "hail/join/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"

// Tables of one partition of the build side, used by one thread, and again for its next partition.
// All have the same methods:
//
//   Table(budget, most_rows, bits, range, hash, seed)
//       most_rows  of any partition
//       bits       lowest bits of the hash, the same for all keys of a partition
//       range      hashes are below it
//       seed       of overflow
//   begin(rows)                  forgets the last partition; so many rows come at most
//   add(fragment)                rows of the build side; they must stay where they are
//   seal()                       after the last of them
//   probe<Unique>(rows, sink)    calls sink(row, payload of a row with the same key) for each
//                                match, for one match of a row at most if Unique

namespace hail::join {

/// Linear probing in twice as many slots as rows, rounded up to a power of two. A key of all ones is
/// an empty slot; rows that have it are kept apart.
///
///   slot 0           1                 mask
///   +---------------+---------------+-...-+
///   | key | payload | all ones | -  |     |
///   +---------------+---------------+-...-+
template <Key K, class Hash>
class LinearPartitionTable {
 public:
  LinearPartitionTable(MemoryBudget& budget, uint64_t most_rows, unsigned bits, uint64_t, Hash hash,
                       uint64_t seed)
      : hash_(hash),
        bits_(bits),
        slots_(budget, MemoryUse::kTable, slots(most_rows)),
        reserved_(budget, seed) {}

  void begin(uint64_t rows) {
    uint64_t used = slots(rows);
    std::memset(static_cast<void*>(slots_.data()), 0xff, used * sizeof(Tuple<K>));
    mask_ = used - 1;
    reserved_.clear();
  }

  void add(std::span<const Tuple<K>> rows) {
    Tuple<K>* slots = slots_.data();
    for (const Tuple<K>& row : rows) {
      if (row.key == kEmpty) [[unlikely]] {
        reserved_.append(row);
        continue;
      }
      uint64_t at = slot(row.key);
      while (slots[at].key != kEmpty) {
        at = (at + 1) & mask_;
      }
      slots[at] = row;
    }
  }

  void seal() { reserved_.seal(); }

  template <bool Unique, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    const Tuple<K>* slots = slots_.data();
    for (const Tuple<K>& row : rows) {
      if (row.key == kEmpty) [[unlikely]] {
        reserved_.find(row.key, [&](K payload) {
          sink(row, payload);
          return !Unique;
        });
        continue;
      }
      uint64_t at = slot(row.key);
      while (slots[at].key != kEmpty) {
        if (slots[at].key == row.key) {
          sink(row, slots[at].payload);
          if constexpr (Unique) {
            break;
          }
        }
        at = (at + 1) & mask_;
      }
    }
  }

 private:
  static constexpr K kEmpty = std::numeric_limits<K>::max();

  static uint64_t slots(uint64_t rows) { return std::bit_ceil(2 * std::max<uint64_t>(rows, 1)); }

  uint64_t slot(K key) const { return (hash_(key) >> bits_) & mask_; }

  const Hash hash_;
  const unsigned bits_;
  uint64_t mask_ = 0;
  Array<Tuple<K>> slots_;
  OverflowTable<K> reserved_;
};

/// Bucket chaining: rows stay where they are, chains are numbers of rows plus one.
///
///   heads[hash] -> row -> next[row] -> row -> ... -> 0
template <Key K, class Hash>
class ChainedPartitionTable {
 public:
  ChainedPartitionTable(MemoryBudget& budget, uint64_t most_rows, unsigned bits, uint64_t,
                        Hash hash, uint64_t)
      : hash_(hash),
        bits_(bits),
        budget_(budget),
        heads_(budget, MemoryUse::kTable, heads(most_rows)),
        next_(budget, MemoryUse::kTable, most_rows) {}

  void begin(uint64_t rows) {
    std::memset(heads_.data(), 0, heads(rows) * sizeof(uint32_t));
    mask_ = heads(rows) - 1;
    expected_ = rows;
    size_ = 0;
  }

  void add(std::span<const Tuple<K>> rows) {
    if (rows.size() == expected_) {
      rows_ = rows.data();
    } else {
      // One of several fragments, which become one here.
      if (copy_.size() < next_.size()) {
        copy_ = Array<Tuple<K>>(budget_, MemoryUse::kTable, next_.size());
      }
      std::copy(rows.begin(), rows.end(), copy_.data() + size_);
      rows_ = copy_.data();
    }
    for (const Tuple<K>& row : rows) {
      uint32_t& head = heads_[bucket(row.key)];
      next_[size_] = head;
      head = static_cast<uint32_t>(++size_);
    }
  }

  void seal() {}

  template <bool Unique, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    for (const Tuple<K>& row : rows) {
      for (uint32_t at = heads_[bucket(row.key)]; at != 0; at = next_[at - 1]) {
        if (rows_[at - 1].key == row.key) {
          sink(row, rows_[at - 1].payload);
          if constexpr (Unique) {
            break;
          }
        }
      }
    }
  }

 private:
  static uint64_t heads(uint64_t rows) { return std::bit_ceil(std::max<uint64_t>(rows, 1)); }

  uint64_t bucket(K key) const { return (hash_(key) >> bits_) & mask_; }

  const Hash hash_;
  const unsigned bits_;
  MemoryBudget& budget_;
  uint64_t mask_ = 0;
  uint64_t expected_ = 0;
  uint64_t size_ = 0;
  Array<uint32_t> heads_;
  Array<uint32_t> next_;
  Array<Tuple<K>> copy_;
  const Tuple<K>* rows_ = nullptr;
};

/// An array of payloads by key; the hash is the key less the least one. See payload_array.h.
template <Key K, class Hash>
class ArrayPartitionTable {
 public:
  ArrayPartitionTable(MemoryBudget& budget, uint64_t, unsigned bits, uint64_t range, Hash hash,
                      uint64_t seed)
      : hash_(hash),
        bits_(bits),
        payloads_(budget, MemoryUse::kTable, places(bits, range)),
        overflow_(budget, seed) {}

  void begin(uint64_t) {
    std::memset(payloads_.data(), 0, payloads_.size() * sizeof(K));
    overflow_.clear();
  }

  void add(std::span<const Tuple<K>> rows) {
    K* payloads = payloads_.data();
    for (const Tuple<K>& row : rows) {
      const K stored = stored_payload(row.payload);
      K& place = payloads[hash_(row.key) >> bits_];
      if (place != 0 || stored == 0) [[unlikely]] {
        overflow_.append(row);
      } else {
        place = stored;
      }
    }
  }

  void seal() { overflow_.seal(); }

  template <bool Unique, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    for (const Tuple<K>& row : rows) {
      match_payload<Unique>(payloads_, hash_(row.key) >> bits_, overflow_, row, sink);
    }
  }

 private:
  static uint64_t places(unsigned bits, uint64_t range) {
    return range == 0 ? 1 : ((range - 1) >> bits) + 1;
  }

  const Hash hash_;
  const unsigned bits_;
  Array<K> payloads_;
  OverflowTable<K> overflow_;
};

}  // namespace hail::join
