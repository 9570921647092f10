// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/image_check.h"

#include <bit>
#include <string>
#include <variant>

#include "hail/errors.h"

namespace hail::join {
namespace {

void require(bool holds, const char* what) {
  if (!holds) {
    throw BadImage(std::string("The content of the image contradicts itself: ") + what);
  }
}

/// Checks that all groups in a table are below `groups`, and that each search ends.
template <Key K, class Buckets>
void check_table(const ConciseView<K, Buckets>& view, uint64_t groups) {
  uint64_t before = 0;
  bool counted = true;
  for (const ConciseWord& word : view.words()) {
    counted &= word.before == before;
    before += static_cast<uint64_t>(std::popcount(word.bits));
  }
  const uint64_t ranks = Buckets::kRanked ? before : view.array().size();
  require(counted && before == ranks && before <= groups, "bits of the table");
  bool known = true;
  if constexpr (!Buckets::kRanked) {
    for (const auto& stored : view.array()) {
      known &= Buckets::payload(stored) < groups;
    }
  }
  const OverflowView<K>& overflow = view.overflow();
  for (const Tuple<K>& row : overflow.rows) {
    known &= row.payload < groups;
  }
  require(known, "groups in the table");
  bool ends = true;
  for (const uint32_t head : overflow.heads) {
    ends &= head <= overflow.rows.size();
  }
  // Each row leads to an earlier row, or to none.
  for (size_t row = 0; row < overflow.next.size(); ++row) {
    ends &= overflow.next[row] <= row;
  }
  require(ends, "chains of the overflow");
}

template <Key K>
void check_table(const LinearView<K>& view, uint64_t groups) {
  uint64_t taken = 0;
  bool known = true;
  for (const Tuple<K>& slot : view.slots()) {
    taken += slot.payload != 0;
    known &= slot.payload <= groups;
  }
  require(known, "groups in the table");
  require(taken < view.slots().size(), "a table without an empty slot");
}

void check_groups(const JoinTable& table) {
  if (table.unique) {
    return;
  }
  bool ascending = true;
  for (uint64_t group = 0; group < table.distinct_keys; ++group) {
    ascending &= table.first[group] < table.first[group + 1];
  }
  require(ascending && table.first[table.distinct_keys] <= table.ordered.size(), "groups");
  bool known = true;
  for (const uint32_t row : table.ordered) {
    known &= row < table.rows;
  }
  require(known, "rows of the groups");
}

/// Checks that offsets ascend. read_column() has compared the last offset with the number of bytes.
void check_column(const arrow::ColumnView& column) {
  if (column.layout != arrow::Layout::kVariable64) {
    return;
  }
  bool ascending = true;
  for (uint64_t row = 0; row < column.rows; ++row) {
    ascending &= column.begin(row) <= column.begin(row + 1);
  }
  require(ascending, "offsets of a column");
}

}  // namespace

void check_content(const JoinTable& table) {
  std::visit([&](const auto& view) { check_table(view, table.groups()); }, table.key_table.view());
  check_groups(table);
  for (const arrow::ColumnView& key : table.keys) {
    check_column(key);
  }
  for (const arrow::ColumnView& output : table.outputs) {
    check_column(output);
  }
}

}  // namespace hail::join
