#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

#include "hail/join/hash.h"
#include "hail/join/partition.h"
#include "hail/join/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/memory/growing_array.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Rows by their keys: those of group g are rows[first[g]] to rows[first[g + 1] - 1].
struct Groups {
  Array<uint32_t> first;
  /// Of all groups, and as many places more as were asked for.
  Array<uint32_t> rows;
};

/// Groups of rows, and the code of each.
template <Key K>
struct GroupedRows {
  Groups groups;
  /// Where `codes` are.
  PartitionedRows<K> memory;
  /// Codes, and the numbers of their groups.
  std::span<const Tuple<K>> codes;
};

namespace internal {

/// Numbers the different keys of a part of the rows, in a linear-probing table that grows with
/// them.
template <Key K>
class KeyNumbers {
 public:
  struct Group {
    K code;
    uint32_t row;
    uint32_t rows;
  };

  explicit KeyNumbers(MemoryBudget& budget)
      : slots_(budget, MemoryUse::kBuffer), groups_(budget, MemoryUse::kBuffer) {}

  void clear() {
    groups_.resize(0);
    set_slots(kFewest);
  }

  std::span<Group> groups() { return {groups_.data(), groups_.size()}; }

  /// The number of a row's key, which counts the row.
  ///
  /// equal(row, row)   whether rows with equal codes have equal keys
  template <class Equal>
  uint32_t number(const Tuple<K>& row, const Equal& equal) {
    uint64_t slot = slot_of(row.key);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      Group& group = groups_[slots_[slot] - 1];
      if (group.code == row.key && equal(group.row, static_cast<uint32_t>(row.payload))) {
        ++group.rows;
        return slots_[slot] - 1;
      }
    }
    groups_.push_back({row.key, static_cast<uint32_t>(row.payload), 1});
    const uint32_t number = static_cast<uint32_t>(groups_.size() - 1);
    slots_[slot] = number + 1;
    if (2 * groups_.size() > slots_.size()) {
      grow();
    }
    return number;
  }

 private:
  static constexpr uint64_t kFewest = 1024;

  /// Parts of the rows are chosen by the lowest bits.
  uint64_t slot_of(K code) const { return mix64(code) >> shift_; }

  void set_slots(uint64_t slots) {
    slots_.resize(slots);
    std::fill_n(slots_.data(), slots, 0);
    shift_ = 64 - static_cast<unsigned>(std::countr_zero(slots));
  }

  void grow() {
    set_slots(2 * slots_.size());
    for (uint32_t number = 0; number < groups_.size(); ++number) {
      uint64_t slot = slot_of(groups_[number].code);
      while (slots_[slot] != 0) {
        slot = (slot + 1) & (slots_.size() - 1);
      }
      slots_[slot] = number + 1;
    }
  }

  GrowingArray<uint32_t> slots_;
  GrowingArray<Group> groups_;
  unsigned shift_ = 0;
};

}  // namespace internal

/// Groups rows by their keys, with all workers: splits them by a hash, numbers the different keys
/// of each part, and orders the rows of the part by these numbers.
///
/// rows    codes and row numbers
/// more    places after the rows of all groups
/// equal   equal(row, row) tells whether rows with equal codes have equal keys
template <Key K, class Equal>
GroupedRows<K> group_rows(Array<Tuple<K>> rows, uint64_t more, const Equal& equal,
                          Workers& workers, MemoryBudget& budget) {
  constexpr uint64_t kRowsOfPart = 16384;
  constexpr unsigned kMostBits = 12;
  const uint64_t count = rows.size();
  const unsigned bits = std::min(
      kMostBits, static_cast<unsigned>(std::bit_width(std::max<uint64_t>(count / kRowsOfPart, 1))));
  const uint32_t parts = uint32_t{1} << bits;
  GroupedRows<K> grouped{
      {},
      Partitioner<K>(workers, budget, Pages::kHuge, Write::kCombined)
          .split(rows.span(), parts, LowBits<MixHash>(MixHash{}, bits), Layout::kContiguous),
      {}};
  rows = {};
  PartitionedRows<K>& split = grouped.memory;
  Tuple<K>* all = split.mutable_fragment(0).data();
  grouped.groups.rows = Array<uint32_t>(budget, MemoryUse::kTable, count + more);
  uint32_t* ordered = grouped.groups.rows.data();
  Array<uint64_t> groups_of_part(budget, MemoryUse::kBuffer, parts);

  TaskQueue tasks(ascending_order(parts));
  workers.run([&](unsigned) {
    internal::KeyNumbers<K> keys(budget);
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
      // From here on `rows` of a group is where its next row goes.
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
