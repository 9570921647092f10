// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/selector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <variant>

#include "hail/errors.h"
#include "hail/join/table/write.h"
#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/select/candidate.h"
#include "hail/laboratory/select/cost_curve.h"
#include "hail/laboratory/select/cost_model.h"
#include "hail/laboratory/select/host_costs.h"
#include "hail/laboratory/select/join_shape.h"
#include "hail/laboratory/select/peak_memory.h"
#include "hail/laboratory/workload/random.h"
#include "selector_cases.h"

namespace hail::select {
namespace {

using join::HashKind;
using testing_select::fixed_costs;
using testing_select::materialised;

JoinShape streaming(uint64_t build) {
  JoinShape shape = materialised(build, JoinShape::kUnknown);
  shape.streaming = true;
  return shape;
}

std::string chosen(const Selection& selection) {
  const Choice* choice = std::get_if<Choice>(&selection);
  return choice == nullptr ? "NEEDS_SPILL" : std::string(choice->algorithm);
}

struct Expectation {
  const char* what;
  JoinShape shape;
  const char* algorithm;
};

template <class Change>
JoinShape with(JoinShape shape, const Change& change) {
  change(shape);
  return shape;
}

TEST(SelectorTest, ChoosesByCostWhereTheRowsAreKnown) {
  const HostCosts costs = fixed_costs();
  const JoinShape small =
      with(materialised(1 << 12, 1 << 16), [](auto& s) { s.key_range = 1 << 12; });
  const JoinShape large = materialised(20'000'000, 80'000'000);
  for (const Expectation& each : std::initializer_list<Expectation>{
           {"dense keys in a cache: an array, row by row", small, "NOPA"},
           {"the same without a known range: a hash",
            with(small, [](auto& s) { s.key_range = JoinShape::kUnknown; }), "NOP"},
           {"keys that may come twice: no array",
            with(small,
                 [](auto& s) {
                   s.unique = false;
                   s.most_copies = 2;
                 }),
            "NOP"},
           {"both sides beyond the caches: partitions", large, "CPRL"},
           {"the same with dense keys: partitions and arrays",
            with(large, [](auto& s) { s.key_range = s.build_rows; }), "CPRA"},
           {"the same, but it streams: one array",
            with(large,
                 [](auto& s) {
                   s.key_range = s.build_rows;
                   s.streaming = true;
                 }),
            "NOPA-batched"},
           {"streams without a range: one hash table",
            with(large, [](auto& s) { s.streaming = true; }), "NOP-batched"},
           {"many more probe rows: partitions",
            with(large, [](auto& s) { s.probe_rows = 400'000'000; }), "CPRL"},
           {"the same, but hot keys stay in the caches: one table",
            with(large,
                 [](auto& s) {
                   s.probe_rows = 400'000'000;
                   s.skew = 0.99;
                 }),
            "NOP-batched"},
           {"many copies of keys: chains",
            with(large,
                 [](auto& s) {
                   s.unique = false;
                   s.most_copies = 100;
                 }),
            "PRO"},
           {"the same on several nodes",
            with(large,
                 [](auto& s) {
                   s.unique = false;
                   s.most_copies = 100;
                   s.nodes = 4;
                 }),
            "PROiS"},
           {"no room for copies of both sides: one table",
            with(large, [](auto& s) { s.memory_budget = 600'000'000; }), "NOP-batched"},
           {"no room for a linear table",
            with(large, [](auto& s) { s.memory_budget = 450'000'000; }), "CHTJ"},
           {"no room at all", with(large, [](auto& s) { s.memory_budget = 200'000'000; }),
            "NEEDS_SPILL"},
       }) {
    const Selection selection = choose(each.shape, costs);
    EXPECT_EQ(each.algorithm, chosen(selection))
        << each.what << ": "
        << std::visit([](const auto& made) { return made.explanation; }, selection);
  }
}

TEST(SelectorTest, ChoosesByRulesWhereTheRowsAreNotKnown) {
  const HostCosts costs = fixed_costs();
  const JoinShape rows = streaming(20'000'000);
  const uint64_t linear = uint64_t{8} << 26;
  auto range = [&](uint64_t factor) {
    return with(rows, [factor](auto& s) { s.key_range = factor * s.build_rows; });
  };
  for (const Expectation& each : std::initializer_list<Expectation>{
           {"dense: an array", range(2), "NOPA-batched"},
           {"not dense, and beyond the caches: a concise array", range(3), "CAT"},
           {"as many values as a concise array has for its size", range(24), "CAT"},
           {"more of them", range(25), "NOP-batched"},
           {"keys of eight bytes: a hash table is larger",
            with(range(40), [](auto& s) { s.key_bytes = 8; }), "CAT"},
           {"more of them", with(range(41), [](auto& s) { s.key_bytes = 8; }), "NOP-batched"},
           {"nothing known", rows, "NOP-batched"},
           {"nothing known, few rows: row by row", streaming(10'000), "NOP"},
           {"room for a linear table",
            with(rows, [linear](auto& s) { s.memory_budget = linear + 2000; }), "NOP-batched"},
           {"no room for it", with(rows, [linear](auto& s) { s.memory_budget = linear - 1; }),
            "CHTJ"},
           {"an array that is a small part of the budget",
            with(range(6), [](auto& s) { s.memory_budget = 24 * 4 * s.build_rows; }),
            "NOPA-batched"},
           {"one that is not",
            with(range(6), [](auto& s) { s.memory_budget = 23 * 4 * s.build_rows; }), "CAT"},
           {"copies that are not known", with(rows, [](auto& s) { s.unique = false; }), "CHTJ"},
           {"few copies",
            with(rows,
                 [](auto& s) {
                   s.unique = false;
                   s.most_copies = 3;
                 }),
            "NOP-batched"},
       }) {
    EXPECT_EQ(each.algorithm, chosen(choose(each.shape, costs))) << each.what;
  }
}

TEST(SelectorTest, RulesAloneFollowTheBuildSheet) {
  const JoinShape large = materialised(20'000'000, 200'000'000);
  for (const Expectation& each : std::initializer_list<Expectation>{
           {"beyond the caches", large, "CPRL"},
           {"dense", with(large, [](auto& s) { s.key_range = s.build_rows; }), "CPRA"},
           {"skewed", with(large, [](auto& s) { s.skew = 0.95; }), "NOP-batched"},
           {"not as skewed", with(large, [](auto& s) { s.skew = 0.85; }), "CPRL"},
           {"few rows", materialised(7'000'000, 200'000'000), "NOP-batched"},
           {"in the last-level cache",
            with(large, [](auto& s) { s.caches.last_level = uint64_t{1} << 30; }), "NOP-batched"},
           {"of which four threads have a quarter each",
            with(large,
                 [](auto& s) {
                   s.caches.last_level = uint64_t{1} << 30;
                   s.threads = 4;
                 }),
            "CPRL"},
           {"copies", with(large, [](auto& s) { s.unique = false; }), "PRO"},
       }) {
    EXPECT_EQ(each.algorithm, chosen(choose_by_rules(each.shape))) << each.what;
  }
}

TEST(SelectorTest, AnEmptySideTakesTheSmallestJoin) {
  const HostCosts costs = fixed_costs();
  for (const JoinShape& shape :
       {materialised(0, 1000), materialised(1 << 20, 0), materialised(0, 0), streaming(0)}) {
    const Choice choice = std::get<Choice>(choose(shape, costs));
    for (const Estimate& each : estimates(shape, costs)) {
      EXPECT_LE(choice.peak_bytes, each.peak_bytes) << each.plan.candidate->name;
    }
    EXPECT_NE(std::string::npos, choice.explanation.find("empty")) << choice.explanation;
  }
}

TEST(SelectorTest, AnExplanationIsOneShortLineWithTheInputs) {
  const HostCosts costs = fixed_costs();
  JoinShape shape = materialised(1'234'567, 7'654'321);
  shape.key_range = 2'345'678;
  shape.threads = 3;
  shape.skew = 0.42;
  const std::string text = std::get<Choice>(choose(shape, costs)).explanation;
  for (const char* part : {"n=1234567", "m=7654321", "range=2345678", "threads=3", "skew=0.42",
                           "unique", "budget=unlimited", "ms", "peak"}) {
    EXPECT_NE(std::string::npos, text.find(part)) << part << " in: " << text;
  }
  shape.memory_budget = 1000;
  const NeedsSpill spill = std::get<NeedsSpill>(choose(shape, costs));
  EXPECT_NE(std::string::npos, spill.explanation.find("needs spill")) << spill.explanation;
  workload::Random random(5);
  for (unsigned round = 0; round < 2'000; ++round) {
    JoinShape any;
    any.build_rows = random.next() >> random.below(64);
    any.probe_rows = random.next() >> random.below(64);
    any.streaming = random.below(2) == 0;
    any.key_bytes = 1 + static_cast<unsigned>(random.below(8));
    any.payload_bytes = static_cast<unsigned>(random.below(100));
    any.unique = random.below(2) == 0;
    any.most_copies = random.next() >> random.below(64);
    any.key_range = std::max(any.build_rows, random.next() >> random.below(64));
    any.threads = 1 + static_cast<unsigned>(random.below(200));
    any.nodes = 1 + static_cast<unsigned>(random.below(4));
    any.memory_budget = random.next() >> random.below(64);
    any.skew = random.unit();
    if (!any.knows_probe_rows()) {
      continue;
    }
    const Selection selection = choose(any, costs);
    const std::string line =
        std::visit([](const auto& made) { return made.explanation; }, selection);
    EXPECT_LT(line.size(), 256U);
    EXPECT_EQ(std::string::npos, line.find('\n'));
    if (const Choice* choice = std::get_if<Choice>(&selection)) {
      EXPECT_LE(choice->peak_bytes, any.memory_budget) << line;
      EXPECT_TRUE(std::isfinite(choice->seconds)) << line;
      EXPECT_LE(choice->radix_bits, 18U) << line;
    } else {
      const uint64_t needed = std::get<NeedsSpill>(selection).bytes;
      EXPECT_TRUE(needed > any.memory_budget || needed == kTooManyBytes) << line;
    }
  }
}

TEST(SelectorTest, AShapeThatCannotBeIsRefused) {
  const HostCosts costs = fixed_costs();
  const JoinShape right = materialised(100, 100);
  auto refused = [&](auto change) {
    EXPECT_THROW(choose(with(right, change), costs), InvalidArgument);
    EXPECT_THROW(choose_by_rules(with(right, change)), InvalidArgument);
  };
  refused([](auto& s) { s.key_bytes = 0; });
  refused([](auto& s) { s.key_bytes = 9; });
  refused([](auto& s) { s.threads = 0; });
  refused([](auto& s) { s.nodes = 0; });
  refused([](auto& s) { s.skew = 1; });
  refused([](auto& s) { s.skew = -0.1; });
  refused([](auto& s) { s.skew = NAN; });
  refused([](auto& s) { s.key_range = 99; });
  refused([](auto& s) { s.probe_rows = JoinShape::kUnknown; });
}

TEST(SelectorTest, AKeyIsItsOwnHashOnlyIfThatIsSafe) {
  JoinShape shape = materialised(1000, 1000);
  shape.key_range = 2048;
  EXPECT_EQ(HashKind::kIdentity, hash_for(shape));
  shape.key_range = 2049;
  EXPECT_EQ(HashKind::kMix, hash_for(shape));
  shape.key_range = JoinShape::kUnknown;
  EXPECT_EQ(HashKind::kMix, hash_for(shape));
  shape.key_range = 1000;
  shape.unique = false;
  EXPECT_EQ(HashKind::kMix, hash_for(shape));
}

TEST(SelectorTest, PartitionsAreWrittenAsIsFasterOnTheHost) {
  const HostCosts costs = fixed_costs();
  const Candidate& join = *std::find_if(candidates().begin(), candidates().end(),
                                        [](const auto& each) { return each.name == "CPRL"; });
  const auto fastest = [&](uint64_t rows, unsigned bits) {
    const Plan plan{&join, HashKind::kIdentity, bits, join::Write::kPlain};
    return fastest_write(plan, materialised(rows, rows), costs);
  };
  for (const unsigned bits : {0U, 6U, 10U, 12U}) {
    EXPECT_EQ(join::Write::kPlain, fastest(kFewPartitionedRows, bits)) << bits;
  }
  EXPECT_EQ(join::Write::kPlain, fastest(kManyPartitionedRows, 6));
  for (const unsigned bits : {10U, 12U}) {
    EXPECT_EQ(join::Write::kStreaming, fastest(kManyPartitionedRows, bits)) << bits;
    EXPECT_EQ(join::Write::kStreaming, fastest(100 * kManyPartitionedRows, bits)) << bits;
  }
  const JoinShape large = materialised(20'000'000, 80'000'000);
  for (const JoinShape& shape : {materialised(100'000, 100'000), large}) {
    for (const Estimate& each : estimates(shape, costs)) {
      if (each.plan.candidate->partitioned) {
        EXPECT_EQ(fastest_write(each.plan, shape, costs), each.plan.write)
            << each.plan.candidate->name;
        const Plan of_the_model = plan_for(*each.plan.candidate, shape);
        EXPECT_GE(each.plan.radix_bits, of_the_model.radix_bits);
        EXPECT_LE(each.plan.radix_bits, of_the_model.radix_bits + 2);
      }
    }
  }
  const Choice choice = std::get<Choice>(choose(large, costs));
  EXPECT_EQ("CPRL", choice.algorithm);
  EXPECT_EQ(join::Write::kStreaming, choice.write) << choice.explanation;
  EXPECT_NE(std::string::npos, choice.explanation.find(" streamed")) << choice.explanation;
}

TEST(SelectorTest, ANumberOfPartitionsThatTheHostIsSlowWithIsNotTaken) {
  HostCosts::Figures figures = fixed_costs().figures();
  const CostCurve slow({{1, 2}, {32, 2.5}, {64, 5}, {128, 2.5}, {4096, 5}});
  figures.narrow.few = figures.narrow.many = {slow, slow};
  JoinShape shape = materialised(4'000'000, 40'000'000);
  shape.key_range = shape.build_rows;
  shape.caches.second_level = figures.caches.second_level = 512 << 10;
  const Candidate& join = *std::find_if(candidates().begin(), candidates().end(),
                                        [](const auto& each) { return each.name == "CPRA"; });
  Plan plan = plan_for(join, shape);
  plan.radix_bits = 6;
  EXPECT_EQ(7U, fastest_split(plan, shape, HostCosts(figures)).radix_bits);
  plan.radix_bits = 5;
  EXPECT_EQ(5U, fastest_split(plan, shape, HostCosts(figures)).radix_bits);
}

TEST(SelectorTest, SkewMakesAccessesCheaperAndNeverDearer) {
  const HostCosts costs = fixed_costs();
  JoinShape shape = materialised(1 << 24, 1 << 26);
  for (const Candidate& candidate : candidates()) {
    if (candidate.array) {
      continue;
    }
    double before = 1e9;
    for (const double skew : {0.0, 0.001, 0.5, 0.9, 0.99}) {
      shape.skew = skew;
      const double seconds = estimated_seconds(plan_for(candidate, shape), shape, costs);
      EXPECT_LE(seconds, before * 1.000001) << candidate.name << " at " << skew;
      before = seconds;
    }
  }
}

}  // namespace
}  // namespace hail::select
