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

/// A column of our own, to which rows of others are appended. Values of variable length have
/// offsets of 64 bits, whatever its type has.
class Column {
 public:
  Column(const Type& type, MemoryBudget& budget, MemoryUse use);

  uint64_t rows() const { return rows_; }
  uint64_t nulls() const { return nulls_; }
  /// On the budget.
  uint64_t bytes() const { return validity_.bytes() + values_.bytes() + offsets_.bytes(); }

  // If one of these throws, truncate() to the rows before makes the column as it was.

  void append(const ColumnView& from);
  /// rows   of the other column, or kNone for NULL
  void append(const ColumnView& from, std::span<const uint32_t> rows);

  /// Makes this column, which is to be empty, rows of another one of fixed width or of bits, with
  /// all workers and in memory of just their size.
  ///
  /// rows   of the other column
  void take(const ColumnView& from, std::span<const uint32_t> rows, Workers& workers);

  void truncate(uint64_t rows);
  /// Gives back memory that further rows would have taken.
  void shrink();

  /// Valid until rows are appended.
  ColumnView view() const;

 private:
  /// row_of(i) is the row of `from` that row i of `count` is, or kNone.
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
