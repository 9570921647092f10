// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "hail/join/table/partition.h"
#include "hail/join/table/tuple.h"
#include "hail/laboratory/papers/identity_hash.h"
#include "hail/laboratory/papers/merge_sort.h"
#include "hail/laboratory/papers/settings.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Joins two runs that are sorted by key. Calls sink(row, payload) for each match; at most once for
/// each probe row if Unique.
template <bool Unique, Key K, class Sink>
void join_sorted(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe, Sink& sink) {
  size_t from = 0;
  for (const Tuple<K>& row : probe) {
    while (from < build.size() && build[from].key < row.key) {
      ++from;
    }
    for (size_t at = from; at < build.size() && build[at].key == row.key; ++at) {
      sink(row, build[at].payload);
      if constexpr (Unique) {
        break;
      }
    }
  }
}

/// The sort-merge join MWAY (paper B, section 3.1). Both sides are split by the lowest bits of the
/// key; then a single thread sorts and joins each partition.
template <Key K>
class MergeJoin {
 public:
  /// bits   lowest bits of the key that make partitions
  MergeJoin(const Settings& settings, unsigned bits, Workers& workers, MemoryBudget& budget)
      : settings_(settings), bits_(bits), workers_(workers), budget_(budget) {}

  /// Joins all rows with all workers and adds the matches to `sinks`, one for each worker.
  /// Throws BudgetExceeded.
  template <class Sink>
  void run(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe,
           std::vector<Sink>& sinks) {
    PartitionedRows<K> build_parts = split(build);
    PartitionedRows<K> probe_parts = split(probe);
    const uint32_t partitions = uint32_t{1} << bits_;
    uint64_t most_build = 0;
    uint64_t most_probe = 0;
    for (uint32_t p = 0; p < partitions; ++p) {
      most_build = std::max(most_build, build_parts.rows(p));
      most_probe = std::max(most_probe, probe_parts.rows(p));
    }
    TaskQueue tasks(ascending_order(partitions));
    workers_.run([&](unsigned thread) {
      Array<Tuple<K>> build_space(budget_, MemoryUse::kBuffer, most_build, settings_.pages);
      Array<Tuple<K>> probe_space(budget_, MemoryUse::kBuffer, most_probe, settings_.pages);
      Sink sink;
      uint32_t p;
      while (tasks.take(p)) {
        std::span<const Tuple<K>> sorted_build = sort(build_parts.mutable_fragment(p), build_space);
        std::span<const Tuple<K>> sorted_probe = sort(probe_parts.mutable_fragment(p), probe_space);
        if (settings_.unique) {
          join_sorted<true, K>(sorted_build, sorted_probe, sink);
        } else {
          join_sorted<false, K>(sorted_build, sorted_probe, sink);
        }
      }
      sinks[thread].add(sink);
    });
  }

 private:
  PartitionedRows<K> split(std::span<const Tuple<K>> rows) {
    Partitioner<K> partitioner(workers_, budget_, settings_.pages);
    return partitioner.split(rows, size_t{1} << bits_, LowBits<IdentityHash>({}, bits_),
                             Layout::kContiguous);
  }

  std::span<const Tuple<K>> sort(std::span<Tuple<K>> rows, Array<Tuple<K>>& space) {
    return merge_sort<K>(rows, space.span().first(rows.size()), settings_.caches.second_level);
  }

  const Settings settings_;
  const unsigned bits_;
  Workers& workers_;
  MemoryBudget& budget_;
};

}  // namespace hail::join
