// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "hail/join/table/hash.h"
#include "hail/join/table/partition.h"
#include "hail/join/table/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/memory/growing_array.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Rows grouped by key. The rows of group g are rows[first[g]] to rows[first[g + 1] - 1].
struct Groups {
  Array<uint32_t> first;
  /// The rows of all groups, then the extra places that were asked for.
  Array<uint32_t> rows;
};

/// Groups of rows with one code for each group.
template <Key K>
struct GroupedRows {
  Groups groups;
  /// Memory of `codes`.
  PartitionedRows<K> memory;
  /// Codes of the groups, each with the number of its group.
  std::span<const Tuple<K>> codes;
};

namespace internal {

/// Numbers the different keys of a part of the rows, in a table that grows with them. Chains serve
/// any keys: for most seeds each search takes few steps, which linear probing does not promise.
///
///   heads[hash] -> 1 + number of a group -> next of the group -> ... -> 0
template <Key K>
class KeyNumbers {
 public:
  struct Group {
    K code;
    uint32_t row;
    uint32_t rows;
  };

  KeyNumbers(MemoryBudget& budget, const MixHash& hash)
      : hash_(hash),
        heads_(budget, MemoryUse::kBuffer),
        next_(budget, MemoryUse::kBuffer),
        groups_(budget, MemoryUse::kBuffer) {}

  /// Removes all groups. Call before the first row.
  void clear() {
    groups_.resize(0);
    next_.resize(0);
    set_heads(kFewest);
  }

  std::span<Group> groups() { return {groups_.data(), groups_.size()}; }

  /// Returns the number of a row's key, and counts the row. A new key gets the next number.
  ///
  /// equal   equal(row, row) is whether two rows with equal codes have equal keys
  template <class Equal>
  uint32_t number(const Tuple<K>& row, const Equal& equal) {
    for (uint32_t at = heads_[head_of(row.key)]; at != 0; at = next_[at - 1]) {
      Group& group = groups_[at - 1];
      if (group.code == row.key && equal(group.row, static_cast<uint32_t>(row.payload))) {
        ++group.rows;
        return at - 1;
      }
    }
    if (groups_.size() == heads_.size()) {
      grow();
    }
    const uint32_t number = static_cast<uint32_t>(groups_.size());
    groups_.push_back({row.key, static_cast<uint32_t>(row.payload), 1});
    next_.push_back(0);
    link(number);
    return number;
  }

  /// Number of groups looked at if each group is searched once.
  uint64_t steps() const {
    uint64_t steps = 0;
    for (uint64_t head = 0; head < heads_.size(); ++head) {
      uint64_t length = 0;
      for (uint32_t at = heads_[head]; at != 0; at = next_[at - 1]) {
        steps += ++length;
      }
    }
    return steps;
  }

 private:
  static constexpr uint64_t kFewest = 1024;

  uint64_t head_of(K code) const { return fast_range(hash_(code), heads_.size()); }

  void set_heads(uint64_t heads) {
    heads_.resize(heads);
    std::fill_n(heads_.data(), heads, 0);
  }

  void link(uint32_t number) {
    uint32_t& head = heads_[head_of(groups_[number].code)];
    next_[number] = head;
    head = number + 1;
  }

  void grow() {
    set_heads(2 * heads_.size());
    for (uint32_t number = 0; number < groups_.size(); ++number) {
      link(number);
    }
  }

  MixHash hash_;
  GrowingArray<uint32_t> heads_;
  GrowingArray<uint32_t> next_;
  GrowingArray<Group> groups_;
};

}  // namespace internal

/// Groups rows by key with all workers. Splits the rows by a hash, numbers the different keys of
/// each part, and orders the rows of the part by these numbers.
///
/// rows    codes and row numbers
/// more    extra places after the rows of all groups
/// seed    of the hashes; see MixHash
/// equal   equal(row, row) is whether two rows with equal codes have equal keys
/// Throws BudgetExceeded.
template <Key K, class Equal>
GroupedRows<K> group_rows(Array<Tuple<K>> rows, uint64_t more, uint64_t seed, const Equal& equal,
                          Workers& workers, MemoryBudget& budget) {
  constexpr uint64_t kRowsOfPart = 16384;
  constexpr unsigned kMostBits = 12;
  const uint64_t count = rows.size();
  const unsigned bits = std::min(
      kMostBits, static_cast<unsigned>(std::bit_width(std::max<uint64_t>(count / kRowsOfPart, 1))));
  const uint32_t parts = uint32_t{1} << bits;
  GroupedRows<K> grouped{
      {},
      Partitioner<K>(workers, budget, Pages::kHuge)
          .split(rows.span(), parts, LowBits<MixHash>(MixHash(seed, HashUse::kGroupParts), bits),
                 Layout::kContiguous),
      {}};
  rows = {};
  PartitionedRows<K>& split = grouped.memory;
  Tuple<K>* all = split.mutable_fragment(0).data();
  grouped.groups.rows = Array<uint32_t>(budget, MemoryUse::kTable, count + more);
  uint32_t* ordered = grouped.groups.rows.data();
  Array<uint64_t> groups_of_part(budget, MemoryUse::kBuffer, parts);

  TaskQueue tasks(ascending_order(parts));
  workers.run([&](unsigned) {
    internal::KeyNumbers<K> keys(budget, MixHash(seed, HashUse::kGroupSlots));
    GrowingArray<uint32_t> numbers(budget, MemoryUse::kBuffer);
    uint32_t part;
    while (tasks.take(part)) {
      std::span<Tuple<K>> mine = split.mutable_fragment(part);
      if (mine.empty()) {
        continue;
      }
      keys.clear();
      numbers.resize(mine.size());
      for (size_t i = 0; i < mine.size(); ++i) {
        numbers[i] = keys.number(mine[i], equal);
      }
      // From here on `rows` of a group is the place of its next row.
      uint32_t next = static_cast<uint32_t>(mine.data() - all);
      for (auto& group : keys.groups()) {
        next += std::exchange(group.rows, next);
      }
      for (size_t i = 0; i < mine.size(); ++i) {
        ordered[keys.groups()[numbers[i]].rows++] = static_cast<uint32_t>(mine[i].payload);
      }
      uint32_t begin = static_cast<uint32_t>(mine.data() - all);
      size_t g = 0;
      for (const auto& group : keys.groups()) {
        mine[g++] = {group.code, begin};
        begin = group.rows;
      }
      groups_of_part[part] = g;
    }
  });

  uint64_t groups = 0;
  for (uint32_t part = 0; part < parts; ++part) {
    groups += groups_of_part[part];
  }
  grouped.groups.first = Array<uint32_t>(budget, MemoryUse::kTable, groups + 1);
  uint32_t* first = grouped.groups.first.data();
  uint32_t group = 0;
  for (uint32_t part = 0; part < parts; ++part) {
    const std::span<Tuple<K>> mine = split.mutable_fragment(part).first(groups_of_part[part]);
    for (const Tuple<K>& found : mine) {
      first[group] = static_cast<uint32_t>(found.payload);
      all[group] = {found.key, group};
      ++group;
    }
  }
  first[groups] = static_cast<uint32_t>(count);
  grouped.codes = {all, groups};
  return grouped;
}

}  // namespace hail::join
