// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/table/concise_table.h"

#include <gtest/gtest.h>

#include <unordered_set>
#include <utility>
#include <vector>

#include "hail/laboratory/papers/sinks.h"
#include "hail/laboratory/workload/random.h"
#include "hail/laboratory/workload/relations.h"

namespace hail::join {
namespace {

using Row = Tuple<uint64_t>;

std::vector<Row> random_unique_rows(uint64_t size, uint64_t seed) {
  // mix64 is a bijection, so that different numbers make different keys.
  std::vector<Row> rows(size);
  for (uint64_t i = 0; i < size; ++i) {
    rows[i] = {mix64(i + (seed << 40)), i};
  }
  return rows;
}

ConciseHashTable<uint64_t, MixHash> build_hash(std::span<const Row> rows, unsigned piece_bits,
                                               unsigned threads, MemoryBudget& budget) {
  Workers workers(threads);
  return ConciseHashTable<uint64_t, MixHash>::build(
      rows, HashBuckets<uint64_t, MixHash>({}, rows.size(), piece_bits), workers, budget,
      Pages::kHuge);
}

TEST(ConciseHashTableTest, RowsInTheArrayAndInOverflowAreAllRows) {
  for (uint64_t size : std::initializer_list<uint64_t>{0, 1, 63, 1'000, 100'000}) {
    for (unsigned piece_bits : {0U, 3U, 6U}) {
      for (unsigned threads : {1U, 2U, 5U}) {
        MemoryBudget budget;
        auto rows = random_unique_rows(size, 1);
        auto table = build_hash(rows, piece_bits, threads, budget);
        EXPECT_EQ(size, table.rows() + table.overflow());
        CountSink sink;
        table.probe<true, 128>(std::span<const Row>(rows), sink);
        EXPECT_EQ(size, sink.matches);
      }
    }
  }
}

TEST(ConciseHashTableTest, OverflowAndFalsePositivesAreAsDerivedFromThePaper) {
  constexpr uint64_t kRows = 1'000'000;
  MemoryBudget budget;
  auto table = build_hash(random_unique_rows(kRows, 1), 6, 2, budget);
  // 0.725 % of the rows; 12.4 % of the buckets are set.
  EXPECT_NEAR(0.00725, static_cast<double>(table.overflow()) / kRows, 0.0005);
  uint64_t possible = 0;
  for (const Row& row : random_unique_rows(kRows, 2)) {
    possible += table.may_contain(row.key);
  }
  EXPECT_NEAR(0.124, static_cast<double>(possible) / kRows, 0.002);
  for (const Row& row : random_unique_rows(kRows, 1)) {
    ASSERT_TRUE(table.may_contain(row.key));
  }
}

TEST(ConciseHashTableTest, ManyRowsOfOneKeyGoToOverflow) {
  std::vector<Row> rows(1'000, Row{42, 0});
  MemoryBudget budget;
  auto table = build_hash(rows, 0, 1, budget);
  EXPECT_EQ(2U, table.rows());
  EXPECT_EQ(998U, table.overflow());
  CountSink all;
  table.probe<false, 128>(std::span<const Row>(rows).first(2), all);
  EXPECT_EQ(2'000U, all.matches);
  CountSink first;
  table.probe<true, 128>(std::span<const Row>(rows).first(2), first);
  EXPECT_EQ(2U, first.matches);
}

/// Sends all keys to one bucket, as keys chosen by someone who knows the hash would be.
struct OneBucketHash {
  uint64_t operator()(uint64_t) const { return uint64_t{1} << 63; }
};

TEST(ConciseHashTableTest, KeysThatAllCollideAreFound) {
  auto rows = random_unique_rows(20'000, 4);
  Workers workers(2);
  MemoryBudget budget;
  auto table = ConciseHashTable<uint64_t, OneBucketHash>::build(
      rows, HashBuckets<uint64_t, OneBucketHash>({}, rows.size(), 2), workers, budget,
      Pages::kHuge);
  EXPECT_EQ(2U, table.rows());
  SumSink sink;
  table.probe<true, 128>(std::span<const Row>(rows), sink);
  EXPECT_EQ(rows.size(), sink.matches);
}

TEST(ConciseTableTest, TellsWhetherAKeyCameTwice) {
  for (const uint64_t size : std::initializer_list<uint64_t>{2, 100, 20'000}) {
    for (const unsigned piece_bits : {0U, 3U}) {
      auto rows = random_unique_rows(size, 5);
      MemoryBudget budget;
      EXPECT_FALSE(build_hash(rows, piece_bits, 2, budget).repeated());
      // Wherever the first of two rows is: in its bucket, in the next one, or in overflow.
      for (uint64_t i = 0; i < size; i += size / 100 + 1) {
        const Row last = std::exchange(rows.back(), rows[i]);
        EXPECT_EQ(i != size - 1, build_hash(rows, piece_bits, 2, budget).repeated()) << i;
        rows.back() = last;
      }
      std::vector<Row> dense(size);
      for (uint64_t i = 0; i < size; ++i) {
        dense[i] = {i, i};
      }
      Workers workers(2);
      auto build_array = [&](uint64_t most_overflow) {
        return ConciseArrayTable<uint64_t>::build(dense,
                                                  DomainBuckets<uint64_t>(0, size, piece_bits),
                                                  workers, budget, Pages::kHuge, most_overflow);
      };
      EXPECT_FALSE(build_array(0).repeated());
      dense.front().key = size - 1;
      EXPECT_TRUE(build_array(1).repeated());
      EXPECT_EQ(size - 1, build_array(1).rows());
      EXPECT_TRUE(build_array(0).repeated());
      EXPECT_EQ(0U, build_array(0).rows()) << "not given up";
    }
  }
}

TEST(ConciseArrayTableTest, HasNoFalsePositives) {
  constexpr uint64_t kLeast = 1'000'003;
  constexpr uint64_t kRange = 50'000;
  workload::Random random(9);
  std::unordered_set<uint64_t> keys;
  std::vector<Row> rows;
  while (rows.size() < 20'000) {
    uint64_t key = kLeast + random.below(kRange);
    if (keys.insert(key).second) {
      rows.push_back({key, key * 3});
    }
  }
  for (unsigned piece_bits : {0U, 2U, 5U}) {
    Workers workers(3);
    MemoryBudget budget;
    auto table = ConciseArrayTable<uint64_t>::build(
        rows, DomainBuckets<uint64_t>(kLeast, kRange, piece_bits), workers, budget, Pages::kHuge);
    EXPECT_EQ(rows.size(), table.rows());
    EXPECT_EQ(0U, table.overflow());
    for (uint64_t key = kLeast - 1'000; key < kLeast + kRange + 1'000; ++key) {
      ASSERT_EQ(keys.contains(key), table.may_contain(key)) << key;
    }
    EXPECT_LE(
        static_cast<double>(budget.used()),
        1.02 * (8.0 * static_cast<double>(rows.size()) + static_cast<double>(kRange) / 4) + 4'096);
  }
}

}  // namespace
}  // namespace hail::join
