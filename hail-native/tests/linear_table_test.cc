// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/table/linear_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "budgets.h"
#include "hail/join/table/piece_probe.h"
#include "hail/laboratory/papers/settings.h"
#include "hail/laboratory/workload/random.h"
#include "tuple_rows.h"

namespace hail::join {
namespace {

template <Key K>
using Rows = testing_rows::TupleRows<K>;

template <class T>
class LinearTableTest : public testing::Test {};

using KeyTypes = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(LinearTableTest, KeyTypes);

template <Key K>
LinearTable<K> build(const Rows<K>& rows, const LinearSlots<K>& slots, Repeats repeats,
                     unsigned threads, MemoryBudget& budget) {
  Workers workers(threads);
  return LinearTable<K>::build(RowsInMemory<K>(rows), slots, repeats, workers, budget,
                               Pages::kHuge);
}

template <Key K>
LinearSlots<K> slots_of(uint64_t rows, unsigned piece_bits) {
  return {MixHash(5), rows, piece_bits};
}

/// Returns rows whose keys are near the least or the greatest key, `values` different ones at each
/// end. Payloads include the least and the greatest allowed.
template <Key K>
Rows<K> random_rows(uint64_t size, uint64_t values, workload::Random& random) {
  constexpr K kGreatest = std::numeric_limits<K>::max();
  Rows<K> rows(size);
  for (Tuple<K>& row : rows) {
    const K key = static_cast<K>(random.below(values));
    const uint64_t payload = random.below(4);
    row.key = random.below(2) == 0 ? key : static_cast<K>(kGreatest - key);
    row.payload = payload == 0   ? 0
                  : payload == 1 ? static_cast<K>(kGreatest - 1)
                                 : static_cast<K>(random.next() >> 1 & (kGreatest >> 1));
  }
  return rows;
}

/// The payloads found for each probe row, by the row's payload, ascending.
template <Key K>
struct Matches {
  std::vector<std::vector<K>> of_row;

