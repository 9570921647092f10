// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "hail/join/table/tuple.h"
#include "hail/laboratory/papers/fill_in_groups.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Chains of buckets shared by all threads (NPO of paper A, sections 1.1 and 4). The table takes
/// every key. A bucket has a latch, two rows and a pointer to the next bucket: 48 bytes with rows
/// of 16. The number of chains is half the number of rows, rounded up to a power of two.
///
/// The baseline for concise tables: adding a row takes a latch. Build once, then probe from any
/// thread.
template <Key K, class Hash>
class SharedChainedTable {
 public:
  /// Builds the table of all rows with all workers. Throws BudgetExceeded.
  ///
  /// Group   rows whose accesses to memory overlap; 1 for row by row
  template <unsigned Group>
  static SharedChainedTable build(std::span<const Tuple<K>> rows, Hash hash, Workers& workers,
                                  MemoryBudget& budget, Pages pages) {
    SharedChainedTable table(rows.size(), hash, workers.threads(), budget, pages);
    workers.run([&](unsigned thread) {
      table.template insert<Group>(piece_of(rows, workers.threads(), thread),
                                   table.further_[thread], budget, pages);
    });
    return table;
  }

  /// Bytes of the first buckets of all chains, which paper A calls the size of the table.
  static uint64_t chain_bytes(uint64_t rows) { return chains(rows) * sizeof(Bucket); }

  /// Calls sink(row, payload) for each match; at most once for each row if Unique.
  template <bool Unique, unsigned Group, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    const Bucket* first[Group];
    for (size_t from = 0; from < rows.size(); from += Group) {
      const Tuple<K>* group = rows.data() + from;
      const unsigned n = static_cast<unsigned>(std::min<size_t>(Group, rows.size() - from));
      for (unsigned i = 0; i < n; ++i) {
        first[i] = &buckets_[hash_(group[i].key) & mask_];
        if constexpr (Group > 1) {
          __builtin_prefetch(first[i]);
        }
      }
      for (unsigned i = 0; i < n; ++i) {
        probe_chain<Unique>(first[i], group[i], sink);
      }
    }
  }

 private:
  struct Bucket {
    static constexpr uint32_t kRows = 2;

    /// In the first bucket of a chain: 1 while a thread adds a row to the chain.
    uint32_t latch;
    uint32_t rows;
    Tuple<K> tuples[kRows];
    Bucket* next;
  };
  static_assert(sizeof(Bucket) == 16 + 2 * sizeof(Tuple<K>));

  /// Buckets a thread allocated for chains whose first bucket is full.
  using Further = std::vector<Array<Bucket>>;

  static uint64_t chains(uint64_t rows) {
    return std::bit_ceil(std::max<uint64_t>((rows + 1) / 2, 1));
  }

  SharedChainedTable(uint64_t rows, Hash hash, unsigned threads, MemoryBudget& budget, Pages pages)
      : hash_(hash),
        mask_(chains(rows) - 1),
        buckets_(budget, MemoryUse::kTable, mask_ + 1, pages),
        further_(threads) {}

  template <bool Unique, class Sink>
  static void probe_chain(const Bucket* bucket, const Tuple<K>& row, Sink& sink) {
    do {
      for (uint32_t i = 0; i < bucket->rows; ++i) {
        if (bucket->tuples[i].key == row.key) {
          sink(row, bucket->tuples[i].payload);
          if constexpr (Unique) {
            return;
          }
        }
      }
      bucket = bucket->next;
    } while (bucket != nullptr);
  }

  template <unsigned Group>
  void insert(std::span<const Tuple<K>> rows, Further& further, MemoryBudget& budget, Pages pages) {
    constexpr uint64_t kLeastAtOnce = 16;
    const uint64_t at_once = std::max(kLeastAtOnce, (mask_ + 1) / 128);
    Bucket* free = nullptr;
    Bucket* end = nullptr;
    const auto chain = [&](const Tuple<K>& row) { return &buckets_[hash_(row.key) & mask_]; };
    fill_in_groups<Group, K>(rows, chain, [&](const Tuple<K>& row) {
      if (free == end) {
        // Allocate before taking the latch: if this throws, nobody waits for the latch forever.
        further.emplace_back(budget, MemoryUse::kTable, at_once, pages);
        free = further.back().data();
        end = free + at_once;
      }
      Bucket& first = *chain(row);
      const std::atomic_ref<uint32_t> latch(first.latch);
      while (latch.exchange(1, std::memory_order_acquire) != 0) {
        std::this_thread::yield();
      }
      Bucket* room = &first;
      if (room->rows == Bucket::kRows) {
        // Only the second bucket of a chain can have room, because new buckets become the second.
        if (first.next == nullptr || first.next->rows == Bucket::kRows) {
          free->next = first.next;
          first.next = free++;
        }
        room = first.next;
      }
      room->tuples[room->rows++] = row;
      latch.store(0, std::memory_order_release);
    });
  }

  Hash hash_;
  uint64_t mask_;
  Array<Bucket> buckets_;
  std::vector<Further> further_;
};

}  // namespace hail::join
