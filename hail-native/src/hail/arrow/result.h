// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/arrow/column_view.h"
#include "hail/arrow/type.h"
#include "hail/memory/budget.h"

namespace hail::arrow {

/// Returns how many of the rows, from the first on, fit one array of a type. It returns fewer than
/// all only if their bytes exceed the offsets, and at least one if there is a row.
///
/// rows   row numbers of the column, or kNone
uint64_t rows_that_fit(const Type& type, const ColumnView& column, std::span<const uint32_t> rows);

/// Makes a result batch, column by column. The budget counts it until the receiver releases it.
class ResultBatch {
 public:
  explicit ResultBatch(std::shared_ptr<MemoryBudget> budget);
  ~ResultBatch();

  ResultBatch(const ResultBatch&) = delete;
  ResultBatch& operator=(const ResultBatch&) = delete;

  /// Adds rows of a column. The new column has the given type, which has the same values.
  ///
  /// rows   row numbers of the column; kNone for NULL. All columns of a batch have equally many
  void take(const Type& type, const ColumnView& column, std::span<const uint32_t> rows);

  /// Adds a column of booleans. Value 0 means false, 1 true, 2 NULL.
  void add_booleans(std::span<const uint8_t> values);
  void add_integers(std::span<const int64_t> values);
  void add_row_numbers(std::span<const uint32_t> values);

  /// Writes the batch into `out`, whose reader then owns it. May be called once.
  void finish(uint64_t rows, ArrowArray* out);

 private:
  /// Adds a column without NULLs of values that have the same number of bytes each.
  void add_plain(const void* values, uint64_t bytes, uint64_t rows);

  std::shared_ptr<MemoryBudget> budget_;
  std::vector<ArrowArray> columns_;
};

}  // namespace hail::arrow
