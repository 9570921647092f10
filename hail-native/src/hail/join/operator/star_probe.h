// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hail/arrow/batch.h"
#include "hail/arrow/column_view.h"
#include "hail/join/operator/batch_probe.h"
#include "hail/join/operator/star.h"
#include "hail/join/operator/star_side.h"
#include "hail/memory/array.h"

namespace hail::join {

/// Memory for a column of a result: values of fixed width, or bits.
struct StarColumn {
  uint8_t* values;
  /// A bit per row, 0 for NULL. May be null for a column that is never NULL.
  uint8_t* validity;
};

/// Memory for rows of a result.
struct StarRows {
  uint64_t capacity;
  /// Null if the star gives no row numbers.
  uint32_t* row_numbers;
  /// Of the other columns, in their order.
  std::span<const StarColumn> columns;
};

/// Joins probe batches with the build sides of several joins at once, without results in between
/// (paper A, section 3.1). Each stride of 1024 rows passes:
///
///   rows -> bits of all tables, one after the other -> rows that are left
///        -> arrays of all tables, one after the other -> rows with matches everywhere
///        -> each choice of a match in each table -> columns
///
/// Tables that dropped many rows at little cost come first. Memory is a batch, a stride for each
/// join, and the row numbers of one result batch. For one thread at a time.
class StarProbe final : public BatchProbe {
 public:
  /// star     passed check()
  /// budget   of this probe and its results, but not of the build sides
  /// Throws BudgetExceeded.
  StarProbe(Star star, std::shared_ptr<MemoryBudget> budget);

  arrow::Schema result() const override { return star_.result(); }
  void add(arrow::OwnedArray batch) override;
  uint64_t next(ArrowArray* out) override;
  /// Writes the next rows to memory of the caller, as next() does to a new batch.
  /// Throws InvalidArgument if the memory does not fit the columns of the result.
  uint64_t next_into(const StarRows& to);
  /// Ends the probe. Returns 0: a star owes no build rows, so no other probe matters.
  uint32_t finish() override;

  /// What was done with each join so far, in the order of the joins.
  std::vector<StarCounts> counts() const;

 private:
  bool is_pending() const override;
  /// Filters and looks up the next stride of the batch. Returns false if the batch has no more
  /// rows.
  bool next_stride();
  /// Appends rows of the stride to the result until the stride or the result batch ends.
  void pair_rows();
  void pair_unique_rows();
  void pair_row();
  /// Throws InvalidArgument unless the memory fits the columns of the result.
  void check(const StarRows& to) const;
  /// Pairs rows until a result batch is full or no rows are left, unless some wait to be given.
  void collect();
  /// Releases the batch.
  void release();

  const Star star_;
  /// Of the result without row numbers: types, and whether rows may be NULL.
  std::vector<arrow::Type> types_;
  std::vector<bool> nullable_;
  const std::shared_ptr<MemoryBudget> budget_;
  const std::vector<uint32_t> used_;
  std::vector<std::unique_ptr<StarSide>> sides_;
  /// Sides that rows are paired with; unique_ is whether each row has at most one match in all of
  /// them.
  std::vector<StarSide*> pairing_;
  bool unique_ = true;
  /// All sides, by descending rank.
  std::vector<StarSide*> order_;

  std::optional<arrow::Batch> batch_;
  std::vector<arrow::ColumnView> outputs_;
  Array<StarSide::Scratch> scratch_;
  /// The stride has rows [from_, from_ + rows_) of the batch. Still to be paired are its rows
  /// selection_[place_] to selection_[selected_ - 1].
  uint64_t from_ = 0;
  uint64_t rows_ = 0;
  Array<uint32_t> selection_;
  size_t selected_ = 0;
  size_t place_ = 0;
  /// For the next row: the next match in each side of pairing_, and all matches there.
  std::vector<size_t> choice_;
  std::vector<std::span<const uint32_t>> matches_;

  /// Rows [given_, pairs_) of the result have not been given yet.
  ResultSide probe_side_;
  uint64_t pairs_ = 0;
  uint64_t given_ = 0;
};

}  // namespace hail::join
