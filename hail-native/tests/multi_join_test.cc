// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/papers/multi_join.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

#include "hail/laboratory/workload/random.h"
#include "tuple_rows.h"

namespace hail::join {
namespace {

template <Key K>
using Rows = testing_rows::TupleRows<K>;

enum class TableKind { kHash, kArray, kWindow };

/// The tables of build sides. Views point to their memory.
template <Key K>
class Tables {
 public:
  explicit Tables(MemoryBudget& budget) : budget_(budget) {}

  AnyConciseView<K> add(TableKind kind, const Rows<K>& rows, uint64_t least, uint64_t range) {
    Workers workers(2);
    auto build = [&]<class Buckets>(std::vector<ConciseTable<K, Buckets>>& kept,
                                    const Buckets& buckets) {
      kept.push_back(
          ConciseTable<K, Buckets>::build(rows, buckets, workers, budget_, Pages::kHuge));
      return AnyConciseView<K>(kept.back().view());
    };
    switch (kind) {
      case TableKind::kHash:
        return build(hashes_, HashBuckets<K, MixHash>({}, rows.size(), 1));
      case TableKind::kArray:
        return build(arrays_, DomainBuckets<K>(least, range, 1));
      case TableKind::kWindow:
        // Half of the values are outside.
        return build(windows_, WindowBuckets<K>(least, range / 2 + 1, 1));
    }
    throw std::invalid_argument("no such table");
  }

 private:
  MemoryBudget& budget_;
  std::vector<ConciseTable<K, HashBuckets<K, MixHash>>> hashes_;
  std::vector<ConciseTable<K, DomainBuckets<K>>> arrays_;
  std::vector<ConciseTable<K, WindowBuckets<K>>> windows_;
};

/// A result in any order, as the number of rows and the sum of their hashes.
struct MultiSink {
  uint64_t rows = 0;
  uint64_t hashes = 0;

  template <Key K>
  void operator()(uint64_t row, std::span<const K> payloads) {
    ++rows;
    uint64_t hash = mix64(row + 1);
    for (const K payload : payloads) {
      hash = mix64(hash ^ (payload + 0x9e3779b97f4a7c15ULL));
    }
    hashes += hash;
  }

