// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hail/join/table/tuple.h"
#include "hail/join/table/write.h"
#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/papers/settings.h"
#include "hail/laboratory/papers/sinks.h"
#include "hail/laboratory/select/candidate.h"
#include "hail/laboratory/select/host_costs.h"
#include "hail/laboratory/select/join_shape.h"
#include "hail/laboratory/select/selector.h"
#include "hail/laboratory/workload/random.h"
#include "hail/laboratory/workload/relations.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/workers.h"
#include "selector_cases.h"
#include "tuple_rows.h"

namespace hail::select {
namespace {

using join::HashKind;
using join::Key;
using join::Tuple;
using testing_select::fixed_costs;

template <Key K>
struct Case {
  workload::Relations<K> rows;
  join::ChecksumSink matches;
  JoinShape shape;
};

/// rename: maps a made key to the key to use; different keys must stay different
template <Key K, class Rename>
Case<K> make_case(const workload::RelationsShape& relations, unsigned threads, MemoryBudget& inputs,
                  const Rename& rename) {
  Case<K> made{workload::make_relations<K>(relations, inputs), {}, {}};
  for (Array<Tuple<K>>* side : {&made.rows.build, &made.rows.probe}) {
    for (Tuple<K>& row : side->span()) {
      row.key = rename(row.key);
    }
  }
  made.matches = testing_rows::expected_matches<K>(made.rows.build.span(), made.rows.probe.span());
  K least = static_cast<K>(-1);
  K greatest = 0;
  for (const Tuple<K>& row : made.rows.build.span()) {
    least = std::min(least, row.key);
    greatest = std::max(greatest, row.key);
  }
  JoinShape& shape = made.shape;
  shape.build_rows = relations.build_rows;
  shape.probe_rows = relations.probe_rows;
  shape.key_bytes = sizeof(K);
  shape.payload_bytes = sizeof(K);
  shape.unique = relations.copies == 1;
  shape.most_copies = relations.copies;
  shape.key_range = relations.build_rows == 0 ? 0 : uint64_t{greatest} - least + 1;
  shape.threads = threads;
  return made;
}

template <Key K>
Case<K> make_case(const workload::RelationsShape& relations, unsigned threads,
                  MemoryBudget& inputs) {
  return make_case<K>(relations, threads, inputs, [](K key) { return key; });
}

/// Runs a join as planned. Returns the bytes of its peak.
template <Key K>
uint64_t run(const Case<K>& made, std::string_view name, HashKind hash, unsigned bits,
             join::Write write, uint64_t limit, Workers& workers) {
  join::Settings settings;
  settings.radix_bits = bits;
  settings.write = write;
  settings.unique = made.shape.unique;
  settings.nodes = made.shape.nodes;
  settings.caches = made.shape.caches;
  MemoryBudget budget(limit);
  join::ChecksumSink found;
  join::algorithm<K>(name).checksum(made.rows.build.span(), made.rows.probe.span(), hash, settings,
                                    workers, budget, found);
  EXPECT_EQ(made.matches, found) << name;
  EXPECT_EQ(0U, budget.used()) << name;
  return budget.peak();
}

template <class T>
class ChosenJoinTest : public testing::Test {};

using KeyTypes = testing::Types<uint32_t, uint64_t>;
TYPED_TEST_SUITE(ChosenJoinTest, KeyTypes);

/// Returns by what factor the estimate of a join's memory may exceed its peak.
double looseness(const Estimate& estimate, const JoinShape& shape) {
  const bool dense = shape.key_range <= 2 * shape.build_rows;
  switch (estimate.plan.candidate->kernel) {
    case Kernel::kConciseHash:
      // Scheduling decides how many pieces exist twice at the same moment.
      return shape.threads == 1 ? 1.05 : 1.25;
    case Kernel::kConciseArray:
      // Sparse keys might all be in these pieces, but here they are not.
      return dense && shape.threads == 1 ? 1.08 : 1.35;
    default:
      return 1.05;
  }
}

TYPED_TEST(ChosenJoinTest, EveryCandidateIsAnAlgorithmAndTakesNoMoreThanIsSaid) {
  using K = TypeParam;
  const HostCosts costs = fixed_costs();
  std::set<std::string_view> seen;
  for (const workload::RelationsShape& relations : std::initializer_list<workload::RelationsShape>{
           {.build_rows = 60'000, .probe_rows = 90'000},
           {.build_rows = 131'072, .probe_rows = 131'072, .density_factor = 2},
           {.build_rows = 50'000, .probe_rows = 100'000, .density_factor = 30, .zipf = 0.99},
           // Copies and tables of these go page by page.
           {.build_rows = 500'000, .probe_rows = 50'000},
           {.build_rows = 300'000, .probe_rows = 50'000, .density_factor = 5}}) {
    for (const unsigned threads : {1U, 3U}) {
      MemoryBudget inputs;
      Case<K> made = make_case<K>(relations, threads, inputs);
      // Partitions are small, as those of large sides are. So little is unknown about the largest.
      made.shape.caches.second_level = 8 << 10;
      Workers workers(threads);
      for (const unsigned nodes : {1U, 2U}) {
        made.shape.nodes = nodes;
        for (const Estimate& each : estimates(made.shape, costs)) {
          if (nodes > 1 && each.plan.candidate->kernel != Kernel::kPartChained) {
            continue;
          }
          const uint64_t peak =
              run(made, each.plan.candidate->name, each.plan.hash, each.plan.radix_bits,
                  each.plan.write, MemoryBudget::kUnlimited, workers);
          seen.insert(each.plan.candidate->name);
          EXPECT_LE(peak, each.peak_bytes) << each.plan.candidate->name;
          EXPECT_GE(static_cast<double>(peak) * looseness(each, made.shape),
                    static_cast<double>(each.peak_bytes))
              << each.plan.candidate->name << ", " << relations.build_rows << " rows, threads "
              << threads;
        }
      }
    }
  }
  EXPECT_EQ(candidates().size(), seen.size());
}

TYPED_TEST(ChosenJoinTest, LargeSidesTakeWhatIsSaidToAHundredth) {
  using K = TypeParam;
  MemoryBudget inputs;
  const Case<K> made = make_case<K>({.build_rows = 2'000'000, .probe_rows = 200'000}, 1, inputs);
  Workers workers(1);
  for (const Estimate& each : estimates(made.shape, fixed_costs())) {
    const uint64_t peak = run(made, each.plan.candidate->name, each.plan.hash, each.plan.radix_bits,
                              each.plan.write, MemoryBudget::kUnlimited, workers);
    EXPECT_LE(peak, each.peak_bytes) << each.plan.candidate->name;
    EXPECT_LE(static_cast<double>(each.peak_bytes), 1.01 * static_cast<double>(peak))
        << each.plan.candidate->name;
  }
}

TYPED_TEST(ChosenJoinTest, KeysInSomePlacesOfTheirRangeTakeNoMoreThanIsSaid) {
  using K = TypeParam;
  constexpr K kRows = 300'000;
  const auto one_far_away = [](K key) { return key == kRows ? 20 * kRows : key; };
  constexpr K kTogether = kRows / 10 * 9;
  constexpr K kGreatest = kTogether + (kRows - kTogether) * 200;
  const auto a_tenth_far_apart = [](K key) {
    return key <= kTogether ? key : kTogether + (key - kTogether) * 200;
  };
  const auto the_same_first = [&](K key) { return kGreatest + 1 - a_tenth_far_apart(key); };
  const HostCosts costs = fixed_costs();
  for (const unsigned threads : {1U, 3U}) {
    Workers workers(threads);
    const auto check = [&](const auto& rename) {
      MemoryBudget inputs;
      Case<K> made =
          make_case<K>({.build_rows = kRows, .probe_rows = 1000}, threads, inputs, rename);
      made.shape.caches.second_level = 8 << 10;
      unsigned concise = 0;
      for (const Estimate& each : estimates(made.shape, costs)) {
        if (each.plan.candidate->concise) {
          ++concise;
          EXPECT_LE(run(made, each.plan.candidate->name, each.plan.hash, each.plan.radix_bits,
                        each.plan.write, MemoryBudget::kUnlimited, workers),
                    each.peak_bytes)
              << each.plan.candidate->name << ", threads " << threads;
        }
      }
      EXPECT_EQ(2U, concise);
    };
    check(one_far_away);
    check(a_tenth_far_apart);
    check(the_same_first);
  }
}

TYPED_TEST(ChosenJoinTest, FindsTheMatchesWithinTheBudgetOrSaysWhatItNeeds) {
  using K = TypeParam;
  const HostCosts costs = fixed_costs();
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  std::vector<std::unique_ptr<Workers>> workers;
  for (unsigned threads = 1; threads <= 3; ++threads) {
    workers.push_back(std::make_unique<Workers>(threads));
  }
  unsigned spilled = 0;
  std::set<std::string_view> chosen_names;
  for (unsigned round = 0; round < 150; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
    workload::Random random(seed * 1000 + round);
    workload::RelationsShape relations;
    relations.build_rows = random.below(uint64_t{1} << random.below(16));
    relations.probe_rows = random.below(uint64_t{1} << random.below(17));
    const uint64_t densities[] = {1, 2, 8, 100};
    const uint64_t copies[] = {1, 1, 1, 2, 5, 40, 100'000};
    const double skews[] = {0, 0.9, 0.99};
    relations.density_factor = densities[random.below(4)];
    relations.copies = copies[random.below(7)];
    relations.zipf = skews[random.below(3)];
    relations.match_rate = random.below(2) == 0 ? 1 : 0.5;
    relations.seed = seed + round;
    if (relations.copies > 5) {
      relations.probe_rows = std::min<uint64_t>(relations.probe_rows, 200);
    }
    const unsigned threads = 1 + static_cast<unsigned>(random.below(3));
    MemoryBudget inputs;
    Case<K> made = make_case<K>(relations, threads, inputs);
    if (random.below(3) == 0) {
      made.shape.key_range = JoinShape::kUnknown;
    }
    if (random.below(2) == 0) {
      made.shape.most_copies = JoinShape::kUnknown;
    }
    made.shape.streaming = random.below(3) == 0;
    made.shape.skew = relations.zipf;
    // About the peak of some candidate, so that each candidate is at the limit at times.
    const std::vector<Estimate> all = estimates(made.shape, costs);
    const uint64_t some = all[random.below(all.size())].peak_bytes;
    made.shape.memory_budget = some - some / 16 + random.below(some / 8 + 1);
    const Selection selection = choose(made.shape, costs);
    Choice choice;
    if (const NeedsSpill* spill = std::get_if<NeedsSpill>(&selection)) {
      ++spilled;
      ASSERT_GT(spill->bytes, made.shape.memory_budget);
      made.shape.memory_budget = spill->bytes;
      choice = std::get<Choice>(choose(made.shape, costs));
    } else {
      choice = std::get<Choice>(selection);
    }
    chosen_names.insert(choice.algorithm);
    const uint64_t peak = run(made, choice.algorithm, choice.hash, choice.radix_bits, choice.write,
                              made.shape.memory_budget, *workers[threads - 1]);
    EXPECT_LE(peak, choice.peak_bytes) << choice.explanation;
    EXPECT_LE(choice.peak_bytes, made.shape.memory_budget) << choice.explanation;
  }
  EXPECT_GT(spilled, 0U);
  EXPECT_GT(chosen_names.size(), 4U);
}

}  // namespace
}  // namespace hail::select
