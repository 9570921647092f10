// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "hail/join/operator/join_table.h"
#include "hail/join/operator/specification.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"

namespace hail::join {

/// A join with a complete build side, and the state its probes share: which build rows had a match,
/// and how many probes are open. Any number of threads may use it, except for set_table_bytes().
class BuiltJoin {
 public:
  BuiltJoin(Specification specification, std::shared_ptr<MemoryBudget> budget,
            std::unique_ptr<const JoinTable> table);

  const Specification& specification() const { return specification_; }
  const JoinTable& table() const { return *table_; }
  const std::shared_ptr<MemoryBudget>& budget() const { return budget_; }

  /// Bytes of table, row numbers and columns; for a mapped or read join, of its image.
  uint64_t table_bytes() const { return table_bytes_; }
  void set_table_bytes(uint64_t bytes) { table_bytes_ = bytes; }

  /// Marks a group that had a match.
  void mark(uint32_t group) {
    std::atomic_ref<uint64_t> word(matched_[group / 64]);
    const uint64_t bit = uint64_t{1} << (group % 64);
    // Most groups are marked already; only a store takes the cache line from other threads.
    if ((word.load(std::memory_order_relaxed) & bit) == 0) {
      word.fetch_or(bit, std::memory_order_relaxed);
    }
  }

  /// Whether a group had a match, in any finished probe.
  bool marked(uint64_t group) const { return (matched_[group / 64] >> (group % 64) & 1) != 0; }

  /// Counts a probe as open. Throws WrongState if build rows were already given: rows of this probe
  /// might have matched them.
  void open_probe();

  /// Counts a probe as finished. Returns the number of probes still open; at 0 the caller gives the
  /// build rows that are owed.
  uint32_t finish_probe();

  /// Counts a probe as closed without finish_probe().
  void abandon_probe();

 private:
  const Specification specification_;
  const std::shared_ptr<MemoryBudget> budget_;
  const std::unique_ptr<const JoinTable> table_;
  /// A bit for each group, if the join owes build rows; otherwise empty.
  Array<uint64_t> matched_;
  uint64_t table_bytes_ = 0;

  std::mutex mutex_;
  uint32_t open_ = 0;
  bool given_ = false;
};

}  // namespace hail::join
