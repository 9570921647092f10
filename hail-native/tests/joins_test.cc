// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/workload/random.h"
#include "hail/laboratory/workload/relations.h"
#include "tuple_rows.h"

namespace hail::join {
namespace {

template <Key K>
using Rows = testing_rows::TupleRows<K>;

#ifdef HAIL_SANITIZE_THREAD
// The sanitizer makes each access to memory many times slower, and one thread has no races.
constexpr uint64_t kShare = 8;
constexpr uint64_t kRandomRounds = 3;
constexpr std::initializer_list<unsigned> kThreads{2U, 4U};
#else
constexpr uint64_t kShare = 1;
constexpr uint64_t kRandomRounds = 4;
constexpr std::initializer_list<unsigned> kThreads{1U, 2U, 4U, 7U};
#endif

bool has_duplicates(const auto& rows) {
  std::unordered_map<uint64_t, int> seen;
  for (const auto& row : rows) {
    if (++seen[row.key] > 1) {
      return true;
    }
  }
  return false;
}

/// Runs every algorithm with many settings and compares with the oracle.
template <Key K>
void expect_all_equal(const Rows<K>& build, const Rows<K>& probe, bool dense) {
  const ChecksumSink wanted = testing_rows::expected_matches<K>(build, probe);
  const bool unique = !has_duplicates(build);
  for (unsigned threads : kThreads) {
    Workers workers(threads);
    for (const Algorithm<K>& algorithm : algorithms<K>()) {
      if (algorithm.range == KeyRange::kDense && !dense) {
        continue;
      }
      for (HashKind hash : {HashKind::kIdentity, HashKind::kMix}) {
        for (const auto& [bits, write] :
             std::initializer_list<std::pair<unsigned, std::optional<Write>>>{
                 {Settings::kModel, std::nullopt},
                 {0U, Write::kStreaming},
                 {1U, Write::kCombined},
                 {5U, Write::kPlain},
                 {5U, Write::kStreaming}}) {
          Settings settings;
          settings.radix_bits = bits;
          settings.write = write;
          settings.unique = unique;
          settings.nodes = threads;
          settings.seed = threads;
          MemoryBudget budget;
          ChecksumSink found;
          algorithm.checksum(build, probe, hash, settings, workers, budget, found);
          ASSERT_EQ(wanted, found) << algorithm.name << ", threads " << threads << ", bits " << bits
                                   << ", hash " << static_cast<int>(hash) << ": " << found.matches
                                   << " matches, not " << wanted.matches;
          ASSERT_EQ(0U, budget.used()) << algorithm.name;
        }
      }
    }
  }
}

template <Key K>
Rows<K> rows(const Array<Tuple<K>>& made) {
  return {made.data(), made.data() + made.size()};
}

template <class T>
class JoinsTest : public testing::Test {};

using KeyTypes = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(JoinsTest, KeyTypes);

TYPED_TEST(JoinsTest, WorkloadsOfThePapers) {
  using K = TypeParam;
  for (workload::RelationsShape shape : std::initializer_list<workload::RelationsShape>{
           {.build_rows = 10'000, .probe_rows = 30'000},
           {.build_rows = 10'000, .probe_rows = 30'000, .density_factor = 7, .match_rate = 0.5},
           {.build_rows = 9'999, .probe_rows = 20'000, .copies = 2, .seed = 5},
           {.build_rows = 9'000, .probe_rows = 2'000, .copies = 9, .match_rate = 0.8},
           {.build_rows = 1'000, .probe_rows = 50'000, .zipf = 0.99},
           {.build_rows = 1, .probe_rows = 9},
           {.build_rows = 0, .probe_rows = 100},
           {.build_rows = 100, .probe_rows = 0},
           {.build_rows = 0, .probe_rows = 0},
       }) {
    shape.build_rows = (shape.build_rows + kShare - 1) / kShare;
    shape.probe_rows = (shape.probe_rows + kShare - 1) / kShare;
    MemoryBudget budget;
    auto made = workload::make_relations<K>(shape, budget);
    SCOPED_TRACE("build rows " + std::to_string(shape.build_rows) + ", seed " +
                 std::to_string(shape.seed));
    expect_all_equal<K>(rows<K>(made.build), rows<K>(made.probe), true);
  }
}

TYPED_TEST(JoinsTest, RandomRows) {
  using K = TypeParam;
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  for (uint64_t round = 0; round < kRandomRounds; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
    workload::Random random(seed * 1000 + round);
    const uint64_t values = 1 + random.below(uint64_t{1} << random.below(14));
    const K least = static_cast<K>(random.next());
    const bool all_payloads = random.below(2) == 0;
    auto make = [&](uint64_t most) {
      Rows<K> made(random.below(most));
      for (Tuple<K>& row : made) {
        row.key = static_cast<K>(least + random.below(values));
        // Often use payloads that a table may use as marks.
        row.payload =
            all_payloads ? static_cast<K>(random.below(3) - 1) : static_cast<K>(random.next());
      }
      return made;
    };
    Rows<K> build = make(3'000);
    Rows<K> probe = make(3'000);
    const bool wraps = static_cast<K>(least + values) < least;
    expect_all_equal<K>(build, probe, !wraps);
  }
}

TYPED_TEST(JoinsTest, KeysThatTablesMayUseAsMarks) {
  using K = TypeParam;
  constexpr K kMost = std::numeric_limits<K>::max();
  constexpr K kSign = K{1} << (8 * sizeof(K) - 1);
  Rows<K> build;
  K payload = 0;
  for (K key : {K{0}, kMost, kSign, static_cast<K>(kSign - 1), K{1}, K{0}, kMost, kMost}) {
    build.push_back({key, static_cast<K>(--payload)});
  }
  expect_all_equal<K>(build, build, false);
}

TYPED_TEST(JoinsTest, OneKeyOnly) {
  using K = TypeParam;
  for (K key : {K{0}, K{77}, std::numeric_limits<K>::max()}) {
    Rows<K> build(700, {key, 0});
    for (size_t i = 0; i < build.size(); ++i) {
      build[i].payload = static_cast<K>(i);
    }
    Rows<K> probe(100, {key, 5});
    expect_all_equal<K>(build, probe, true);
  }
}

TYPED_TEST(JoinsTest, KeysAPowerOfTwoApart) {
  using K = TypeParam;
  Rows<K> build;
  for (K i = 0; i < 2'000; ++i) {
    build.push_back({static_cast<K>(i << 12), i});
  }
  expect_all_equal<K>(build, build, false);
}

TYPED_TEST(JoinsTest, ASideThatIsMostlyOnePartition) {
  using K = TypeParam;
  Rows<K> build;
  Rows<K> probe;
  for (K i = 0; i < 512; ++i) {
    build.push_back({static_cast<K>(i + 1), i});
  }
  for (K i = 0; i < 20'000; ++i) {
    probe.push_back({i % 10 == 0 ? static_cast<K>(i % 512 + 1) : K{33}, i});
  }
  expect_all_equal<K>(build, probe, true);
}

TYPED_TEST(JoinsTest, ABudgetThatIsTooSmallIsSaidBeforeAnythingIsAllocated) {
  using K = TypeParam;
  MemoryBudget unlimited;
  auto made = workload::make_relations<K>({.build_rows = 20'000, .probe_rows = 20'000}, unlimited);
  Workers workers(2);
  for (const Algorithm<K>& algorithm : algorithms<K>()) {
    MemoryBudget measured;
    ChecksumSink wanted;
    algorithm.checksum(made.build.span(), made.probe.span(), HashKind::kMix, {}, workers, measured,
                       wanted);
    ASSERT_EQ(20'000U, wanted.matches) << algorithm.name;
    // Any limit below the peak of the join must end it, and nothing may stay behind.
    for (uint64_t part = 0; part < 32; ++part) {
      MemoryBudget budget(measured.peak() / 32 * part);
      ChecksumSink found;
      EXPECT_THROW(algorithm.checksum(made.build.span(), made.probe.span(), HashKind::kMix, {},
                                      workers, budget, found),
                   BudgetExceeded)
          << algorithm.name << " with " << budget.limit() << " of " << measured.peak();
      EXPECT_EQ(0U, budget.used()) << algorithm.name;
      EXPECT_LE(budget.peak(), budget.limit());
    }
  }
}

TEST(AlgorithmsTest, TablesOfAllValuesAreRefusedIfTheValuesAreTooFarApart) {
  Workers workers(2);
  for (uint64_t greatest :
       {~uint64_t{0}, ~uint64_t{0} - 100, uint64_t{1} << 62, uint64_t{1} << 57}) {
    const Rows<uint64_t> build{{0, 1}, {greatest, 2}};
    for (const Algorithm<uint64_t>& algorithm : algorithms<uint64_t>()) {
      if (algorithm.range == KeyRange::kDense) {
        MemoryBudget budget;
        CountSink sink;
        EXPECT_THROW(
            algorithm.count(build, build, HashKind::kMix, Settings{}, workers, budget, sink),
            BudgetExceeded)
            << algorithm.name << " with " << greatest;
        EXPECT_EQ(0U, budget.used()) << algorithm.name;
      }
    }
  }
}

TEST(AlgorithmsTest, AnUnknownNameIsRefusedWithAllNames) {
  try {
    algorithm<uint32_t>("PRX");
    FAIL();
  } catch (const std::invalid_argument& refused) {
    EXPECT_NE(std::string(refused.what()).find("PRX"), std::string::npos);
    EXPECT_NE(std::string(refused.what()).find("CPRL"), std::string::npos);
  }
}

}  // namespace
}  // namespace hail::join
