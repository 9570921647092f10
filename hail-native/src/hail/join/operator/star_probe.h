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

/// Joins batches of the probe side with the build sides of several joins at once, so that there is
/// no result of fewer of them (paper A, section 3.1). Of each stride of 1024 rows
///
///   rows -> bits of all tables, one after the other -> rows that are left
///        -> arrays of all tables, one after the other -> rows with matches everywhere
///        -> each choice of a match in each table -> columns
///
/// tables that drop many rows at little cost first, as far as the rows before tell. Memory is that
/// of a batch, a stride for each join, and the rows of a batch of the result.
class StarProbe final : public BatchProbe {
 public:
  /// star     that check() lets pass
  /// budget   of this probe and its results; not of the build sides
  /// Throws BudgetExceeded.
  StarProbe(Star star, std::shared_ptr<MemoryBudget> budget);

  arrow::Schema result() const override { return star_.result(); }
  void add(arrow::OwnedArray batch) override;
  uint64_t next(ArrowArray* out) override;
  /// Nothing is owed of the build sides: no other probe is waited for, and 0 is returned.
  uint32_t finish() override;

  /// What was done with each join so far.
  std::vector<StarCounts> counts() const;

 private:
  bool is_pending() const override;
  bool next_stride();
  void pair_rows();
  void pair_unique_rows();
  void pair_row();
  void release();

  const Star star_;
  const std::shared_ptr<MemoryBudget> budget_;
  const std::vector<uint32_t> used_;
  std::vector<std::unique_ptr<StarSide>> sides_;
  /// Those that rows are paired with, and whether each of these has one match for a row at most.
  std::vector<StarSide*> pairing_;
  bool unique_ = true;
  /// All sides, the one with the greatest rank first.
  std::vector<StarSide*> order_;

  std::optional<arrow::Batch> batch_;
  std::vector<arrow::ColumnView> outputs_;
  Array<StarSide::Scratch> scratch_;
  /// Rows [from_, from_ + rows_) of the batch are the stride, of which rows selection_[place_] to
  /// selection_[selected_ - 1] are left to be paired.
  uint64_t from_ = 0;
  uint64_t rows_ = 0;
  Array<uint32_t> selection_;
  size_t selected_ = 0;
  size_t place_ = 0;
  /// Of the next row: the match in each of pairing_ that comes next.
  std::vector<size_t> choice_;
  std::vector<std::span<const uint32_t>> matches_;

  /// Rows [given_, pairs_) of the result have not been given.
  ResultSide probe_side_;
  uint64_t pairs_ = 0;
  uint64_t given_ = 0;
};

}  // namespace hail::join
