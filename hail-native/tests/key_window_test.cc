// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/table/key_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

#include "hail/join/table/concise_table.h"
#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/workload/random.h"
#include "tuple_rows.h"

namespace hail::join {
namespace {

template <Key K>
using Rows = testing_rows::TupleRows<K>;

template <class T>
class KeyWindowTest : public testing::Test {};

using KeyTypes = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(KeyWindowTest, KeyTypes);

/// Makes keys of a window and replaces a share of them by far ones.
template <Key K>
Rows<K> rows_with_outliers(uint64_t size, K least, uint64_t density, double share,
                           workload::Random& random) {
  constexpr K kMost = std::numeric_limits<K>::max();
  const K far[] = {kMost, 0, static_cast<K>(kMost / 2), static_cast<K>(kMost - 1)};
  Rows<K> rows(size);
  for (uint64_t i = 0; i < size; ++i) {
    K key = static_cast<K>(least + i * density);
    if (random.unit() < share) {
      key = random.below(2) == 0 ? far[random.below(4)] : static_cast<K>(random.next());
    }
    rows[i] = {key, static_cast<K>(random.next())};
  }
  testing_rows::shuffle(rows, random);
  return rows;
}

TYPED_TEST(KeyWindowTest, TheRowsOutsideAreCountedExactly) {
  using K = TypeParam;
  workload::Random random(1);
  MemoryBudget budget;
  for (const uint64_t size : std::initializer_list<uint64_t>{1, 2, 1'000, 40'000}) {
    for (const double share : {0.0, 0.001, 0.04, 0.5, 1.0}) {
      for (const uint64_t most : {uint64_t{1}, uint64_t{100}, 30 * size}) {
        for (const unsigned threads : {1U, 2U, 4U, 7U}) {
          Workers workers(threads);
          const Rows<K> rows = rows_with_outliers<K>(size, 5'000'000, 3, share, random);
          const KeyWindow window =
              find_window<K>(RowsInMemory<K>(rows), most, size, workers, budget);
          ASSERT_GE(window.range, 1U);
          ASSERT_LE(window.range, most);
          uint64_t outside = 0;
          bool least = false;
          bool greatest = false;
          for (const Tuple<K>& row : rows) {
            outside += row.key - window.least >= window.range;
            least |= row.key == window.least;
            greatest |= row.key == window.least + window.range - 1;
          }
          ASSERT_EQ(outside, window.outside);
          ASSERT_TRUE(least && greatest) << "the window has an end without a key";
          if (most > 3 * size && share < 0.1) {
            ASSERT_LE(static_cast<double>(outside), 0.1 * static_cast<double>(size) + 1);
          }
        }
      }
    }
  }
  EXPECT_EQ(0U, budget.used());
}

TYPED_TEST(KeyWindowTest, OfTwoHeapsOfKeysItTakesTheLarger) {
  using K = TypeParam;
  Rows<K> rows;
  for (K i = 0; i < 10'000; ++i) {
    // A median would be in the second heap, and an average in neither.
    rows.push_back({i < 6'000 ? static_cast<K>(1'000 + i) : static_cast<K>(3'000'000'000 + i), i});
  }
  Workers workers(2);
  MemoryBudget budget;
  const KeyWindow window =
      find_window<K>(RowsInMemory<K>(rows), 50'000, rows.size(), workers, budget);
  EXPECT_EQ(1'000U, window.least);
  EXPECT_EQ(6'000U, window.range);
  EXPECT_EQ(4'000U, window.outside);
  EXPECT_EQ(0U, find_window<K>(RowsInMemory<K>(rows), 50'000, 1'000, workers, budget).range)
      << "far more rows are outside than may be";
}

TYPED_TEST(KeyWindowTest, JoinsWithOutliersAreExact) {
  using K = TypeParam;
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  const Algorithm<K>& hybrid = algorithm<K>("CAT-hybrid");
  for (const double share : {0.0, 0.0005, 0.02, 0.049, 0.07, 0.6}) {
    for (const K least : {K{0}, K{77}, static_cast<K>(std::numeric_limits<K>::max() - 30'000)}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", share " + std::to_string(share) +
                   ", least " + std::to_string(least));
      workload::Random random(seed);
      const Rows<K> build = rows_with_outliers<K>(9'000, least, 2, share, random);
      Rows<K> probe = rows_with_outliers<K>(12'000, least, 1, 0.2, random);
      probe.insert(probe.end(), build.begin(), build.end());
      const ChecksumSink wanted = testing_rows::expected_matches<K>(build, probe);
      for (const unsigned threads : {1U, 2U, 4U, 7U}) {
        Workers workers(threads);
        MemoryBudget budget;
        ChecksumSink found;
        hybrid.checksum(build, probe, HashKind::kMix, {}, workers, budget, found);
        ASSERT_EQ(wanted, found) << threads << " threads";
        ASSERT_EQ(0U, budget.used());
      }
    }
  }
}

TYPED_TEST(KeyWindowTest, AStopAtTheFirstMatchCountsEachKeyOnce) {
  using K = TypeParam;
  constexpr K kMost = std::numeric_limits<K>::max();
  Rows<K> build;
  for (K i = 0; i < 1'000; ++i) {
    build.push_back({static_cast<K>(50 + i), i});
  }
  build.push_back({kMost, 1});
  build.push_back({0, 2});
  Workers workers(2);
  MemoryBudget budget;
  Settings settings;
  settings.unique = true;
  CountSink found;
  algorithm<K>("CAT-hybrid").count(build, build, HashKind::kMix, settings, workers, budget, found);
  EXPECT_EQ(build.size(), found.matches);
}

TYPED_TEST(KeyWindowTest, FewOutliersDoNotMakeATableLargerThanAHashTable) {
  using K = TypeParam;
  workload::Random random(3);
  Workers workers(1);
  for (const double share : {0.0, 0.01, 0.045}) {
    const Rows<K> build = rows_with_outliers<K>(100'000, 1'000, 2, share, random);
    MemoryBudget budget;
    auto used = [&](const auto& buckets) {
      const auto table = ConciseTable<K, std::decay_t<decltype(buckets)>>::build(
          std::span<const Tuple<K>>(build), buckets, workers, budget, Pages::kHuge);
      return budget.used();
    };
    const KeyWindow window =
        find_window<K>(RowsInMemory<K>(build), most_window_values(build.size(), sizeof(K)),
                       most_outside(build.size()), workers, budget);
    EXPECT_LE(window.outside, most_outside(build.size()));
    EXPECT_LT(used(WindowBuckets<K>(window.least, window.range, 2)),
              used(HashBuckets<K, MixHash>({}, build.size(), 2)))
        << share;
  }
}

TYPED_TEST(KeyWindowTest, ABudgetThatIsTooSmallIsSaidAtEachAllocation) {
  using K = TypeParam;
  workload::Random random(4);
  const Rows<K> build = rows_with_outliers<K>(20'000, 1'000, 2, 0.03, random);
  const ChecksumSink wanted = testing_rows::expected_matches<K>(build, build);
  Workers workers(1);
  uint64_t limit = 0;
  for (unsigned failures = 0;; ++failures) {
    MemoryBudget budget(limit);
    try {
      ChecksumSink found;
      algorithm<K>("CAT-hybrid").checksum(build, build, HashKind::kMix, {}, workers, budget, found);
      EXPECT_EQ(wanted, found);
      EXPECT_GT(failures, 5U);
      EXPECT_EQ(0U, budget.used());
      break;
    } catch (const BudgetExceeded& e) {
      EXPECT_EQ(0U, budget.used());
      EXPECT_LE(budget.peak(), limit);
      ASSERT_GT(e.used() + e.wanted(), limit);
      limit = e.used() + e.wanted();
    }
  }
}

TEST(ConciseWindowTableTest, HasNoFalsePositivesInsideOrOutside) {
  std::unordered_map<uint64_t, int> keys;
  std::vector<Tuple<uint64_t>> rows;
  workload::Random random(5);
  for (uint64_t i = 0; i < 20'000; ++i) {
    const uint64_t key = random.below(30) == 0 ? random.below(1'000'000) : 400'000 + i * 2;
    ++keys[key];
    rows.push_back({key, i});
  }
  for (const unsigned piece_bits : {0U, 2U, 5U}) {
    for (const unsigned threads : {1U, 3U}) {
      Workers workers(threads);
      MemoryBudget budget;
      const auto table = ConciseWindowTable<uint64_t>::build(
          rows, WindowBuckets<uint64_t>(400'000, 40'000, piece_bits), workers, budget,
          Pages::kHuge);
      EXPECT_EQ(rows.size(), table.rows() + table.overflow());
      EXPECT_TRUE(table.repeated());
      for (uint64_t key = 0; key < 1'000'000; ++key) {
        ASSERT_EQ(keys.contains(key), table.may_contain(key)) << key;
      }
    }
  }
}

TEST(ConciseWindowTableTest, TellsWhetherAKeyCameTwice) {
  Workers workers(2);
  MemoryBudget budget;
  auto repeated = [&](const std::vector<Tuple<uint64_t>>& rows) {
    return ConciseWindowTable<uint64_t>::build(rows, WindowBuckets<uint64_t>(100, 50, 0), workers,
                                               budget, Pages::kHuge)
        .repeated();
  };
  EXPECT_FALSE(repeated({{100, 0}, {149, 1}, {150, 2}, {99, 3}, {~uint64_t{0}, 4}}));
  EXPECT_TRUE(repeated({{100, 0}, {149, 1}, {149, 2}, {99, 3}}));
  EXPECT_TRUE(repeated({{100, 0}, {149, 1}, {99, 2}, {99, 3}}));
  EXPECT_FALSE(repeated({}));
}

}  // namespace
}  // namespace hail::join
