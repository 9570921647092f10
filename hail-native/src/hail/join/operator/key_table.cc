// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/key_table.h"

#include "hail/errors.h"

namespace hail::join {
namespace {

constexpr uint64_t kFarthest = 1024;
constexpr uint64_t kSmall = uint64_t{1} << 20;

TablePlan hash_plan(TablePlan plan, std::string why) {
  plan.array = false;
  plan.least = 0;
  plan.range = 0;
  plan.outside = 0;
  plan.explanation = "concise hash table" + std::move(why);
  return plan;
}

TablePlan linear_plan(TablePlan plan, unsigned key_bytes) {
  const uint64_t row_bytes =
      key_bytes == 4 ? LinearSlots<uint32_t>::kRowBytes : LinearSlots<uint64_t>::kRowBytes;
  plan.linear = true;
  plan.piece_bits = concise_piece_bits(plan.keys, row_bytes, Caches{});
  plan.explanation = "linear probing, as asked for";
  return plan;
}

}  // namespace

TablePlan plan_table(TableChoice choice, bool exact, uint64_t keys, uint64_t greatest,
                     unsigned key_bytes, uint64_t room,
                     const std::function<KeyWindow(uint64_t most)>& window) {
  TablePlan plan;
  plan.keys = keys;
  plan.piece_bits = concise_piece_bits(keys, 2 * uint64_t{key_bytes} + 2, Caches{});
  if (choice == TableChoice::kConciseHash) {
    return hash_plan(std::move(plan), ", as asked for");
  }
  if (choice == TableChoice::kLinearProbing) {
    return linear_plan(std::move(plan), key_bytes);
  }
  const bool by_name = choice == TableChoice::kConciseArray;
  if (!exact) {
    if (by_name) {
      throw InvalidArgument(
          "A concise array table takes keys that are numbers and fill at most 64 bits");
    }
    return hash_plan(std::move(plan), ": keys are found by hash and compared");
  }
  // `greatest` is the number of values from the least to the greatest key, minus one.
  const std::string sizes = std::to_string(keys) + " keys, " +
                            (greatest == ~uint64_t{0} ? "all values of 64 bits"
                                                      : std::to_string(greatest + 1) + " values") +
                            " from least to greatest";
  const uint64_t smaller = most_array_values(keys, key_bytes);
  const uint64_t most = by_name ? std::max(kSmall, keys * kFarthest) : smaller;
  const uint64_t rows_bytes = keys * key_bytes;
  const uint64_t room_values =
      room <= rows_bytes ? 0 : std::min((room - rows_bytes), ~uint64_t{0} / 4) * 4;
  plan.array = true;
  if (greatest < most && (by_name || greatest < room_values)) {
    plan.range = greatest + 1;
    plan.explanation = by_name ? "concise array table, as asked for: " + sizes
                               : "concise array table: " + sizes + ", at most " +
                                     std::to_string(smaller) + " make it the smaller one";
    return plan;
  }
  const uint64_t most_inside =
      by_name ? most : std::min(most_window_values(keys, key_bytes), room_values);
  const KeyWindow found = most_inside == 0 ? KeyWindow{} : window(most_inside);
  if (found.range > 0 && found.outside <= most_outside(keys)) {
    plan.least = found.least;
    plan.range = found.range;
    plan.outside = found.outside;
    plan.explanation = std::string("concise array table") + (by_name ? ", as asked for" : "") +
                       " for a window of " + std::to_string(found.range) + " values, " +
                       std::to_string(found.outside) + " keys outside: " + sizes;
    return plan;
  }
  if (by_name) {
    throw InvalidArgument("A concise array table does not take keys so far apart: " + sizes);
  }
  if (greatest < smaller) {
    return hash_plan(std::move(plan), ": the budget leaves no room for an array: " + sizes);
  }
  return hash_plan(std::move(plan), ": " + sizes + ", more than " + std::to_string(smaller) +
                                        " make an array the larger one");
}

bool KeyTable::ranks_in_place(uint64_t places) const {
  return std::visit(
      [places]<class Table>(const Table& table) {
        if constexpr (std::is_same_v<Table, ConciseTable<uint32_t, Direct<uint32_t>>> ||
                      std::is_same_v<Table, ConciseTable<uint32_t, Window<uint32_t>>>) {
          return table.rows() == places;
        }
        return false;
      },
      owner_);
}

namespace {

template <class Buckets>
constexpr bool kIsArray = false;
template <Key K, class Buckets>
constexpr bool kIsArray<ConciseTable<K, Buckets>> = Buckets::kExact;

}  // namespace

Array<uint32_t> KeyTable::rank_groups(uint64_t places, MemoryBudget& budget) {
  const bool in_place = ranks_in_place(places);
  Array<uint32_t> numbers(budget, MemoryUse::kBuffer, in_place ? 0 : places);
  std::visit(
      [&]<class Table>(Table& table) {
        if constexpr (kIsArray<Table>) {
          uint64_t next = table.rows();
          auto inside = table.rank_rows(
              [&](uint64_t number) { numbers[next++] = static_cast<uint32_t>(number); });
          if constexpr (std::is_same_v<decltype(inside), Array<uint32_t>>) {
            if (in_place) {
              numbers = std::move(inside);
            }
          }
          if (!in_place) {
            std::transform(inside.data(), inside.data() + inside.size(), numbers.data(),
                           [](auto number) { return static_cast<uint32_t>(number); });
          }
          view_ = table.ranked_view();
        }
      },
      owner_);
  return numbers;
}

uint64_t copy_that_fits(const TablePlan& plan, unsigned key_bytes, unsigned threads,
                        uint64_t room) {
  const uint64_t copy = plan.keys * 2 * key_bytes;
  const uint64_t bits = plan.array ? plan.range / 4 : plan.keys * 2;
  const uint64_t array = plan.array ? plan.keys * key_bytes : copy;
  // Overflow and the partitioner's lines. An estimate suffices: the budget refuses what does not
  // fit.
  const uint64_t more = plan.keys / 4 + plan.outside * (2 * key_bytes + 12) +
                        (uint64_t{80} << plan.piece_bits) * threads;
  if (std::max(copy, array) + bits + more <= room) {
    return copy;
  }
  const uint64_t table = array + bits + more;
  return table < room ? room - table : 0;
}

}  // namespace hail::join