  void operator()(const Tuple<K>& row, K payload) { of_row[row.payload].push_back(payload); }
};

TYPED_TEST(LinearTableTest, HasTheRowsOfAMultimap) {
  using K = TypeParam;
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  for (uint64_t round = 0; round < 120; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
    workload::Random random(seed * 1000 + round);
    const uint64_t size = random.below(uint64_t{1} << random.below(13));
    const uint64_t values = 1 + random.below(2 * size + 1);
    const Rows<K> rows = random_rows<K>(size, values, random);
    Rows<K> probe = random_rows<K>(random.below(3'000), values, random);
    for (size_t i = 0; i < probe.size(); ++i) {
      probe[i].payload = static_cast<K>(i);
    }
    std::unordered_multimap<K, K> oracle;
    for (const Tuple<K>& row : rows) {
      oracle.emplace(row.key, row.payload);
    }
    const unsigned threads = 1 + static_cast<unsigned>(random.below(5));
    const auto slots = slots_of<K>(size, static_cast<unsigned>(random.below(5)));
    MemoryBudget budget;
    const LinearTable<K> table = build(rows, slots, Repeats::kKeep, threads, budget);
    ASSERT_EQ(slots.slots() * sizeof(Tuple<K>), budget.used());
    const LinearView<K> view = table.view();

    Matches<K> all{std::vector<std::vector<K>>(probe.size())};
    Matches<K> in_pieces = all;
    Matches<K> one = all;
    view.template probe<false, 128>(std::span<const Tuple<K>>(probe), all);
    view.template probe<true, 7>(std::span<const Tuple<K>>(probe), one);
    Workers worker(1);
    probe_by_pieces<false, 128>(
        view, RowsInMemory<K>(probe), worker, budget, Pages::kHuge,
        [&](unsigned, const Tuple<K>& row, K payload) { in_pieces(row, payload); });
    std::vector<uint32_t> selection(probe.size());
    std::iota(selection.begin(), selection.end(), 0);
    std::vector<K> keys(probe.size());
    std::vector<uint32_t> wanted_kept;
    for (size_t i = 0; i < probe.size(); ++i) {
      keys[i] = probe[i].key;
      const auto [first, last] = oracle.equal_range(probe[i].key);
      std::vector<K> wanted;
      for (auto at = first; at != last; ++at) {
        wanted.push_back(at->second);
      }
      std::sort(wanted.begin(), wanted.end());
      for (Matches<K>* found : {&all, &in_pieces}) {
        std::sort(found->of_row[i].begin(), found->of_row[i].end());
        ASSERT_EQ(wanted, found->of_row[i]) << "key " << keys[i];
      }
      ASSERT_EQ(wanted.empty() ? 0U : 1U, one.of_row[i].size());
      ASSERT_TRUE(wanted.empty() ||
                  std::binary_search(wanted.begin(), wanted.end(), one.of_row[i][0]));
      if (!wanted.empty()) {
        wanted_kept.push_back(static_cast<uint32_t>(i));
      }
    }
    selection.resize(view.template filter<128>(keys, selection, selection.data()));
    ASSERT_EQ(wanted_kept, selection);
  }
}

TYPED_TEST(LinearTableTest, ARunHasNoEmptySlotAndTheTableHas) {
  using K = TypeParam;
  for (const uint64_t size : std::initializer_list<uint64_t>{0, 1, 2, 100, 50'000}) {
    for (const unsigned piece_bits : {0U, 2U, 6U}) {
      workload::Random random(size);
      const Rows<K> rows = random_rows<K>(size, 4 * size + 1, random);
      MemoryBudget budget;
      const auto where = slots_of<K>(size, piece_bits);
      const LinearTable<K> table = build(rows, where, Repeats::kKeep, 3, budget);
      const std::span<const Tuple<K>> slots = table.view().slots();
      ASSERT_EQ(where.slots(), slots.size());
      uint64_t taken = 0;
      for (uint64_t at = 0; at < slots.size(); ++at) {
        if (slots[at].payload == 0) {
          continue;
        }
        ++taken;
        const uint64_t home = where.home(slots[at].key);
        ASSERT_EQ(where.piece_of(slots[at].key), home / where.piece_size());
        for (uint64_t before = home; before != at; before = where.after(before)) {
          ASSERT_NE(0U, slots[before].payload) << "a slot between " << home << " and " << at;
        }
      }
      EXPECT_EQ(size, taken);
      EXPECT_LT(taken, slots.size());
      EXPECT_GE(2 * slots.size(), 3 * size);
    }
  }
}

/// Makes keys whose runs start in the last slot of a piece.
template <Key K>
std::vector<K> keys_at_the_end_of(uint64_t piece, const LinearSlots<K>& where, size_t count) {
  std::vector<K> keys;
  for (uint64_t i = 0; keys.size() < count; ++i) {
    const K key = static_cast<K>(mix64(i));
    if (where.home(key) == (piece + 1) * where.piece_size() - 1) {
      keys.push_back(key);
    }
  }
  return keys;
}

TYPED_TEST(LinearTableTest, ARunGoesOnInTheNextPieceAndThatOfTheLastInTheFirst) {
  using K = TypeParam;
  constexpr uint64_t kRows = 40;
  for (const unsigned piece_bits : {0U, 2U}) {
    const auto where = slots_of<K>(kRows, piece_bits);
    for (const uint64_t piece : {uint64_t{0}, where.pieces() - 1}) {
      Rows<K> rows;
      for (const K key : keys_at_the_end_of(piece, where, kRows)) {
        rows.push_back({key, static_cast<K>(rows.size())});
      }
      for (const unsigned threads : {1U, 3U}) {
        MemoryBudget budget;
        const LinearTable<K> table = build(rows, where, Repeats::kEndBuild, threads, budget);
        EXPECT_FALSE(table.repeated());
        Matches<K> found{std::vector<std::vector<K>>(kRows)};
        table.view().template probe<true, 128>(std::span<const Tuple<K>>(rows), found);
        for (K row = 0; row < kRows; ++row) {
          EXPECT_EQ(std::vector<K>{row}, found.of_row[row]);
        }
      }
      // A copy of any of them: of one inside its piece, and of one beyond.
      for (const size_t repeated : {size_t{0}, size_t{1}, rows.size() - 1}) {
        Rows<K> more = rows;
        more.push_back(rows[repeated]);
        MemoryBudget budget;
        EXPECT_TRUE(build(more, slots_of<K>(more.size(), piece_bits), Repeats::kEndBuild, 2, budget)
                        .repeated());
        more.erase(more.begin());
        EXPECT_EQ(repeated != 0, build(more, where, Repeats::kKeep, 2, budget).repeated());
      }
    }
  }
}

TYPED_TEST(LinearTableTest, IsGivenUpWhenAKeyComesTwice) {
  using K = TypeParam;
  constexpr uint64_t kRows = 20'000;
  Rows<K> rows(kRows);
  for (uint64_t i = 0; i < kRows; ++i) {
    rows[i] = {static_cast<K>(i * 2'654'435'761), static_cast<K>(i)};
  }
  MemoryBudget budget;
  const auto repeats = [&](const Rows<K>& given, unsigned threads) {
    const LinearTable<K> table =
        build(given, slots_of<K>(given.size(), 3), Repeats::kEndBuild, threads, budget);
    EXPECT_EQ(table.repeated(), table.view().slots().empty());
    return table.repeated();
  };
  EXPECT_FALSE(repeats(rows, 1));
  for (size_t row = 0; row < kRows; row += 997) {
    Rows<K> more = rows;
    more.push_back({rows[row].key, 0});
    for (const unsigned threads : {1U, 4U}) {
      ASSERT_TRUE(repeats(more, threads)) << row;
      ASSERT_EQ(0U, budget.used());
    }
  }
  // It must stop soon, or each row would be compared with all rows before it.
  EXPECT_TRUE(repeats(Rows<K>(1'000'000, Tuple<K>{7, 7}), 2));
}

TYPED_TEST(LinearTableTest, TakesThreeSlotsForTwoRowsWhileItIsBuiltToo) {
  using K = TypeParam;
  for (const uint64_t size : {uint64_t{1'000'000}, (uint64_t{1} << 20) + 1}) {
    Rows<K> rows(size);
    for (uint64_t i = 0; i < size; ++i) {
      rows[i] = {static_cast<K>(i * 2'654'435'761), static_cast<K>(i)};
    }
    for (const unsigned threads : {1U, 2U}) {
      MemoryBudget budget;
      const unsigned bits = concise_piece_bits(size, LinearSlots<K>::kRowBytes, Caches{});
      const LinearTable<K> table =
          build(rows, slots_of<K>(size, bits), Repeats::kEndBuild, threads, budget);
      EXPECT_FALSE(table.repeated());
      EXPECT_LE(static_cast<double>(budget.used()),
                1.01 * 1.5 * sizeof(Tuple<K>) * static_cast<double>(size));
      EXPECT_LE(static_cast<double>(budget.peak()), 1.08 * static_cast<double>(budget.used()));
      EXPECT_EQ(0U, budget.used(MemoryUse::kPartition));
      EXPECT_EQ(0U, budget.used(MemoryUse::kBuffer));
    }
  }
}

TYPED_TEST(LinearTableTest, ABudgetThatIsTooSmallIsSaidAtEachAllocation) {
  using K = TypeParam;
  Rows<K> rows(30'000);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i] = {static_cast<K>(i * 2'654'435'761), static_cast<K>(i)};
  }
  try_budgets(5, [&](const std::shared_ptr<MemoryBudget>& budget) {
    EXPECT_FALSE(
        build(rows, slots_of<K>(rows.size(), 4), Repeats::kEndBuild, 1, *budget).repeated());
  });
}

}  // namespace
}  // namespace hail::join
