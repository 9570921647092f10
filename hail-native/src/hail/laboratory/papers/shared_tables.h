// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <mutex>
#include <span>

#include "hail/join/table/overflow_table.h"
#include "hail/join/table/tuple.h"
#include "hail/laboratory/papers/fill_in_groups.h"
#include "hail/laboratory/papers/payload_array.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

// Tables of a whole build side, for joins of rows; the operator has tables of its own in join/table. Many threads fill a table at once without locks, except for rows
// kept apart; then many threads read it. Each has build<Group>() and, as ConciseTable,
// probe<Unique, Group>(rows, sink). Both work on groups of rows whose accesses to memory overlap; a
// group of one is row by row.

namespace hail::join {

/// Linear probing (NOP of paper B). A thread takes a slot by a compare-and-swap of the key, then
/// stores the payload; others read payloads only when all threads are done. The number of slots is
/// twice the number of rows, rounded up to a power of two. Key 0 marks an empty slot; rows with
/// this key are kept apart.
template <Key K, class Hash>
class SharedLinearTable {
 public:
  template <unsigned Group>
  static SharedLinearTable build(std::span<const Tuple<K>> rows, Hash hash, Workers& workers,
                                 MemoryBudget& budget, Pages pages) {
    SharedLinearTable table(rows.size(), hash, budget, pages);
    std::mutex mutex;
    workers.run([&](unsigned thread) {
      table.template insert<Group>(piece_of(rows, workers.threads(), thread), mutex);
    });
    table.reserved_.seal();
    return table;
  }

  template <bool Unique, unsigned Group, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    uint64_t at[Group];
    const Tuple<K>* slots = slots_.data();
    for (size_t from = 0; from < rows.size(); from += Group) {
      const Tuple<K>* group = rows.data() + from;
      const unsigned n = static_cast<unsigned>(std::min<size_t>(Group, rows.size() - from));
      for (unsigned i = 0; i < n; ++i) {
        at[i] = slot(group[i].key);
        if constexpr (Group > 1) {
          __builtin_prefetch(&slots[at[i]]);
        }
      }
      for (unsigned i = 0; i < n; ++i) {
        const Tuple<K>& row = group[i];
        if (row.key == kEmpty) [[unlikely]] {
          reserved_.find(row.key, [&](K payload) {
            sink(row, payload);
            return !Unique;
          });
          continue;
        }
        uint64_t slot = at[i];
        while (slots[slot].key != kEmpty) {
          if (slots[slot].key == row.key) {
            sink(row, slots[slot].payload);
            if constexpr (Unique) {
              break;
            }
          }
          slot = (slot + 1) & mask_;
        }
      }
    }
  }

 private:
  static constexpr K kEmpty = 0;

  SharedLinearTable(uint64_t rows, Hash hash, MemoryBudget& budget, Pages pages)
      : hash_(hash),
        mask_(std::bit_ceil(2 * std::max<uint64_t>(rows, 1)) - 1),
        slots_(budget, MemoryUse::kTable, mask_ + 1, pages),
        reserved_(budget, 0) {}

  uint64_t slot(K key) const { return hash_(key) & mask_; }

  template <unsigned Group>
  void insert(std::span<const Tuple<K>> rows, std::mutex& mutex) {
    Tuple<K>* slots = slots_.data();
    const auto home = [&](const Tuple<K>& row) { return &slots[slot(row.key)]; };
    fill_in_groups<Group, K>(rows, home, [&](const Tuple<K>& row) {
      if (row.key == kEmpty) [[unlikely]] {
        std::lock_guard lock(mutex);
        reserved_.append(row);
        return;
      }
      uint64_t at = slot(row.key);
      while (true) {
        std::atomic_ref<K> key(slots[at].key);
        K found = key.load(std::memory_order_relaxed);
        if (found == kEmpty &&
            key.compare_exchange_strong(found, row.key, std::memory_order_relaxed)) {
          slots[at].payload = row.payload;
          break;
        }
        at = (at + 1) & mask_;
      }
    });
  }

  Hash hash_;
  uint64_t mask_;
  Array<Tuple<K>> slots_;
  OverflowTable<K> reserved_;
};

/// An array of payloads by key minus the least key (NOPA of paper B). payload_array.h says how
/// payloads are stored.
template <Key K>
class SharedArrayTable {
 public:
  /// range   number of values from the least key to the greatest, both included
  /// seed    of the overflow table
  template <unsigned Group>
  static SharedArrayTable build(std::span<const Tuple<K>> rows, uint64_t least, uint64_t range,
                                Workers& workers, MemoryBudget& budget, Pages pages,
                                uint64_t seed) {
    SharedArrayTable table(least, range, budget, pages, seed);
    std::mutex mutex;
    workers.run([&](unsigned thread) {
      table.template insert<Group>(piece_of(rows, workers.threads(), thread), mutex);
    });
    table.overflow_.seal();
    return table;
  }

  template <bool Unique, unsigned Group, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    const K* payloads = payloads_.data();
    for (size_t from = 0; from < rows.size(); from += Group) {
      const Tuple<K>* group = rows.data() + from;
      const unsigned n = static_cast<unsigned>(std::min<size_t>(Group, rows.size() - from));
      if constexpr (Group > 1) {
        for (unsigned i = 0; i < n; ++i) {
          // The address may be outside of the array: a prefetch never faults.
          __builtin_prefetch(payloads + (group[i].key - least_));
        }
      }
      for (unsigned i = 0; i < n; ++i) {
        const Tuple<K>& row = group[i];
        match_payload<Unique>(payloads_, row.key - least_, overflow_, row, sink);
      }
    }
  }

 private:
  SharedArrayTable(uint64_t least, uint64_t range, MemoryBudget& budget, Pages pages, uint64_t seed)
      : least_(least),
        payloads_(budget, MemoryUse::kTable, std::max<uint64_t>(range, 1), pages),
        overflow_(budget, seed) {}

  template <unsigned Group>
  void insert(std::span<const Tuple<K>> rows, std::mutex& mutex) {
    K* payloads = payloads_.data();
    const auto place_of = [&](const Tuple<K>& row) { return &payloads[row.key - least_]; };
    fill_in_groups<Group, K>(rows, place_of, [&](const Tuple<K>& row) {
      const K stored = stored_payload(row.payload);
      K empty = 0;
      std::atomic_ref<K> place(*place_of(row));
      if (stored == 0 || !place.compare_exchange_strong(empty, stored, std::memory_order_relaxed))
          [[unlikely]] {
        std::lock_guard lock(mutex);
        overflow_.append(row);
      }
    });
  }

  uint64_t least_;
  Array<K> payloads_;
  OverflowTable<K> overflow_;
};

}  // namespace hail::join
