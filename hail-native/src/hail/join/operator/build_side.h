// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hail/arrow/batch.h"
#include "hail/arrow/column.h"
#include "hail/arrow/owned_array.h"
#include "hail/join/operator/built_side.h"
#include "hail/join/operator/row_codes.h"
#include "hail/join/operator/specification.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

namespace hail::join {

/// The build side of a join while its batches come. Not to be used by several threads at once.
class BuildSide {
 public:
  /// specification   checked before; it and the budget outlive this
  BuildSide(const Specification& specification, MemoryBudget& budget);

  /// Copies the columns that are keys or outputs, and releases the batch. Rows whose keys are NULL
  /// are left out if the join never gives them. Throws InvalidBatch or BudgetExceeded; then the
  /// rows are as they were before.
  void add(arrow::OwnedArray batch);

  /// Builds the table. Whatever comes of it, no more can be done with this.
  std::unique_ptr<BuiltSide> finish();

 private:
  std::vector<arrow::ColumnView> key_views() const;
  /// Numbers of the rows of a batch to be kept, if they are not all; counts those left out.
  std::optional<Array<uint32_t>> chosen_rows(const arrow::Batch& batch, uint64_t& null_keys) const;
  std::vector<PartRange> ranges(const KeyCodec& codec, Workers& workers) const;

  /// Takes codes of fewer bits if a few values of the key are far from all others, and the others
  /// alone would have codes for which there can be an array, or at least codes that are exact.
  void narrow(KeyCodec& codec, std::span<const PartRange> ranges, Workers& workers) const;

  /// Whether a column, by its place among those that are used, is of keys and no output.
  bool is_compared_only(size_t place) const;
  /// Frees these columns.
  void drop_compared_keys();
  /// Codes of all rows in place of the columns they are made of, or none if they would take more
  /// memory, now or later.
  template <Key K>
  Array<K> keep_codes(const RowCodes<K>& codes, Workers& workers);
  /// Puts the rows into the order of the ranks that their codes have in the table, an array of
  /// different keys, so that a rank is the number of a row and a match takes one access to memory
  /// beside that to the bits. Not if rows are wide or of variable width, nor if the budget leaves no
  /// room for a second copy of a column.
  ///
  /// keyed_rows   rows that have a code
  void rank_rows(KeyTable& table, uint64_t keyed_rows, Workers& workers);

  template <Key K>
  std::unique_ptr<BuiltSide> finish_as(KeyCodec codec, Workers& workers);

  /// Appends the rows that are not among the first so many, in ascending order.
  void append_others(Array<uint32_t>& rows, uint64_t count) const;

  bool is_null_key(uint64_t row, std::span<const arrow::ColumnView> keys) const;
  arrow::Column& column(uint32_t number);
  const arrow::Column& column(uint32_t number) const;

  const Specification& specification_;
  MemoryBudget& budget_;
  const std::vector<uint32_t> used_;
  /// Of the columns that are used; empty when they are given away.
  std::vector<std::optional<arrow::Column>> columns_;
  uint64_t given_rows_ = 0;
  uint64_t rows_ = 0;
  uint64_t null_key_rows_ = 0;
};

}  // namespace hail::join
