// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hail/arrow/batch.h"
#include "hail/arrow/column_view.h"
#include "hail/join/key_codec.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/result_side.h"
#include "hail/join/operator/row_choice.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"

namespace hail::join {

/// What a star did with one of its joins.
struct StarCounts {
  /// Rows whose keys were made codes, and those of them that were not sorted out by the bits of the
  /// table or, where bits tell nothing, by looking them up.
  uint64_t seen = 0;
  uint64_t passed = 0;
  /// Rows that were looked for in the arrays of the table, beyond its bits.
  uint64_t probed = 0;
};

/// One of the joins of a star, while a stride of rows of the probe side goes through it. Rows are
/// those of the stride that are left, whose numbers ascend:
///
///   filter()    by what bits or slots of the table tell (paper A, section 3.1), for all joins first
///   look_up()   in the arrays of the table, for all joins then
///   matches()   of a row that both have left
class StarSide {
 public:
  /// Of whichever side is at work.
  struct Scratch {
    KeyCodec::Codes codes;
    uint32_t groups[KeyCodec::kStride];
    uint32_t kept[KeyCodec::kStride];
  };

  /// limit   rows of a batch of the result
  StarSide(std::shared_ptr<BuiltJoin> join, uint32_t limit, MemoryBudget& budget);

  /// Looks up rows of this batch from now on, which outlives that.
  void set_batch(const arrow::Batch& batch);

  /// Keeps rows that may be in the result by the bits of the table, or all if these do not tell.
  ///
  /// from   of the batch, the first row of the stride
  /// rows   of the stride; those that are kept are written over them
  /// Returns how many are kept.
  size_t filter(uint64_t from, std::span<uint32_t> rows, Scratch& scratch);

  /// Keeps rows that are in the result, of those that filter() has kept; likewise.
  size_t look_up(uint64_t from, std::span<uint32_t> rows, Scratch& scratch);

  /// Whether rows are paired with those of this side.
  bool pairs() const { return pairs_; }
  /// Whether each row has one match, which may be none.
  bool has_one_match() const { return side_.unique; }

  /// Of a row of the stride that both have kept: the one match, kNone for none.
  uint32_t match(uint32_t row) const { return groups_[row]; }
  /// All matches, rows of the build side; a single kNone for none. Valid until the next call.
  std::span<const uint32_t> matches(uint32_t row);

  /// The joins of a star go from the greatest rank to the least: the share of rows that do not pass,
  /// as far as rows so far tell, by what it takes to find that out.
  double rank() const;

  const StarCounts& counts() const { return counts_; }

  ResultSide& result() { return result_; }
  std::span<const arrow::ColumnView> outputs() const { return side_.outputs; }

 private:
  /// What the bits of the table, or the slots of a linear one, tell of a row.
  enum class Bits : uint8_t {
    kNothing,  ///< nothing that drops it
    kMay,      ///< that it is dropped, or else may be when it is looked up
    kTell,     ///< whether it is dropped
    kGroups    ///< that, and its group
  };

  Bits bits_of() const;
  /// Whether most rows pass, so that their bits are looked at in vain.
  bool passes_most() const;
  void count(size_t seen, size_t passed);
  /// Makes codes of rows, looks them up, and keeps those that are chosen.
  size_t find(uint64_t from, std::span<uint32_t> rows, Scratch& scratch);
  /// The same of rows that have codes.
  size_t find_coded(uint64_t from, std::span<uint32_t> rows, Scratch& scratch);

  const std::shared_ptr<BuiltJoin> join_;
  const BuiltSide& side_;
  const bool outer_;
  const bool pairs_;
  const RowChoice chosen_;
  const Bits bits_;
  /// Of making the code of a row, by that of a code of one number.
  const double cost_;
  std::vector<arrow::ColumnView> keys_;
  /// Of rows of the stride: codes of those that wait to be looked up, and groups of those that
  /// were, or their rows if those are groups.
  Array<uint64_t> codes_;
  Array<uint32_t> groups_;
  /// Whether filter() has left the rows of the stride to look_up(), and whether with codes.
  bool to_look_up_ = false;
  bool coded_ = false;
  uint32_t one_match_ = 0;
  /// Rows of late that were seen and that passed, by which ranks are told.
  double seen_ = 0;
  double passed_ = 0;
  StarCounts counts_;
  ResultSide result_;
};

}  // namespace hail::join
