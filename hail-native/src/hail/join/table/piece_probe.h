// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstddef>
#include <cstdint>

#include "hail/join/table/partition.h"
#include "hail/join/table/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Probes a table that is larger than the caches (paper A, section 3.2). Splits the rows by parts
/// of the table that fit a cache; then the workers probe part by part.
///
/// table    a ConciseView or LinearView
/// source   has size() and chunks() as RowsInMemory; is read twice
/// take     take(thread, row, payload) for each match; at most once for each row if Unique. One
///          thread takes all matches of a row
/// Throws BudgetExceeded.
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
