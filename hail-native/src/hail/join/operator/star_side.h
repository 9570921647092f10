// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hail/arrow/batch.h"
#include "hail/arrow/column_view.h"
#include "hail/join/key/key_codec.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/result_side.h"
#include "hail/join/operator/row_choice.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"

namespace hail::join {

/// What a star did with one of its joins.
struct StarCounts {
  /// Rows that were encoded, and the rows of these that passed the first test. The first test is
  /// the bits of the table, or the look-up where bits say nothing.
  uint64_t seen = 0;
  uint64_t passed = 0;
  /// Rows that were looked up in the arrays of the table, after its bits.
  uint64_t probed = 0;
  /// Time in filter() and look_up().
  uint64_t nanoseconds = 0;
};

/// One join of a star, while a stride of probe rows passes through. `rows` are the rows of the
/// stride that are left, ascending. For each stride call:
///
///   filter()    for all joins first; tests the bits or slots of the table (paper A, section 3.1)
///   look_up()   then for all joins; tests the arrays of the table
///   matches()   for each row that both have kept
class StarSide {
 public:
  /// Memory for the side that is at work; all sides share it.
  struct Scratch {
    KeyCodec::Codes codes;
    uint32_t groups[KeyCodec::kStride];
    uint32_t kept[KeyCodec::kStride];
  };

  /// limit   rows of a result batch
  StarSide(std::shared_ptr<BuiltJoin> join, uint32_t limit, MemoryBudget& budget);

  /// Uses this batch from now on. The batch must outlive its look-ups.
  void set_batch(const arrow::Batch& batch);

  /// Keeps the rows that the bits of the table do not drop; all rows if the bits say nothing.
  ///
  /// from   row of the batch at which the stride begins
  /// rows   rows of the stride; the kept rows replace them
  /// Returns the number of kept rows.
  size_t filter(uint64_t from, std::span<uint32_t> rows, Scratch& scratch);

  /// Keeps the rows that this join lets into the result. Call for rows that filter() has kept;
  /// parameters and result are as for filter().
  size_t look_up(uint64_t from, std::span<uint32_t> rows, Scratch& scratch);

  /// Whether result rows have columns of this side's rows.
  bool pairs() const { return pairs_; }
  /// Whether each row has at most one match.
  bool has_one_match() const { return table_.unique; }

  /// The one match of a row that both have kept; kNone for none.
  uint32_t match(uint32_t row) const { return groups_[row]; }
  /// All matches of a row that both have kept, as build rows; a single kNone for none. Valid until
  /// the next call.
  std::span<const uint32_t> matches(uint32_t row);

  /// The share of recent rows that did not pass, divided by the cost to find out. A star orders its
  /// joins by descending rank.
  double rank() const;

  const StarCounts& counts() const { return counts_; }
  /// The time that the star measures, part of counts().
  uint64_t& nanoseconds() { return counts_.nanoseconds; }

  ResultSide& result() { return result_; }
  std::span<const arrow::ColumnView> outputs() const { return table_.outputs; }

 private:
  /// What the bits of the table, or the slots of a linear one, say about a row.
  enum class Bits : uint8_t {
    kNothing,  ///< nothing that drops the row
    kMay,      ///< the row is dropped, or may still be dropped when it is looked up
    kTell,     ///< whether the row is dropped
    kGroups    ///< whether the row is dropped, and its group
  };

  Bits bits_of() const;
  /// Whether most recent rows passed, so that looking at bits does not pay.
  bool passes_most() const;
  /// Counts rows that were tested, and lets older rows count less.
  void count(size_t seen, size_t passed);
  /// Encodes rows, looks them up, and keeps the chosen ones. Returns their number.
  size_t find(uint64_t from, std::span<uint32_t> rows, Scratch& scratch);
  /// Looks up rows whose codes are in `scratch`, and keeps the chosen ones. Returns their number.
  size_t find_coded(uint64_t from, std::span<uint32_t> rows, Scratch& scratch);

  const std::shared_ptr<BuiltJoin> join_;
  const JoinTable& table_;
  const bool outer_;
  const bool pairs_;
  const RowChoice chosen_;
  const Bits bits_;
  /// Cost of encoding a row, relative to an exact code of one part.
  const double cost_;
  std::vector<arrow::ColumnView> keys_;
  /// By row of the stride: codes of rows that wait for look_up(), and groups of rows that were
  /// looked up.
  Array<uint64_t> codes_;
  Array<uint32_t> groups_;
  /// Whether filter() left the rows of the stride to look_up(), and whether it has encoded them.
  bool to_look_up_ = false;
  bool coded_ = false;
  uint32_t one_match_ = 0;
  /// Rows seen and passed, where older rows count less; rank() uses them.
  double seen_ = 0;
  double passed_ = 0;
  StarCounts counts_;
  ResultSide result_;
};

}  // namespace hail::join
