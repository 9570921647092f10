// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/papers/buffered_probe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/workload/random.h"
#include "tuple_rows.h"

namespace hail::join {
namespace {

template <Key K>
using Rows = testing_rows::TupleRows<K>;

/// Keeps all matches in the order in which they come.
template <Key K>
struct RecordingSink {
  std::vector<std::pair<K, K>> matches;

  void operator()(const Tuple<K>& probe, K build) { matches.emplace_back(probe.payload, build); }

  void add(const RecordingSink& other) {
    matches.insert(matches.end(), other.matches.begin(), other.matches.end());
  }
};

template <class T>
class BufferedProbeTest : public testing::Test {};

using KeyTypes = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(BufferedProbeTest, KeyTypes);

template <Key K>
Rows<K> random_rows(uint64_t size, uint64_t values, workload::Random& random) {
  Rows<K> rows(size);
  for (uint64_t i = 0; i < size; ++i) {
    rows[i] = {static_cast<K>(100 + random.below(values)), static_cast<K>(i)};
  }
  return rows;
}

/// Probes with buffers of all sizes. The matches of each thread must be in the order of its rows.
template <bool Unique, Key K, class Buckets>
void expect_in_order(const Rows<K>& build, const Rows<K>& probe, const Buckets& buckets) {
  std::multimap<K, K> map;
  for (const Tuple<K>& row : build) {
    map.emplace(row.key, row.payload);
  }
  std::multimap<K, K> wanted;
  for (const Tuple<K>& row : probe) {
    for (auto [from, to] = map.equal_range(row.key); from != to; ++from) {
      wanted.emplace(row.payload, from->second);
    }
  }
  for (const unsigned threads : {1U, 2U, 4U, 7U}) {
    Workers workers(threads);
    for (const uint64_t buffer_bytes : {uint64_t{0}, uint64_t{100'000}, uint64_t{1} << 30}) {
      MemoryBudget budget;
      {
        const auto table = ConciseTable<K, Buckets>::build(std::span<const Tuple<K>>(build),
                                                           buckets, workers, budget, Pages::kHuge);
        std::vector<RecordingSink<K>> sinks(threads);
        probe_buffered<Unique, 128, K>(table.view(), std::span<const Tuple<K>>(probe), buffer_bytes,
                                       workers, budget, Pages::kHuge, sinks);
        std::multimap<K, K> found;
        for (const RecordingSink<K>& sink : sinks) {
          ASSERT_TRUE(
              std::is_sorted(sink.matches.begin(), sink.matches.end(),
                             [](const auto& a, const auto& b) { return a.first < b.first; }))
              << threads << " threads, " << buffer_bytes << " bytes";
          found.insert(sink.matches.begin(), sink.matches.end());
        }
        ASSERT_EQ(wanted.size(), found.size());
        auto sorted = [](const std::multimap<K, K>& all) {
          std::vector<std::pair<K, K>> pairs(all.begin(), all.end());
          std::sort(pairs.begin(), pairs.end());
          return pairs;
        };
        ASSERT_EQ(sorted(wanted), sorted(found));
      }
      ASSERT_EQ(0U, budget.used());
    }
  }
}

TYPED_TEST(BufferedProbeTest, MatchesComeInTheOrderOfRows) {
  using K = TypeParam;
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  SCOPED_TRACE("seed " + std::to_string(seed));
  workload::Random random(seed);
  for (const uint64_t rows : std::initializer_list<uint64_t>{0, 1, 1'023, 1'024, 1'025, 30'000}) {
    const Rows<K> build = random_rows<K>(5'000, 4'000, random);
    const Rows<K> probe = random_rows<K>(rows, 6'000, random);
    expect_in_order<false>(build, probe, HashBuckets<K, MixHash>({}, build.size(), 3));
    expect_in_order<false>(build, probe, DomainBuckets<K>(100, 4'000, 3));
    expect_in_order<false>(build, probe, WindowBuckets<K>(1'000, 1'000, 1));
  }
}

TYPED_TEST(BufferedProbeTest, WithoutRepeatedKeysEachRowHasOneMatch) {
  using K = TypeParam;
  workload::Random random(2);
  Rows<K> build;
  for (K key = 0; key < 5'000; ++key) {
    build.push_back({static_cast<K>(100 + 2 * key), static_cast<K>(key - 3)});
  }
  const Rows<K> probe = random_rows<K>(20'000, 12'000, random);
  expect_in_order<true>(build, probe, HashBuckets<K, MixHash>({}, build.size(), 4));
  expect_in_order<true>(build, probe, DomainBuckets<K>(100, 10'000, 2));
  expect_in_order<true>(build, probe, WindowBuckets<K>(100, 9'000, 2));
}

TYPED_TEST(BufferedProbeTest, AHotKeyAndKeysThatAreNowhere) {
  using K = TypeParam;
  const Rows<K> build(40, Tuple<K>{7, 1});
  Rows<K> probe(2'000, Tuple<K>{7, 0});
  for (K i = 0; i < 2'000; ++i) {
    probe[i].payload = i;
    if (i % 3 == 0) {
      probe[i].key = static_cast<K>(~K{0} - i);
    }
  }
  expect_in_order<false>(build, probe, HashBuckets<K, MixHash>({}, build.size(), 0));
  expect_in_order<false>(build, probe, DomainBuckets<K>(7, 1, 0));
}

TYPED_TEST(BufferedProbeTest, TheBufferIsAsLargeAsItMayBeAndNoLarger) {
  using K = TypeParam;
  workload::Random random(3);
  const Rows<K> build = random_rows<K>(100, 1'000, random);
  const Rows<K> probe = random_rows<K>(700'000, 1'000'000, random);
  for (const bool unique : {true, false}) {
    auto peak = [&](uint64_t buffer_bytes) {
      Workers workers(1);
      Settings settings;
      settings.buffer_bytes = buffer_bytes;
      settings.unique = unique;
      MemoryBudget budget;
      CountSink sink;
      algorithm<K>("CHTJ-buffered")
          .count(build, probe, HashKind::kMix, settings, workers, budget, sink);
      return budget.peak();
    };
    // Beside the table and the few matches.
    EXPECT_LT(peak(2'000'000), 2'000'000U + 50'000U);
    EXPECT_GT(peak(2'000'000), 1'900'000U);
    EXPECT_GT(peak(8'000'000), 7'500'000U);
  }
}

TYPED_TEST(BufferedProbeTest, ABudgetThatIsTooSmallIsSaidAtEachAllocation) {
  using K = TypeParam;
  workload::Random random(4);
  const Rows<K> rows = random_rows<K>(6'000, 3'000, random);
  Workers workers(1);
  for (const bool unique : {true, false}) {
    Settings settings;
    settings.unique = unique;
    settings.buffer_bytes = 50'000;
    uint64_t limit = 0;
    for (unsigned failures = 0;; ++failures) {
      MemoryBudget budget(limit);
      try {
        CountSink sink;
        algorithm<K>("CHTJ-buffered")
            .count(rows, rows, HashKind::kMix, settings, workers, budget, sink);
        EXPECT_GE(sink.matches, rows.size());
        EXPECT_GE(failures, 8U);
        EXPECT_EQ(0U, budget.used());
        break;
      } catch (const BudgetExceeded& e) {
        EXPECT_EQ(0U, budget.used());
        ASSERT_GT(e.used() + e.wanted(), limit);
        limit = e.used() + e.wanted();
      }
    }
  }
}

}  // namespace
}  // namespace hail::join
