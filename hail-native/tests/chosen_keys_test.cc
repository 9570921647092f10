// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <variant>
#include <vector>

#include "hail/join/operator/build_side.h"
#include "hail/join/operator/groups.h"
#include "hail/join/table/concise_table.h"
#include "hail/join/table/hash.h"
#include "hail/join/table/linear_table.h"
#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/workload/random.h"
#include "rows.h"

// Keys chosen to collide by someone who knows the library but not the seed of a join.

namespace hail::join {
namespace {

using Row = Tuple<uint64_t>;

constexpr uint64_t kKeys = 4'000;
constexpr uint64_t kSeeds[] = {1, 2, 0x123456789abcdef, ~uint64_t{0}};

/// Returns the key 0, and keys whose hashes of a known seed all lie in 1/1024 of the range.
std::vector<uint64_t> keys_that_collide(const MixHash& known) {
  constexpr unsigned kBits = 10;
  std::vector<uint64_t> keys{0};
  for (uint64_t i = 1; keys.size() < kKeys; ++i) {
    const uint64_t key = mix64(i);
    if (known(key) >> (64 - kBits) == 0) {
      keys.push_back(key);
    }
  }
  return keys;
}

/// Returns the inverse of an odd factor, modulo 2^64.
uint64_t inverse(uint64_t factor) {
  uint64_t found = factor;
  for (int step = 0; step < 5; ++step) {
    found *= 2 - factor * found;
  }
  return found;
}

/// The inverse of mix64.
uint64_t unmix64(uint64_t x) {
  x ^= x >> 33;
  x *= inverse(0xc4ceb9fe1a85ec53ULL);
  x ^= x >> 33;
  x *= inverse(0xff51afd7ed558ccdULL);
  return x ^ x >> 33;
}

/// Returns keys that a mixer without a seed sends to one bucket.
std::vector<uint64_t> keys_of_one_mixed_bucket() {
  std::vector<uint64_t> keys{0};
  for (uint64_t i = 1; i < kKeys; ++i) {
    keys.push_back(unmix64(i));
    EXPECT_EQ(i, mix64(keys.back()));
  }
  return keys;
}

std::vector<uint64_t> random_keys() {
  std::vector<uint64_t> keys{0};
  for (uint64_t i = 1; i < kKeys; ++i) {
    keys.push_back(mix64(i));
  }
  return keys;
}

std::vector<std::vector<uint64_t>> chosen_keys() {
  return {keys_that_collide(MixHash()), keys_that_collide(overflow_hash(0)),
          keys_of_one_mixed_bucket()};
}

std::vector<Row> rows_of(std::span<const uint64_t> keys) {
  std::vector<Row> rows;
  for (const uint64_t key : keys) {
    rows.push_back({key, rows.size()});
  }
  return rows;
}

/// Returns the number of slots that are compared to find each row once.
uint64_t compared(const LinearView<uint64_t>& view) {
  uint64_t steps = 0;
  for (uint64_t slot = 0; slot < view.slots().size(); ++slot) {
    const Row& found = view.slots()[slot];
    const uint64_t home = view.layout().home(found.key);
    steps += found.payload == 0 ? 0
             : slot >= home     ? slot - home + 1
                                : slot + view.slots().size() - home + 1;
  }
  return steps;
}

/// Returns the number of rows that are compared to find each row once: in its two buckets and in
/// the chains of overflow.
template <class View>
uint64_t compared(const View& view) {
  uint64_t steps = 2 * (view.array().size() + view.overflow().rows.size());
  for (const uint32_t head : view.overflow().heads) {
    uint64_t length = 0;
    for (uint32_t at = head; at != 0; at = view.overflow().next[at - 1]) {
      steps += ++length;
    }
  }
  return steps;
}

template <class Buckets>
ConciseTable<uint64_t, Buckets> build(std::span<const Row> rows, const Buckets& buckets,
                                      MemoryBudget& budget, uint64_t seed) {
  Workers workers(2);
  using Table = ConciseTable<uint64_t, Buckets>;
  return Table::build(rows, buckets, workers, budget, Pages::kHuge, Table::kAnyOverflow,
                      Table::kAnyBytes, seed);
}

ConciseHashTable<uint64_t, MixHash> build_hash(std::span<const Row> rows, MemoryBudget& budget,
                                               uint64_t seed) {
  return build(rows, HashBuckets<uint64_t, MixHash>(MixHash(seed), rows.size(), 2), budget, seed);
}

TEST(ChosenKeysTest, CollideWithTheSeedThatIsKnownAndWithNoOther) {
  MemoryBudget budget;
  const std::vector<Row> chosen = rows_of(keys_that_collide(MixHash()));
  EXPECT_GT(build_hash(chosen, budget, 0).overflow(), kKeys * 9 / 10) << "not what was chosen";
  for (const uint64_t seed : kSeeds) {
    const uint64_t usual = compared(build_hash(rows_of(random_keys()), budget, seed).view());
    for (const std::vector<uint64_t>& keys : chosen_keys()) {
      const auto table = build_hash(rows_of(keys), budget, seed);
      EXPECT_LT(table.overflow(), kKeys / 50);
      EXPECT_LT(compared(table.view()), usual * 11 / 10);
    }
  }
}

TEST(ChosenKeysTest, AreFoundInFewSlotsOfALinearTable) {
  MemoryBudget budget;
  Workers workers(2);
  auto steps = [&](const std::vector<uint64_t>& keys, uint64_t seed) {
    const std::vector<Row> rows = rows_of(keys);
    const LinearSlots<uint64_t> slots(MixHash(seed), rows.size(), 2);
    return compared(LinearTable<uint64_t>::build(RowsInMemory<uint64_t>(rows), slots,
                                                 Repeats::kEndBuild, workers, budget, Pages::kHuge)
                        .view());
  };
  EXPECT_GT(steps(keys_that_collide(MixHash()), 0), 100 * kKeys) << "not what was chosen";
  for (const uint64_t seed : kSeeds) {
    // Two slots on average.
    EXPECT_LT(steps(random_keys(), seed), kKeys * 23 / 10);
    for (const std::vector<uint64_t>& keys : chosen_keys()) {
      EXPECT_LT(steps(keys, seed), kKeys * 23 / 10);
    }
  }
}

TEST(ChosenKeysTest, WhoKnowsTheSeedOfTheBucketsFindsNoChainsInOverflow) {
  MemoryBudget budget;
  const uint64_t usual = compared(build_hash(rows_of(random_keys()), budget, 7).view());
  const auto table = build_hash(rows_of(keys_that_collide(MixHash(7))), budget, 7);
  EXPECT_GT(table.overflow(), kKeys * 9 / 10);
  EXPECT_LT(compared(table.view()), 2 * usual);
}

TEST(ChosenKeysTest, OfAnArrayHaveNoChainsInOverflow) {
  std::vector<Row> rows;
  for (uint64_t key = 0; rows.size() < kKeys; ++key) {
    if (overflow_hash(0)(key) >> 54 == 0) {
      // A row for the array, and one for overflow.
      rows.push_back({key, 1});
      rows.push_back({key, 2});
    }
  }
  const DomainBuckets<uint64_t> buckets(0, rows.back().key + 1, 2);
  MemoryBudget budget;
  EXPECT_GT(compared(build(rows, buckets, budget, 0).view()), 100 * kKeys) << "not what was chosen";
  for (const uint64_t seed : kSeeds) {
    EXPECT_LT(compared(build(rows, buckets, budget, seed).view()), 4 * kKeys);
  }
}

TEST(ChosenKeysTest, OfEqualDistanceAreLikeAnyOthersWithEachSeed) {
  constexpr uint64_t kRows = 20'000;
  for (const uint64_t distance :
       {uint64_t{1}, uint64_t{60}, uint64_t{1'000}, uint64_t{1} << 16, uint64_t{1} << 40,
        (uint64_t{1} << 32) + 1, uint64_t{1} << 49, ~uint64_t{0} / kRows}) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
      std::vector<Row> rows;
      for (uint64_t i = 0; i < kRows; ++i) {
        rows.push_back({i * distance, i});
      }
      MemoryBudget budget;
      // 0.725 % of the rows; chance makes that 0.06 % more or less.
      EXPECT_NEAR(0.00725, static_cast<double>(build_hash(rows, budget, seed).overflow()) / kRows,
                  0.004)
          << distance << ", seed " << seed;
    }
  }
}

TEST(ChosenKeysTest, AreNumberedInFewSteps) {
  MemoryBudget budget;
  auto steps = [&](std::span<const uint64_t> keys, const MixHash& hash) {
    internal::KeyNumbers<uint64_t> numbers(budget, hash);
    numbers.clear();
    for (const Row& row : rows_of(keys)) {
      EXPECT_EQ(row.payload, numbers.number(row, [](uint32_t, uint32_t) { return true; }));
    }
    return numbers.steps();
  };
  const std::vector<uint64_t> chosen = keys_that_collide(MixHash(0, HashUse::kGroupSlots));
  EXPECT_GT(steps(chosen, MixHash(0, HashUse::kGroupSlots)), 100 * kKeys) << "not what was chosen";
  for (const uint64_t seed : kSeeds) {
    EXPECT_LT(steps(chosen, MixHash(seed, HashUse::kGroupSlots)), 2 * kKeys);
    EXPECT_LT(steps(keys_of_one_mixed_bucket(), MixHash(seed, HashUse::kGroupSlots)), 2 * kKeys);
  }
}

TEST(ChosenKeysTest, OfTheOperatorAreJoinedWithLittleOverflow) {
  const testing_rows::Shape shape{{"L", ""}};
  workload::Random random(3);
  for (const std::vector<uint64_t>& keys : chosen_keys()) {
    for (const unsigned copies : {1U, 3U}) {
      testing_rows::Rows rows;
      for (const uint64_t key : keys) {
        rows.insert(rows.end(), copies, {testing_rows::Cell(key)});
      }
      Specification specification;
      specification.build = testing_rows::schema_of(shape);
      specification.probe = specification.build;
      specification.build_keys = {0};
      specification.probe_keys = {0};
      specification.threads = 2;
      specification.hash_seed = 11;
      MemoryBudget budget;
      BuildSide side(specification, budget);
      side.add(testing_rows::make_batch(shape, rows, 0, rows.size(), random));
      const std::unique_ptr<JoinTable> built = side.finish();
      EXPECT_EQ(copies == 1, built->unique);
      EXPECT_EQ(kKeys, built->distinct_keys);
      EXPECT_FALSE(built->key_table.plan().array);
      std::visit(
          []<class View>(const View& view) {
            if constexpr (std::is_same_v<View, LinearView<uint32_t>>) {
              FAIL() << "a table of narrow codes";
            } else {
              EXPECT_LT(compared(view), kKeys * 22 / 10);
            }
          },
          built->key_table.view());
    }
  }
}

TEST(ChosenKeysTest, OfRowsAreJoinedByEachSeed) {
  std::vector<Row> rows = rows_of(keys_that_collide(MixHash()));
  for (const std::string_view name :
       {"CHTJ", "CHTJ-buffered", "CAT-hybrid", "NPO", "NOP", "PRO", "PRL"}) {
    for (const uint64_t seed : kSeeds) {
      Settings settings;
      settings.seed = seed;
      settings.unique = true;
      Workers workers(2);
      MemoryBudget budget;
      CountSink found;
      algorithm<uint64_t>(name).count(rows, rows, HashKind::kMix, settings, workers, budget, found);
      EXPECT_EQ(kKeys, found.matches) << name;
    }
  }
}

}  // namespace
}  // namespace hail::join
