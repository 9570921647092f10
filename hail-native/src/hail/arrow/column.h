// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>

#include "hail/arrow/column_view.h"
#include "hail/arrow/type.h"
#include "hail/memory/budget.h"
#include "hail/memory/growing_array.h"
#include "hail/work/workers.h"

namespace hail::arrow {

/// A column that owns its values and to which rows of other columns are appended. Values of
/// variable length always have 64-bit offsets, whatever the type says.
class Column {
 public:
  Column(const Type& type, MemoryBudget& budget, MemoryUse use);

  uint64_t rows() const { return rows_; }
  uint64_t nulls() const { return nulls_; }
  /// Bytes on the budget.
  uint64_t bytes() const { return validity_.bytes() + values_.bytes() + offsets_.bytes(); }

  // If one of these throws, truncate() to the old number of rows restores the column.

  void append(const ColumnView& from);
  /// rows   row numbers of the other column; kNone appends NULL
  void append(const ColumnView& from, std::span<const uint32_t> rows);

  /// Fills this column, which must be empty, with rows of another one of fixed width or of bits.
  /// All workers copy. The memory is exactly as large as the rows need.
  ///
  /// rows   row numbers of the other column
  void take(const ColumnView& from, std::span<const uint32_t> rows, Workers& workers);

  void truncate(uint64_t rows);
  /// Gives back the memory that is reserved for further rows.
  void shrink();

  /// The view is valid until rows are appended.
  ColumnView view() const;

 private:
  /// row_of(i)   number of the row of `from` that becomes row i of `count`, or kNone
  template <class RowOf>
  void append_rows(const ColumnView& from, uint64_t count, const RowOf& row_of);
  template <class RowOf>
  void append_validity(const ColumnView& from, uint64_t count, const RowOf& row_of);
  template <class RowOf>
  void append_values(const ColumnView& from, uint64_t count, const RowOf& row_of);

  Layout layout_;
  uint32_t width_;
  uint64_t rows_ = 0;
  uint64_t nulls_ = 0;
  /// Empty until the first NULL.
  GrowingArray<uint8_t> validity_;
  GrowingArray<uint8_t> values_;
  GrowingArray<uint64_t> offsets_;
};

}  // namespace hail::arrow
