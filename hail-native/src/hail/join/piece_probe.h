// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstddef>
#include <cstdint>

#include "hail/join/partition.h"
#include "hail/join/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Probes a table that is larger than caches with rows that wait (paper A, section 3.2): rows are
/// split by the parts of the table that fit a cache, and the parts probed one by one by all workers.
///
/// table    a ConciseView or LinearView
/// source   rows with a size() and chunks(), as of RowsInMemory; it is asked for them twice
/// take     take(thread, row, payload) for each match, for one match of a row at most if Unique. All
///          of one row come from one thread
template <bool Unique, unsigned Group, class View, class Source, class Take>
void probe_by_pieces(const View& table, const Source& source, Workers& workers,
                     MemoryBudget& budget, Pages pages, const Take& take) {
  using K = typename View::Code;
  const PartitionedRows<K> rows =
      Partitioner<K>(workers, budget, pages)
          .split(source, static_cast<size_t>(table.parts()),
                 [&table](K key) { return static_cast<size_t>(table.part_of(key)); });
  TaskQueue tasks(ascending_order(static_cast<uint32_t>(table.parts())));
  workers.run([&](unsigned thread) {
    auto sink = [&](const Tuple<K>& row, K payload) { take(thread, row, payload); };
    uint32_t part;
    while (tasks.take(part)) {
      table.template probe<Unique, Group>(rows.fragment(part, 0), sink);
    }
  });
}

}  // namespace hail::join
