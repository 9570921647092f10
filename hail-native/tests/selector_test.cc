// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/selector.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "hail/errors.h"
#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/select/calibrate.h"
#include "hail/laboratory/select/cost_model.h"
#include "hail/laboratory/select/host_costs.h"
#include "hail/laboratory/select/peak_memory.h"
#include "hail/laboratory/select/skew.h"
#include "hail/laboratory/workload/random.h"
#include "hail/laboratory/workload/relations.h"
#include "tuple_rows.h"

namespace hail::select {
namespace {

using join::HashKind;
using join::Key;
using join::Tuple;

constexpr uint64_t kMega = uint64_t{1} << 20;

/// Figures of no host, with a second-level cache of 0.5 MiB.
HostCosts fixed_costs() {
  const CostCurve filling({{kMega / 64, 5}, {kMega / 4, 6}, {4 * kMega, 16}, {64 * kMega, 26}});
  const CostCurve plain({{kMega / 64, 1}, {kMega / 4, 2}, {4 * kMega, 4}, {64 * kMega, 30}});
  const CostCurve batched({{kMega / 64, 2}, {kMega / 4, 3}, {4 * kMega, 4}, {64 * kMega, 12}});
  const CostCurve read({{kMega / 4, 0.01}, {64 * kMega, 0.05}});
  const CostCurve fresh({{2 * kMega, 0.03}, {64 * kMega, 0.1}});
  const CostCurve plain_rows({{1, 2}, {64, 2.5}, {1024, 6}, {4096, 7}});
  const CostCurve streamed_lines({{1, 2}, {64, 3}, {1024, 3.5}, {4096, 5}});
  const RowCosts rows{{plain_rows, plain_rows},
                      {plain_rows, streamed_lines},
                      0.5,
                      {{{6, 2},
                        {6, 3},
                        {5, 1},
                        {5, 2},
                        {5, 1},
                        {5, 2},
                        {16, 6},
                        {10, 5},
                        {3, 2},
                        {2, 1},
                        {4, 4},
                        {2, 2},
                        {2, 1}}}};
  return HostCosts(
      {join::Caches{}, filling, plain, batched, read, read, fresh, 0.1, 0.02, 10'000, rows, rows});
}

JoinShape materialised(uint64_t build, uint64_t probe) {
  JoinShape shape;
  shape.build_rows = build;
  shape.probe_rows = probe;
  shape.key_bytes = 4;
  shape.payload_bytes = 4;
  shape.unique = true;
  return shape;
}

JoinShape streaming(uint64_t build) {
  JoinShape shape = materialised(build, JoinShape::kUnknown);
  shape.streaming = true;
  return shape;
}

std::string chosen(const Selection& selection) {
  const Choice* choice = std::get_if<Choice>(&selection);
  return choice == nullptr ? "NEEDS_SPILL" : std::string(choice->algorithm);
}

// ---- costs ----

TEST(CostCurveTest, IsLinearInTheLogarithmOfTheSizeAndConstantOutside) {
  const CostCurve curve({{16, 2}, {64, 4}, {128, 4}});
  EXPECT_EQ(2, curve.at(0));
  EXPECT_EQ(2, curve.at(16));
  EXPECT_DOUBLE_EQ(3, curve.at(32));
  EXPECT_DOUBLE_EQ(4, curve.at(64));
  EXPECT_EQ(4, curve.at(1e18));
  EXPECT_DOUBLE_EQ(3, CostCurve({{16, 4}, {64, 2}}).at(32));
}

TEST(CostCurveTest, WhatIsNoCurveIsRefused) {
  using Points = std::vector<CostCurve::Point>;
  for (const Points& points :
       {Points{}, Points{{0, 1}}, Points{{2, 1}, {2, 2}}, Points{{2, 1}, {1, 2}}, Points{{1, 0}},
        Points{{1, -1}}, Points{{1, NAN}}, Points{{1, INFINITY}}}) {
    EXPECT_THROW(CostCurve curve(points), std::invalid_argument);
  }
}

class CostsFile : public testing::Test {
 protected:
  CostsFile()
      : path_(testing::TempDir() + "host-costs-" +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {}
  ~CostsFile() override { std::remove(path_.c_str()); }

  std::vector<std::string> lines() const {
    std::ifstream file(path_);
    std::vector<std::string> all;
    for (std::string line; std::getline(file, line);) {
      all.push_back(line);
    }
    return all;
  }

  void write(const std::vector<std::string>& all) const {
    std::ofstream file(path_, std::ios::trunc);
    for (const std::string& line : all) {
      file << line << '\n';
    }
  }

  /// Loads what cannot be loaded; returns what is said.
  std::string refusal() const {
    try {
      HostCosts::load(path_);
    } catch (const BadCosts& refused) {
      return refused.what();
    }
    return "";
  }

  const std::string path_;
};

void expect_same(const HostCosts::Figures& a, const HostCosts::Figures& b) {
  EXPECT_EQ(a.caches.second_level, b.caches.second_level);
  EXPECT_EQ(a.caches.last_level, b.caches.last_level);
  EXPECT_EQ(a.filling, b.filling);
  EXPECT_EQ(a.plain, b.plain);
  EXPECT_EQ(a.batched, b.batched);
  EXPECT_EQ(a.read, b.read);
  EXPECT_EQ(a.read_batched, b.read_batched);
  EXPECT_EQ(a.fresh, b.fresh);
  EXPECT_EQ(a.fresh_small, b.fresh_small);
  EXPECT_EQ(a.clear_byte, b.clear_byte);
  EXPECT_EQ(a.round, b.round);
  EXPECT_EQ(a.narrow, b.narrow);
  EXPECT_EQ(a.wide, b.wide);
}

TEST_F(CostsFile, IsReadAsItWasWritten) {
  HostCosts::Figures odd = fixed_costs().figures();
  odd.clear_byte = 1.0 / 3;
  odd.caches.last_level = ~uint64_t{0};
  odd.wide.mix = 0;
  odd.wide.tables[3] = {1e-300, 12345.678901234567};
  for (const HostCosts& costs : {fixed_costs(), HostCosts::built_in(), HostCosts(odd)}) {
    costs.save(path_);
    expect_same(costs.figures(), HostCosts::load(path_).figures());
  }
  EXPECT_FALSE(std::ifstream(path_ + ".new")) << "the temporary file is still there";
}

TEST_F(CostsFile, ThatIsDamagedIsRefusedWithItsNameAndTheLine) {
  fixed_costs().save(path_);
  const std::vector<std::string> whole = lines();
  for (size_t i = 0; i < whole.size(); ++i) {
    const std::string here = path_ + ", line " + std::to_string(i + 1) + ":";
    std::vector<std::string> wrong = whole;
    wrong[i] += " 7";
    write(wrong);
    EXPECT_EQ(0U, refusal().find(here)) << refusal() << " of " << wrong[i];
    wrong[i] = "nonsense" + whole[i];
    write(wrong);
    EXPECT_EQ(0U, refusal().find(here)) << refusal() << " of " << wrong[i];
    const size_t number = whole[i].find_last_of(' ');
    if (number != std::string::npos) {
      for (const char* value : {"-1", "x", "nan", "inf", "1e999", "1.5.2", "0x10"}) {
        wrong[i] = whole[i].substr(0, number + 1) + value;
        write(wrong);
        EXPECT_EQ(0U, refusal().find(here)) << refusal() << " of " << wrong[i];
      }
    }
    wrong = whole;
    wrong.resize(i);
    write(wrong);
    EXPECT_EQ(0U, refusal().find(path_ + ", line " + std::to_string(i + 1) + ":")) << refusal();
  }
}

TEST_F(CostsFile, ThatLacksOrRepeatsAFigureIsRefused) {
  fixed_costs().save(path_);
  const std::vector<std::string> whole = lines();
  for (size_t i = 1; i + 1 < whole.size(); ++i) {
    const bool point = whole[i].starts_with("access") || whole[i].starts_with("partition") ||
                       whole[i].starts_with("byte read") || whole[i].starts_with("byte batched") ||
                       whole[i].starts_with("byte fresh");
    std::vector<std::string> wrong = whole;
    wrong.insert(wrong.begin() + static_cast<std::ptrdiff_t>(i), whole[i]);
    write(wrong);
    EXPECT_NE("", refusal()) << whole[i] << " twice";
    if (!point) {
      wrong = whole;
      wrong.erase(wrong.begin() + static_cast<std::ptrdiff_t>(i));
      write(wrong);
      EXPECT_NE(std::string::npos, refusal().find("there is no")) << "without " << whole[i];
    }
  }
  write({"hail-host-costs 2", "end"});
  EXPECT_NE(std::string::npos, refusal().find("version 2")) << refusal();
  std::vector<std::string> longer = whole;
  longer.push_back("end");
  write(longer);
  EXPECT_NE(std::string::npos, refusal().find("after")) << refusal();
}

TEST_F(CostsFile, ThatIsNotThereIsSaid) {
  EXPECT_THROW(HostCosts::load(path_), InputOutput);
  EXPECT_THROW(fixed_costs().save(path_ + "/no/such/folder"), InputOutput);
}

TEST(HostCostsTest, AFigureThatCannotBeIsRefused) {
  const HostCosts::Figures right = fixed_costs().figures();
  auto refused = [&](auto change) {
    HostCosts::Figures wrong = right;
    change(wrong);
    EXPECT_THROW(HostCosts costs(wrong), std::invalid_argument);
  };
  refused([](auto& figures) { figures.clear_byte = 0; });
  refused([](auto& figures) { figures.clear_byte = -1; });
  refused([](auto& figures) { figures.fresh_small = 0; });
  refused([](auto& figures) { figures.clear_byte = NAN; });
  refused([](auto& figures) { figures.round = INFINITY; });
  refused([](auto& figures) { figures.narrow.mix = -1; });
  refused([](auto& figures) { figures.wide.tables[8].probe = 0; });
  refused([](auto& figures) { figures.caches.second_level = 0; });
}

TEST(CalibrateTest, FiguresArePositiveAndAccessesNeverGetCheaper) {
  MemoryBudget budget(64 * kMega);
  Calibration calibration;
  calibration.caches = {.second_level = 256 << 10, .last_level = 1 << 20};
  calibration.rows = 20'000;
  calibration.repeats = 2;
  // HostCosts and CostCurve refuse what is not positive.
  const HostCosts::Figures figures = calibrate(calibration, budget).figures();
  EXPECT_EQ(0U, budget.used());
  EXPECT_GE(budget.peak(), 4 * kMega);
  for (const CostCurve* curve : {&figures.filling, &figures.plain, &figures.batched}) {
    EXPECT_EQ(16U << 10, curve->points().front().size);
    EXPECT_EQ(4 * calibration.caches.last_level, curve->points().back().size);
    EXPECT_TRUE(
        std::is_sorted(curve->points().begin(), curve->points().end(),
                       [](const auto& a, const auto& b) { return a.nanoseconds < b.nanoseconds; }));
  }
  EXPECT_EQ(calibration.caches.last_level, figures.caches.last_level);
  EXPECT_GT(figures.round, 0);
}

TEST(CalibrateTest, KeepsToItsBudget) {
  Calibration calibration;
  calibration.rows = 1000;
  for (const uint64_t limit : {uint64_t{0}, uint64_t{1000}, kMega}) {
    MemoryBudget budget(limit);
    EXPECT_THROW(calibrate(calibration, budget), BudgetExceeded);
    EXPECT_EQ(0U, budget.used());
  }
}

// ---- skew ----

TEST(SkewTest, OfAZipfDistributionIsFound) {
  for (const double zipf : {0.0, 0.5, 0.75, 0.9, 0.95, 0.99}) {
    for (const uint64_t keys : {1'000U, 100'000U}) {
      MemoryBudget budget;
      const auto rows = workload::make_relations<uint32_t>(
          {.build_rows = keys, .probe_rows = 300'000, .zipf = zipf}, budget);
      EXPECT_NEAR(zipf, estimate_skew<uint32_t>(rows.probe.span(), keys), 0.06) << keys << " keys";
    }
  }
}

TEST(SkewTest, OfFewRowsOrKeysOrOneKeyIsWhatItCanBe) {
  const std::vector<Tuple<uint64_t>> same(1000, {7, 0});
  EXPECT_EQ(0, estimate_skew<uint64_t>({}, 100));
  EXPECT_EQ(0, estimate_skew<uint64_t>(std::span(same).first(100), 1000));
  EXPECT_EQ(0, estimate_skew<uint64_t>(same, 5));
  EXPECT_EQ(0.99, estimate_skew<uint64_t>(same, 1000));
  EXPECT_EQ(0.99, estimate_skew<uint64_t>(same, 1000, uint64_t{1} << 40));
}

TEST(SkewTest, ASampleSeesThroughAPeriodOfTheRows) {
  // Each 64th row has the same key; a sample of each 64th row would see nothing or nothing else.
  std::vector<Tuple<uint32_t>> rows(1 << 20);
  workload::Random random(3);
  for (size_t i = 0; i < rows.size(); ++i) {
    rows[i].key = i % 64 == 0 ? 1 : static_cast<uint32_t>(random.below(1'000'000));
  }
  const double found = estimate_skew<uint32_t>(rows, 1'000'000, rows.size() / 64);
  EXPECT_GT(found, 0.3);
  EXPECT_LT(found, 0.8);
}

// ---- what is chosen ----

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

// ---- the chosen join, run ----

template <Key K>
struct Case {
  workload::Relations<K> rows;
  join::ChecksumSink matches;
  JoinShape shape;
};

/// rename: what a key that was made is to be; different keys stay different
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

/// Runs a join as planned; returns what it took.
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

/// How many times the memory that a join takes may be said to be its most.
double looseness(const Estimate& estimate, const JoinShape& shape) {
  const bool dense = shape.key_range <= 2 * shape.build_rows;
  switch (estimate.plan.candidate->kernel) {
    case Kernel::kConciseHash:
      // How many pieces threads hold twice at the same moment depends on when they get to run.
      return shape.threads == 1 ? 1.05 : 1.25;
    case Kernel::kConciseArray:
      // Sparse keys may all be in these pieces, but are not here.
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
      // Small partitions, as those of large sides are: what is not known of the largest is little.
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
    // About what some candidate takes, so that each of them is the limit at times.
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
