// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "hail/join/operator/built_side.h"
#include "hail/join/operator/specification.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"

namespace hail::join {

/// A join whose build side is complete, and what its probes share: which rows of the build side had
/// a match, and how many probes are open.
class BuiltJoin {
 public:
  BuiltJoin(Specification specification, std::shared_ptr<MemoryBudget> budget,
            std::unique_ptr<const BuiltSide> side);

  const Specification& specification() const { return specification_; }
  const BuiltSide& side() const { return *side_; }
  const std::shared_ptr<MemoryBudget>& budget() const { return budget_; }

  /// Bytes of the table, row numbers and columns: on the budget, or of the image.
  uint64_t table_bytes() const { return table_bytes_; }
  void set_table_bytes(uint64_t bytes) { table_bytes_ = bytes; }

  /// Marks a group as one that had a match. Any thread.
  void mark(uint32_t group) {
    std::atomic_ref<uint64_t> word(matched_[group / 64]);
    const uint64_t bit = uint64_t{1} << (group % 64);
    // Most have been marked before; only a store makes other threads lose the line.
    if ((word.load(std::memory_order_relaxed) & bit) == 0) {
      word.fetch_or(bit, std::memory_order_relaxed);
    }
  }

  /// Whether a group had a match, in any probe that has finished.
  bool marked(uint64_t group) const { return (matched_[group / 64] >> (group % 64) & 1) != 0; }

  /// Counts a probe as open. Throws WrongState if rows of the build side were given already, which
  /// the rows of this probe might have been matches of.
  void open_probe();

  /// Counts a probe as no longer open. Returns how many still are; if none, the caller gives what
  /// is owed of the build side.
  uint32_t finish_probe();

  /// Counts a probe that did not finish as no longer open.
  void abandon_probe();

 private:
  const Specification specification_;
  const std::shared_ptr<MemoryBudget> budget_;
  const std::unique_ptr<const BuiltSide> side_;
  /// A bit for each group, if the kind of join asks for it.
  Array<uint64_t> matched_;
  uint64_t table_bytes_ = 0;

  std::mutex mutex_;
  uint32_t open_ = 0;
  bool given_ = false;
};

}  // namespace hail::join
