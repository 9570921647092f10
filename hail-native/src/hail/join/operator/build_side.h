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
#include "hail/join/operator/groups.h"
#include "hail/join/operator/join_table.h"
#include "hail/join/operator/row_codes.h"
#include "hail/join/operator/specification.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"

namespace hail::join {

/// The build side of a join while its batches come. Only one thread may use it at a time.
class BuildSide {
 public:
  /// specification   checked; outlives this, as does the budget
  BuildSide(const Specification& specification, MemoryBudget& budget);

  /// Copies the key and output columns of a batch, and releases the batch. Leaves out rows with a
  /// NULL key if the join never gives such rows.
  /// Throws InvalidBatch or BudgetExceeded; then the rows are as they were before.
  void add(arrow::OwnedArray batch);

  /// Builds the table from all rows, and gives away the columns. Call once: nothing may be called
  /// afterwards, even if this throws.
  /// Throws BudgetExceeded, or InvalidArgument if the specification wants an array that cannot be.
  std::unique_ptr<JoinTable> finish();

 private:
  template <Key K>
  struct CodedRows;

  std::vector<arrow::ColumnView> key_views() const;
  /// Numbers of the rows of a batch to keep; nothing if all rows are kept. Sets null_keys to the
  /// number of rows with a NULL in the key, kept or not.
  std::optional<Array<uint32_t>> chosen_rows(const arrow::Batch& batch, uint64_t& null_keys) const;
  /// The ranges of all parts of the key over all rows.
  std::vector<PartRange> ranges(const KeyCodec& codec, Workers& workers) const;

  /// Narrows codes to windows if few values of a key are far from all others. Does nothing if codes
  /// already suit an array, or if windows would save fewer than two bits. Never makes exact codes
  /// hashes.
  void narrow(KeyCodec& codec, std::span<const PartRange> ranges, Workers& workers) const;

  /// Whether the column at this place of used_ is a key but no output.
  bool is_compared_only(size_t place) const;
  /// Frees the columns that are keys but no outputs.
  void drop_compared_keys();
  /// Stores hash codes, which cost too much to compute at each read. Exact codes replace key columns
  /// that are no outputs, unless that saves no memory or the budget lacks room.
  template <Key K>
  void store_codes(CodedRows<K>& rows, Workers& workers);
  /// Puts rows into the order of the ranks of their codes in the table. A rank is then the number
  /// of a row, so a match reads only the bits and the row. Does nothing if rows are wide or of
  /// variable width, or if the budget lacks room for a second copy of a column.
  ///
  /// table        an array of different keys
  /// keyed_rows   number of rows that have a code
  void rank_rows(KeyTable& table, uint64_t keyed_rows, Workers& workers);

  /// Builds the table on codes of type K. Tries a table of rows first. If keys repeat, groups the
  /// rows by key and builds a table of groups.
  template <Key K>
  std::unique_ptr<JoinTable> finish_as(KeyCodec codec, Workers& workers);

  /// Whether a table has an entry for each row or for each group of rows.
  enum class Entries { kRows, kGroups };

  /// Plans and builds the table of codes from a source. A table of rows gives up early if keys
  /// repeat; then KeyTable::repeated() is true.
  template <Key K, class Source>
  KeyTable build_table(const Source& source, Entries entries, const KeyCodec& codec,
                       Workers& workers) const;

  /// Groups rows by key, and frees their codes and the columns that nobody reads any more.
  template <Key K>
  GroupedRows<K> group(CodedRows<K> rows, const KeyCodec& codec, Workers& workers);

  /// Moves the columns into a table, and sets its keys and outputs.
  void give_columns(JoinTable& table);

  /// Fills the rest of `rows`, in ascending order, with all rows that are not among the first
  /// `count`.
  void append_others(Array<uint32_t>& rows, uint64_t count) const;

  bool is_null_key(uint64_t row, std::span<const arrow::ColumnView> keys) const;
  arrow::Column& column(uint32_t number);
  const arrow::Column& column(uint32_t number) const;

  const Specification& specification_;
  MemoryBudget& budget_;
  const std::vector<uint32_t> used_;
  /// For each column of used_; empty once the column is freed or given away.
  std::vector<std::optional<arrow::Column>> columns_;
  /// Rows of all batches, including rows that were left out.
  uint64_t given_rows_ = 0;
  /// Rows that are kept.
  uint64_t rows_ = 0;
  uint64_t null_key_rows_ = 0;
};

}  // namespace hail::join
