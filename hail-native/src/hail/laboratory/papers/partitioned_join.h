// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "hail/join/table/partition.h"
#include "hail/join/table/tuple.h"
#include "hail/laboratory/papers/settings.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

/// What distinguishes the partitioned joins (paper B, sections 3, 5 and 6).
struct PartitionedShape {
  unsigned passes;   ///< 1 or 2; two passes store row by row
  Layout layout;     ///< kContiguous if there are two passes
  bool round_robin;  ///< tasks take turns over NUMA nodes
};

/// Splits both sides into partitions by the lowest bits of a hash, then joins partition by
/// partition. The table of one partition fits a cache.
///
/// Table   a table of partition_tables.h
template <Key K, class Hash, class Table, PartitionedShape kShape>
class PartitionedJoin {
 public:
  /// range   all hashes of the build side are below; only tables that are arrays use it
  /// bits    lowest bits of the hash that make partitions
  PartitionedJoin(Hash hash, uint64_t range, const Settings& settings, unsigned bits,
                  Workers& workers, MemoryBudget& budget)
      : hash_(hash),
        range_(range),
        settings_(settings),
        bits_(bits),
        workers_(workers),
        budget_(budget) {}

  /// Joins all rows with all workers and adds the matches to `sinks`, one for each worker.
  /// Throws BudgetExceeded.
  template <class Sink>
  void run(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe,
           std::vector<Sink>& sinks) {
    const PartitionedRows<K> build_parts = split(build);
    const PartitionedRows<K> probe_parts = split(probe);
    if (settings_.unique) {
      join<true>(build_parts, probe_parts, probe.size(), sinks);
    } else {
      join<false>(build_parts, probe_parts, probe.size(), sinks);
    }
  }

 private:
  PartitionedRows<K> split(std::span<const Tuple<K>> rows) {
    if constexpr (kShape.passes == 2) {
      const unsigned first = bits_ / 2;
      return Partitioner<K>(workers_, budget_, settings_.pages, Write::kPlain)
          .split_twice(rows, hash_, first, bits_ - first);
    } else {
      return Partitioner<K>(workers_, budget_, settings_.pages, settings_.write)
          .split(rows, size_t{1} << bits_, LowBits<Hash>(hash_, bits_), kShape.layout);
    }
  }

  template <bool Unique, class Sink>
  void join(const PartitionedRows<K>& build, const PartitionedRows<K>& probe, uint64_t probe_rows,
            std::vector<Sink>& sinks) {
    const uint32_t partitions = static_cast<uint32_t>(build.partitions());
    const unsigned threads = workers_.threads();
    uint64_t most = 0;
    std::vector<uint32_t> large;
    for (uint32_t p = 0; p < partitions; ++p) {
      most = std::max(most, build.rows(p));
      if (threads > 1 && probe.rows(p) > kLargeShare * probe_rows / threads) {
        large.push_back(p);
      }
    }
    TaskQueue tasks(kShape.round_robin ? round_robin_order(partitions, settings_.nodes)
                                       : ascending_order(partitions));
    std::vector<std::optional<Table>> tables(threads);
    workers_.run([&](unsigned thread) {
      tables[thread].emplace(budget_, most, bits_, range_, hash_, settings_.seed);
      Table& table = *tables[thread];
      Sink sink;
      uint32_t p;
      while (tasks.take(p)) {
        if (std::find(large.begin(), large.end(), p) != large.end()) {
          continue;
        }
        fill(table, build, p);
        for (size_t f = 0; f < probe.fragments(); ++f) {
          table.template probe<Unique>(probe.fragment(p, f), sink);
        }
      }
      sinks[thread].add(sink);
    });
    for (uint32_t p : large) {
      join_large<Unique>(*tables[0], build, probe, p, sinks);
    }
  }

  /// Joins a partition with more than its share of probe rows: all threads probe one table.
  template <bool Unique, class Sink>
  void join_large(Table& table, const PartitionedRows<K>& build, const PartitionedRows<K>& probe,
                  uint32_t partition, std::vector<Sink>& sinks) {
    fill(table, build, partition);
    workers_.run([&](unsigned thread) {
      Sink sink;
      for (size_t f = 0; f < probe.fragments(); ++f) {
        table.template probe<Unique>(
            piece_of(probe.fragment(partition, f), workers_.threads(), thread), sink);
      }
      sinks[thread].add(sink);
    });
  }

  void fill(Table& table, const PartitionedRows<K>& build, uint32_t partition) {
    table.begin(build.rows(partition));
    for (size_t f = 0; f < build.fragments(); ++f) {
      table.add(build.fragment(partition, f));
    }
    table.seal();
  }

  /// A partition is large with more than this many times a thread's equal share of the probe rows.
  static constexpr uint64_t kLargeShare = 2;

  const Hash hash_;
  const uint64_t range_;
  const Settings settings_;
  const unsigned bits_;
  Workers& workers_;
  MemoryBudget& budget_;
};

}  // namespace hail::join
