// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "hail/arrow/column.h"
#include "hail/arrow/column_view.h"
#include "hail/join/key_codec.h"
#include "hail/join/operator/groups.h"
#include "hail/join/operator/key_table.h"
#include "hail/memory/array.h"

namespace hail::join {

/// The build side of a join when it is complete: a table from keys to groups of rows, and columns.
/// Does not change, so that all threads may read it.
///
/// A group is a key. If the build found at once that no key comes twice, the number of a group is
/// that of its row, and rows may be in another order than they came in. Otherwise its rows are
/// ordered[first[group]] to ordered[first[group + 1] - 1]; what follows those of the last group are
/// the rows whose keys are NULL.
struct BuiltSide {
  BuiltSide(KeyCodec key_codec, KeyTable key_table)
      : codec(std::move(key_codec)), table(std::move(key_table)) {}

  BuiltSide(const BuiltSide&) = delete;
  BuiltSide& operator=(const BuiltSide&) = delete;

  /// Groups are rows.
  bool unique = true;
  /// Rows that were given, those that are kept, and those with a NULL in the key.
  uint64_t given_rows = 0;
  uint64_t rows = 0;
  uint64_t null_key_rows = 0;
  uint64_t distinct_keys = 0;
  KeyCodec codec;
  KeyTable table;
  std::span<const uint32_t> first;
  std::span<const uint32_t> ordered;
  /// Of the parts of the key, if they are compared.
  std::vector<arrow::ColumnView> keys;
  std::vector<arrow::ColumnView> outputs;

  bool has_distinct_keys() const { return unique || first[distinct_keys] == distinct_keys; }

  /// Number of groups, or of rows if they are the groups.
  uint64_t groups() const { return unique ? rows : distinct_keys; }

  uint64_t rows_of(uint32_t group) const { return unique ? 1 : first[group + 1] - first[group]; }

  /// Whether the keys of a group are that of a row of the probe side, if they are compared.
  bool has_key(uint32_t group, std::span<const arrow::ColumnView> probe_keys, uint64_t row) const {
    return codec.equal(probe_keys, row, keys, unique ? group : ordered[first[group]]);
  }

  /// Sets the groups of some rows of the probe side.
  ///
  /// probe_keys   columns of the parts of the key
  /// row_of       row_of(i) is the row of the columns that has code i
  template <class RowOf>
  void find(const KeyCodec::Codes& codes, std::span<const arrow::ColumnView> probe_keys,
            const RowOf& row_of, unsigned count, uint32_t* found) const {
    auto equal = [&](uint64_t i, uint32_t group) { return has_key(group, probe_keys, row_of(i)); };
    table.find(codes, count, codec.exact(), equal, found);
  }

  // Memory of the above, unless it is someone else's, who is then `owner`.

  std::deque<arrow::Column> columns;
  Groups grouped;
  std::shared_ptr<const void> owner;
};

}  // namespace hail::join
