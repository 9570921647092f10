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
#include "hail/join/key/key_codec.h"
#include "hail/join/operator/groups.h"
#include "hail/join/operator/key_table.h"
#include "hail/memory/array.h"

namespace hail::join {

/// What BuildSide makes of all rows of the build side: a table from keys to groups of rows, and
/// columns. It never changes, so any number of threads may read it.
///
/// A group has the rows of one key. If `unique`, the number of a group is the number of its row,
/// and rows may have another order than in the batches. Otherwise the rows of group g are
/// ordered[first[g]] to ordered[first[g + 1] - 1]. Rows with a NULL key follow the rows of the last
/// group.
struct JoinTable {
  JoinTable(KeyCodec of_keys, KeyTable of_codes)
      : codec(std::move(of_keys)), key_table(std::move(of_codes)) {}

  JoinTable(const JoinTable&) = delete;
  JoinTable& operator=(const JoinTable&) = delete;

  /// True: groups are rows.
  bool unique = true;
  /// Rows that were given, rows that are kept, and given rows with a NULL in the key.
  uint64_t given_rows = 0;
  uint64_t rows = 0;
  uint64_t null_key_rows = 0;
  uint64_t distinct_keys = 0;
  KeyCodec codec;
  /// From codes of keys to groups.
  KeyTable key_table;
  std::span<const uint32_t> first;
  std::span<const uint32_t> ordered;
  /// One column for each part of the key if keys are compared, that is if codes are hashes;
  /// otherwise empty.
  std::vector<arrow::ColumnView> keys;
  std::vector<arrow::ColumnView> outputs;

  bool has_distinct_keys() const { return unique || first[distinct_keys] == distinct_keys; }

  /// Number of groups; of rows if groups are rows.
  uint64_t groups() const { return unique ? rows : distinct_keys; }

  uint64_t rows_of(uint32_t group) const { return unique ? 1 : first[group + 1] - first[group]; }

  /// Whether a group has the key of a probe row. Only where keys are compared.
  bool has_key(uint32_t group, std::span<const arrow::ColumnView> probe_keys, uint64_t row) const {
    return codec.equal(probe_keys, row, keys, unique ? group : ordered[first[group]]);
  }

  /// Looks up the codes of `count` probe rows, at most KeyCodec::kStride. Sets found[i] to the
  /// group of code i, or to kNone.
  ///
  /// probe_keys   one column for each part of the key
  /// row_of       row_of(i) is the row of probe_keys that has code i
  template <class RowOf>
  void find(const KeyCodec::Codes& codes, std::span<const arrow::ColumnView> probe_keys,
            const RowOf& row_of, unsigned count, uint32_t* found) const {
    auto equal = [&](uint64_t i, uint32_t group) { return has_key(group, probe_keys, row_of(i)); };
    key_table.find(codes, count, codec.exact(), equal, found);
  }

  // Memory of the above. If the memory belongs to another object, `owner` keeps that object alive.

  std::deque<arrow::Column> columns;
  Groups grouped;
  std::shared_ptr<const void> owner;
};

}  // namespace hail::join