  friend bool operator==(const MultiSink&, const MultiSink&) = default;
};

/// A build side, and the probe keys that are looked up in it.
template <Key K>
struct Side {
  Rows<K> build;
  std::vector<K> probe;
  bool pairs;
  TableKind kind;
};

/// The oracle: multimaps, one after the other.
template <Key K>
MultiSink expected(const std::vector<Side<K>>& sides, uint64_t rows) {
  std::vector<std::unordered_multimap<K, K>> maps;
  for (const Side<K>& side : sides) {
    maps.emplace_back();
    for (const Tuple<K>& row : side.build) {
      maps.back().emplace(row.key, row.payload);
    }
  }
  MultiSink sink;
  for (uint64_t row = 0; row < rows; ++row) {
    std::vector<std::vector<K>> choices{{}};
    for (size_t i = 0; i < sides.size(); ++i) {
      std::vector<std::vector<K>> longer;
      auto [from, to] = maps[i].equal_range(sides[i].probe[row]);
      if (!sides[i].pairs) {
        if (from != to) {
          longer = choices;
        }
      } else {
        for (; from != to; ++from) {
          for (std::vector<K> choice : choices) {
            choice.push_back(from->second);
            longer.push_back(std::move(choice));
          }
        }
      }
      choices = std::move(longer);
    }
    for (const std::vector<K>& choice : choices) {
      sink(row, std::span<const K>(choice));
    }
  }
  return sink;
}

struct Outcome {
  MultiSink result;
  std::vector<MultiJoinCounts> counts;
};

constexpr uint64_t kLeast = 1'000;

template <Key K>
Outcome run(const std::vector<Side<K>>& sides, unsigned threads, MemoryBudget& budget,
            uint64_t range) {
  Tables<K> tables(budget);
  std::vector<MultiJoinSide<K>> joined;
  std::vector<std::span<const K>> keys;
  for (const Side<K>& side : sides) {
    joined.push_back({tables.add(side.kind, side.build, kLeast, range), side.pairs, false});
    keys.emplace_back(side.probe);
  }
  Workers workers(threads);
  std::vector<MultiSink> sinks(threads);
  Outcome outcome;
  outcome.counts = MultiJoin<K>(joined, budget).run(keys, workers, sinks);
  for (const MultiSink& sink : sinks) {
    outcome.result.rows += sink.rows;
    outcome.result.hashes += sink.hashes;
  }
  return outcome;
}

template <class T>
class MultiJoinTest : public testing::Test {};

using KeyTypes = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(MultiJoinTest, KeyTypes);

TYPED_TEST(MultiJoinTest, RandomTablesInAnyOrder) {
  using K = TypeParam;
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  for (uint64_t round = 0; round < 25; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
    workload::Random random(seed * 1000 + round);
    const uint64_t range = 1 + random.below(3'000);
    const uint64_t rows = random.below(random.below(2) == 0 ? 500 : 20'000);
    std::vector<Side<K>> sides(1 + random.below(4));
    for (Side<K>& side : sides) {
      side.pairs = random.below(3) > 0;
      side.kind = static_cast<TableKind>(random.below(3));
      side.build.resize(random.below(range));
      for (Tuple<K>& row : side.build) {
        row = {static_cast<K>(kLeast + random.below(range)), static_cast<K>(random.next())};
      }
      side.probe.resize(rows);
      for (K& key : side.probe) {
        key = static_cast<K>(kLeast / 2 + random.below(range + kLeast));
      }
    }
    const unsigned threads[] = {1, 2, 4, 7};
    std::vector<size_t> order(sides.size());
    std::iota(order.begin(), order.end(), 0);
    do {
      std::vector<Side<K>> ordered;
      for (const size_t side : order) {
        ordered.push_back(sides[side]);
      }
      const MultiSink wanted = expected(ordered, rows);
      MemoryBudget budget;
      const Outcome found = run(ordered, threads[random.below(4)], budget, range);
      ASSERT_EQ(wanted, found.result) << found.result.rows << " rows, not " << wanted.rows;
      ASSERT_EQ(0U, budget.used());
    } while (round % 5 == 0 && std::next_permutation(order.begin(), order.end()));
  }
}

TYPED_TEST(MultiJoinTest, EmptySidesAndOneKeyOnly) {
  using K = TypeParam;
  const Rows<K> none;
  const Rows<K> same(40, Tuple<K>{static_cast<K>(kLeast), 7});
  for (const Rows<K>& first : {none, same}) {
    for (const Rows<K>& second : {none, same}) {
      for (const uint64_t rows : std::initializer_list<uint64_t>{0, 1, 9}) {
        for (const bool pairs : {true, false}) {
          for (const TableKind kind : {TableKind::kHash, TableKind::kArray, TableKind::kWindow}) {
            const std::vector<K> probe(rows, static_cast<K>(kLeast));
            const std::vector<Side<K>> sides{{first, probe, pairs, kind},
                                             {second, probe, true, TableKind::kHash}};
            MemoryBudget budget;
            ASSERT_EQ(expected(sides, rows), run(sides, 2, budget, 1).result);
          }
        }
      }
    }
  }
}

/// Makes build sides with a tenth of all keys each. Of the probe rows, one in ten has a key of a
/// side, independently for each side.
template <Key K>
std::vector<Side<K>> tenths(size_t count, uint64_t rows, TableKind kind) {
  constexpr uint64_t kKeys = 20'000;
  std::vector<Side<K>> sides(count);
  uint64_t digit = 1;
  for (Side<K>& side : sides) {
    side.pairs = true;
    side.kind = kind;
    for (uint64_t i = 0; i < kKeys; i += 10) {
      side.build.push_back({static_cast<K>(kLeast + i), static_cast<K>(i)});
    }
    side.probe.resize(rows);
    for (uint64_t row = 0; row < rows; ++row) {
      const uint64_t any = mix64(row * 8 + digit) % (kKeys / 10) * 10;
      const uint64_t miss = row / digit % 10 == 0 ? 0 : 1 + mix64(row + digit) % 9;
      side.probe[row] = static_cast<K>(kLeast + any + miss);
    }
    digit *= 10;
  }
  return sides;
}

TYPED_TEST(MultiJoinTest, ArraysAreReadOnlyForRowsThatPassAllFilters) {
  using K = TypeParam;
  constexpr uint64_t kRows = 1'000'000;
  for (const TableKind kind : {TableKind::kArray, TableKind::kHash}) {
    const std::vector<Side<K>> sides = tenths<K>(3, kRows, kind);
    double product = static_cast<double>(kRows);
    {
      MemoryBudget budget;
      Tables<K> tables(budget);
      for (const Side<K>& side : sides) {
        const AnyConciseView<K> table = tables.add(kind, side.build, kLeast, 20'000);
        const auto passed = std::count_if(side.probe.begin(), side.probe.end(), [&](K key) {
          return std::visit([key](const auto& view) { return view.may_contain(key); }, table);
        });
        product *= static_cast<double>(passed) / static_cast<double>(kRows);
      }
    }
    for (const unsigned threads : {1U, 4U}) {
      MemoryBudget budget;
      const Outcome outcome = run(sides, threads, budget, 20'000);
      EXPECT_EQ(kRows / 1000, outcome.result.rows);
      for (const MultiJoinCounts& counts : outcome.counts) {
        EXPECT_LE(static_cast<double>(counts.probed), product * 1.02);
        EXPECT_GE(counts.probed, outcome.result.rows);
      }
    }
  }
}

TYPED_TEST(MultiJoinTest, TheFilterThatFewRowsPassComesFirst) {
  using K = TypeParam;
  constexpr uint64_t kRows = 400'000;
  std::vector<Side<K>> sides = tenths<K>(3, kRows, TableKind::kArray);
  // All rows pass the first, and half of them the second.
  std::fill(sides[0].probe.begin(), sides[0].probe.end(), static_cast<K>(kLeast));
  for (uint64_t row = 0; row < kRows; row += 2) {
    sides[1].probe[row] = static_cast<K>(kLeast + 10);
  }
  MemoryBudget budget;
  const Outcome outcome = run(sides, 1, budget, 20'000);
  constexpr uint64_t kStride = 8192;
  EXPECT_GE(outcome.counts[2].filtered, kRows - kStride)
      << "but for the first stride it sees all rows";
  EXPECT_LT(outcome.counts[0].filtered, kRows / 10 + kStride);
}

TYPED_TEST(MultiJoinTest, OnlyBitsTellWhetherAnArrayTableHasAKey) {
  using K = TypeParam;
  std::vector<Side<K>> sides = tenths<K>(2, 50'000, TableKind::kArray);
  sides[1].pairs = false;
  MemoryBudget budget;
  const Outcome outcome = run(sides, 2, budget, 20'000);
  EXPECT_EQ(expected(sides, 50'000), outcome.result);
  EXPECT_EQ(0U, outcome.counts[1].probed);
  EXPECT_EQ(500U, outcome.counts[0].probed);
}

TYPED_TEST(MultiJoinTest, ABudgetThatIsTooSmallIsSaidAtEachAllocation) {
  using K = TypeParam;
  const std::vector<Side<K>> sides{
      {Rows<K>(300, Tuple<K>{static_cast<K>(kLeast), 1}),
       std::vector<K>(50, static_cast<K>(kLeast)), true, TableKind::kHash},
      {Rows<K>(2, Tuple<K>{static_cast<K>(kLeast), 2}), std::vector<K>(50, static_cast<K>(kLeast)),
       true, TableKind::kArray}};
  uint64_t limit = 0;
  for (unsigned failures = 0;; ++failures) {
    MemoryBudget budget(limit);
    try {
      EXPECT_EQ(50U * 300 * 2, run(sides, 1, budget, 1).result.rows);
      EXPECT_GT(failures, 10U);
      EXPECT_LE(budget.peak(), limit);
      break;
    } catch (const BudgetExceeded& e) {
      EXPECT_EQ(0U, budget.used());
      ASSERT_GT(e.used() + e.wanted(), limit);
      limit = e.used() + e.wanted();
    }
  }
}

}  // namespace
}  // namespace hail::join
