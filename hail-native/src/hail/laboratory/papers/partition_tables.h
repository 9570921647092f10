// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

#include "hail/join/table/overflow_table.h"
#include "hail/join/table/tuple.h"
#include "hail/laboratory/papers/payload_array.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"

// Tables of one partition of the build side. One thread fills a table, for one partition after the
// other. Any number of threads may probe a sealed table. All tables have these methods:
//
//   Table(budget, most_rows, bits, range, hash, seed)
//       most_rows  of any partition
//       bits       lowest bits of the hash, equal for all keys of a partition
//       range      all hashes are below; only ArrayPartitionTable uses this
//       seed       of the overflow table
//   begin(rows)                  empties the table, for a partition of at most `rows` rows
//   add(fragment)                adds build rows, which must stay where they are
//   seal()                       call after the last add()
//   probe<Unique>(rows, sink)    calls sink(row, payload of a build row with the same key) for each
//                                match; at most once for each row if Unique

namespace hail::join {

/// Linear probing. The number of slots is twice the number of rows, rounded up to a power of two. A
/// key of all ones marks an empty slot; rows with this key are kept apart.
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

/// Bucket chaining. Rows stay where they are; a chain links row numbers plus one.
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
      // The partition has several fragments; chains need their rows in one array.
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

/// An array of payloads, for a hash that is the key minus the least key. payload_array.h says how
/// payloads are stored.
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
