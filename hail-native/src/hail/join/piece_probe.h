#pragma once

#include <cstddef>
#include <cstdint>

#include "hail/join/concise_table.h"
#include "hail/join/partition.h"
#include "hail/join/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Probes a concise table that is larger than caches with rows that wait (paper A, section 3.2): rows
/// are split by the pieces of the table, and the pieces probed one by one by all workers.
///
/// source   rows with a size() and chunks(), as of RowsInMemory; it is asked for them twice
/// take     take(thread, row, payload) for each match, for one match of a row at most if Unique. All
///          of one row come from one thread
template <bool Unique, unsigned Group, Key K, class Buckets, class Source, class Take>
void probe_by_pieces(const ConciseView<K, Buckets>& table, const Source& source, Workers& workers,
                     MemoryBudget& budget, Pages pages, const Take& take) {
  const Buckets& buckets = table.buckets();
  const uint64_t pieces = buckets.pieces() + Buckets::kWindow;
  const PartitionedRows<K> parts = Partitioner<K>(workers, budget, pages, Write::kCombined)
                                       .split(source, pieces, [&buckets](K key) {
                                         return static_cast<size_t>(piece_of_key(buckets, key));
                                       });
  TaskQueue tasks(ascending_order(static_cast<uint32_t>(pieces)));
  workers.run([&](unsigned thread) {
    auto sink = [&](const Tuple<K>& row, K payload) { take(thread, row, payload); };
    uint32_t piece;
    while (tasks.take(piece)) {
      table.template probe<Unique, Group>(parts.fragment(piece, 0), sink);
    }
  });
}

}  // namespace hail::join
