// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/star.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "budgets.h"
#include "hail/errors.h"
#include "hail/join/operator/build_side.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/star_probe.h"
#include "hail/join/table/hash.h"
#include "rows.h"
#include "star_cases.h"

namespace hail::join {
namespace {

using testing_rows::Cell;
using testing_rows::Row;
using testing_rows::Rows;
using testing_rows::Shape;
using testing_stars::expected_rows;
using testing_stars::kStarKinds;
using testing_stars::random_star;
using testing_stars::Side;
using testing_stars::StarCase;
using testing_stars::texts_of;
using workload::Random;

std::shared_ptr<BuiltJoin> build_side(const Side& side, Random& random) {
  side.specification.check();
  auto budget = std::make_shared<MemoryBudget>();
  BuildSide building(side.specification, *budget);
  building.add(testing_rows::make_batch(side.shape, side.rows, 0, side.rows.size(), random));
  return std::make_shared<BuiltJoin>(side.specification, budget, building.finish());
}

Star star_of(const StarCase& made, Random& random) {
  Star star;
  for (const Side& side : made.sides) {
    star.joins.push_back(build_side(side, random));
  }
  star.probe_outputs = made.probe_outputs;
  star.batch_rows = made.batch_rows;
  star.check();
  return star;
}

void read_all(StarProbe& probe, const Star& star, Rows& result) {
  ArrowArray batch{};
  while (const uint64_t rows = probe.next(&batch)) {
    ASSERT_EQ(static_cast<int64_t>(rows), batch.length);
    ASSERT_LE(rows, star.batch_rows);
    for (Row& row : testing_rows::read_batch(batch, star.result())) {
      result.push_back(std::move(row));
    }
  }
  ASSERT_EQ(nullptr, batch.release) << "a batch of no rows";
}

/// Probes with batches of any size.
void run(const StarCase& made, StarProbe& probe, const Star& star, Random& random, Rows& result) {
  for (size_t from = 0; from < made.probe.size();) {
    const size_t to = std::min(made.probe.size(), from + random.below(made.probe.size() + 1));
    probe.add(testing_rows::make_batch(made.probe_shape, made.probe, from, to, random));
    read_all(probe, star, result);
    from = to;
  }
  ASSERT_EQ(0U, probe.finish());
  read_all(probe, star, result);
}

void expect_right(const StarCase& made, Random& random) {
  const Star star = star_of(made, random);
  auto budget = std::make_shared<MemoryBudget>();
  Rows result;
  {
    StarProbe probe(star, budget);
    run(made, probe, star, random, result);
  }
  EXPECT_EQ(0U, budget->used());
  EXPECT_EQ(testing_rows::exact_texts(expected_rows(made)), testing_rows::exact_texts(result));
}

// ---- random stars ----

TEST(StarTest, RandomStars) {
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  for (uint64_t round = 0; round < 600; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
    Random random(seed * 1000 + round);
    const StarCase made = random_star(random);
    expect_right(made, random);
    if (testing::Test::HasFailure()) {
      return;
    }
  }
}

// ---- made stars ----

/// Makes a side of keys and their numbers, joined on a column of the probe side.
Side numbers(JoinKind kind, const std::vector<Cell>& keys, uint32_t probe_key) {
  Side side;
  side.shape = {{"l", ""}, {"i", ""}};
  for (size_t i = 0; i < keys.size(); ++i) {
    side.rows.push_back({keys[i], static_cast<int64_t>(i)});
  }
  side.specification.kind = kind;
  side.specification.build_keys = {0};
  side.specification.probe_keys = {probe_key};
  if (gives_build_rows(kind)) {
    side.specification.build_outputs = {1};
  }
  return side;
}

std::vector<Cell> ascending(int64_t first, int64_t count, int64_t step = 1) {
  std::vector<Cell> keys;
  for (int64_t i = 0; i < count; ++i) {
    keys.emplace_back(first + i * step);
  }
  return keys;
}

/// Makes rows with a number for each of so many joins, and one more.
StarCase drawn(size_t joins, size_t rows, uint64_t values, Random& random) {
  StarCase made;
  for (size_t i = 0; i <= joins; ++i) {
    made.probe_shape.push_back({"l", ""});
    made.probe_outputs.push_back(static_cast<uint32_t>(i));
  }
  for (size_t row = 0; row < rows; ++row) {
    Row& cells = made.probe.emplace_back();
    for (size_t i = 0; i < joins; ++i) {
      cells.emplace_back(static_cast<int64_t>(random.below(values)));
    }
    cells.emplace_back(static_cast<int64_t>(row));
  }
  return made;
}

void add_side(StarCase& made, Side side) {
  complete(side, made);
  made.sides.push_back(std::move(side));
}

TEST(StarTest, AResultGoesOnWhereItStoppedWhateverItsSize) {
  Random random(3);
  StarCase made = drawn(4, 60, 6, random);
  // Matches of the joins: four; none to three; one and many copies; rows that are only dropped.
  add_side(made, numbers(JoinKind::kInner, {0L, 0L, 0L, 0L, 1L, 2L, 2L, 3L, 4L, 5L}, 0));
  add_side(made, numbers(JoinKind::kProbeOuter, {1L, 1L, 1L, 2L, 4L, 4L}, 1));
  add_side(made, numbers(JoinKind::kInner, ascending(0, 5), 2));
  add_side(made, numbers(JoinKind::kProbeAnti, {5L}, 3));
  auto rows_of = [&](uint32_t batch_rows) {
    made.batch_rows = batch_rows;
    const Star star = star_of(made, random);
    StarProbe probe(star, std::make_shared<MemoryBudget>());
    Rows result;
    run(made, probe, star, random, result);
    return result;
  };
  const Rows wanted = rows_of(100'000);
  EXPECT_EQ(testing_rows::exact_texts(expected_rows(made)), testing_rows::exact_texts(wanted));
  EXPECT_GT(wanted.size(), 100U);
  for (uint32_t batch_rows = 1; batch_rows <= wanted.size() + 1; ++batch_rows) {
    ASSERT_EQ(texts_of(wanted), texts_of(rows_of(batch_rows))) << batch_rows;
  }
}

TEST(StarTest, TablesOfAllKinds) {
  Random random(4);
  std::vector<Cell> far = ascending(-50, 12'000);
  for (size_t i = 0; i < far.size(); i += 40) {
    far[i] = static_cast<int64_t>(mix64(i + 1));
  }
  std::vector<Cell> twice = far;
  twice.insert(twice.end(), far.begin(), far.begin() + 3'000);
  for (const JoinKind kind : kStarKinds) {
    for (const std::vector<Cell>* window : {&far, &twice}) {
      SCOPED_TRACE(name_of(kind));
      StarCase made = drawn(3, 5'000, 40'000, random);
      for (size_t row = 0; row < made.probe.size(); row += 2) {
        made.probe[row][0] = (*window)[random.below(window->size())];
      }
      add_side(made, numbers(kind, *window, 0));
      add_side(made, numbers(kind, ascending(0, 30'000), 1));
      add_side(made, numbers(kind, ascending(0, 30'000), 2));
      made.sides[2].specification.table = TableChoice::kConciseHash;
      add_side(made, numbers(kind, ascending(0, 35'000), 2));
      made.sides[3].specification.table = TableChoice::kLinearProbing;
      const Star star = star_of(made, random);
      EXPECT_GT(star.joins[0]->table().key_table.plan().outside, 100U);
      EXPECT_EQ(window == &far, star.joins[0]->table().key_table.ranked());
      EXPECT_TRUE(star.joins[1]->table().key_table.ranked());
      EXPECT_FALSE(star.joins[2]->table().key_table.plan().array);
      EXPECT_TRUE(star.joins[3]->table().key_table.plan().linear);
      expect_right(made, random);
    }
  }
}

TEST(StarTest, SidesWithoutRowsAndColumns) {
  Random random(5);
  for (const JoinKind kind : kStarKinds) {
    for (const bool outputs : {false, true}) {
      SCOPED_TRACE(name_of(kind));
      StarCase made = drawn(2, 2'500, 3, random);
      add_side(made, numbers(kind, {}, 0));
      add_side(made, numbers(JoinKind::kInner, {1L, 1L, 2L}, 1));
      if (!outputs) {
        made.probe_outputs.clear();
        made.sides[1].specification.build_outputs.clear();
      }
      expect_right(made, random);
    }
  }
}

TEST(StarTest, BitsSortOutRowsBeforeArraysAreLookedAt) {
  constexpr uint64_t kRows = 200'000;
  constexpr uint64_t kValues = 100'000;
  // Each side has a tenth of the values, spread over the range.
  for (const TableChoice table : {TableChoice::kConciseHash, TableChoice::kConciseArray}) {
    Random random(6);
    StarCase made = drawn(3, kRows, kValues, random);
    for (uint32_t join = 0; join < 3; ++join) {
      Side side = numbers(JoinKind::kInner, ascending(join, kValues / 10, 10), join);
      side.specification.table = table;
      if (table == TableChoice::kConciseArray) {
        // A column of texts keeps rows in their order, so the array is needed.
        side.shape.push_back({"u", ""});
        for (Row& row : side.rows) {
          row.emplace_back("text");
        }
        side.specification.build_outputs.push_back(2);
      }
      add_side(made, std::move(side));
    }
    const Star star = star_of(made, random);
    StarProbe probe(star, std::make_shared<MemoryBudget>());
    Rows result;
    run(made, probe, star, random, result);
    EXPECT_EQ(testing_rows::exact_texts(expected_rows(made)), testing_rows::exact_texts(result));
    // Bits of an array are exact. Bits of a hash table let an eighth of the other rows pass.
    const double passed = table == TableChoice::kConciseArray
                              ? static_cast<double>(result.size())
                              : 1.1 * std::pow(0.1 + 0.9 * 0.124, 3) * kRows;
    for (const StarCounts& counts : probe.counts()) {
      EXPECT_LE(static_cast<double>(counts.probed), passed);
      EXPECT_GE(counts.probed, result.size());
    }
  }
}

TEST(StarTest, TheJoinThatDropsMostGoesFirst) {
  Random random(7);
  StarCase made = drawn(3, 50'000, 1'000, random);
  // The second half is the other way round.
  for (size_t row = 25'000; row < made.probe.size(); ++row) {
    std::swap(made.probe[row][0], made.probe[row][2]);
    made.probe[row][0] = static_cast<int64_t>(random.below(100'000));
    made.probe[row][2] = static_cast<int64_t>(random.below(1'000));
  }
  for (size_t row = 0; row < 25'000; ++row) {
    made.probe[row][2] = static_cast<int64_t>(random.below(100'000));
  }
  add_side(made, numbers(JoinKind::kInner, ascending(0, 1'000), 0));
  add_side(made, numbers(JoinKind::kProbeSemi, ascending(0, 900), 1));
  add_side(made, numbers(JoinKind::kInner, ascending(0, 1'000), 2));
  const Star star = star_of(made, random);
  StarProbe probe(star, std::make_shared<MemoryBudget>());
  Rows result;
  auto add = [&](size_t from, size_t to) {
    probe.add(testing_rows::make_batch(made.probe_shape, made.probe, from, to, random));
    read_all(probe, star, result);
  };
  add(0, 25'000);
  const std::vector<StarCounts> half = probe.counts();
  EXPECT_GT(half[2].seen, 24'000U);
  EXPECT_LT(half[0].seen, 4'000U);
  EXPECT_LT(half[1].seen, 4'000U);
  add(25'000, 50'000);
  const std::vector<StarCounts> all = probe.counts();
  EXPECT_GT(all[0].seen - half[0].seen, 15'000U);
  EXPECT_EQ(testing_rows::exact_texts(expected_rows(made)), testing_rows::exact_texts(result));
}

TEST(StarTest, BitsThatLetMostRowsPassAreLeftOut) {
  Random random(8);
  StarCase made = drawn(2, 20'000, 1'000, random);
  for (uint32_t join = 0; join < 2; ++join) {
    add_side(made, numbers(JoinKind::kInner, ascending(0, 950), join));
    made.sides.back().specification.table = TableChoice::kConciseHash;
  }
  const Star star = star_of(made, random);
  StarProbe probe(star, std::make_shared<MemoryBudget>());
  probe.add(testing_rows::make_batch(made.probe_shape, made.probe, 0, 20'000, random));
  Rows result;
  read_all(probe, star, result);
  EXPECT_EQ(testing_rows::exact_texts(expected_rows(made)), testing_rows::exact_texts(result));
  const std::vector<StarCounts> counts = probe.counts();
  // One table is probed with all rows, the other with those that match in the first. With the bits
  // of both tables, nine tenths of the rows would reach each.
  EXPECT_GT(counts[0].probed + counts[1].probed, 38'000U);
}

TEST(StarTest, SeveralProbesOfOneStar) {
  Random random(9);
  StarCase made = drawn(2, 8'000, 500, random);
  add_side(made, numbers(JoinKind::kInner, ascending(0, 300), 0));
  add_side(made, numbers(JoinKind::kProbeOuter, {1L, 1L, 7L, Cell()}, 1));
  const Star star = star_of(made, random);
  constexpr size_t kThreads = 4;
  std::vector<Rows> results(kThreads);
  std::vector<std::thread> threads;
  for (size_t thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      Random mine(thread);
      StarProbe probe(star, std::make_shared<MemoryBudget>());
      for (size_t from = thread * 100; from < made.probe.size(); from += kThreads * 100) {
        probe.add(testing_rows::make_batch(made.probe_shape, made.probe, from, from + 100, mine));
        read_all(probe, star, results[thread]);
      }
      EXPECT_EQ(0U, probe.finish());
    });
  }
  Rows result;
  for (size_t thread = 0; thread < kThreads; ++thread) {
    threads[thread].join();
    result.insert(result.end(), results[thread].begin(), results[thread].end());
  }
  EXPECT_EQ(testing_rows::exact_texts(expected_rows(made)), testing_rows::exact_texts(result));
}

// ---- budgets, and what is refused ----

/// Makes a star with a dictionary and texts, so that there is memory of all kinds.
StarCase with_texts(Random& random) {
  StarCase made = drawn(2, 700, 10, random);
  made.probe_shape.push_back({"u", "s"});
  made.probe_outputs.push_back(3);
  for (Row& row : made.probe) {
    row.emplace_back("text " + std::to_string(random.below(30)));
  }
  add_side(made, numbers(JoinKind::kInner, ascending(0, 9), 0));
  add_side(made, numbers(JoinKind::kProbeOuter, {1L, 1L, 2L, 3L}, 1));
  made.batch_rows = 50;
  return made;
}

TEST(StarTest, ABudgetIsTriedAtEachAllocation) {
  Random sides(10);
  const StarCase made = with_texts(sides);
  const Star star = star_of(made, sides);
  const std::vector<std::string> wanted = testing_rows::exact_texts(expected_rows(made));
  try_budgets(13, [&](const std::shared_ptr<MemoryBudget>& budget) {
    Random random(11);
    Rows result;
    {
      StarProbe probe(star, budget);
      run(made, probe, star, random, result);
    }
    EXPECT_EQ(wanted, testing_rows::exact_texts(result));
    EXPECT_EQ(0U, budget->used());
  });
}

TEST(StarTest, WhatTheBudgetRefusesCanBeAskedForAgain) {
  Random random(12);
  const StarCase made = with_texts(random);
  const Star star = star_of(made, random);
  auto used = [&](StarProbe& probe, const MemoryBudget& budget) {
    probe.add(testing_rows::make_batch(made.probe_shape, made.probe, 0, made.probe.size(), random));
    return budget.used();
  };
  auto unlimited = std::make_shared<MemoryBudget>();
  StarProbe first(star, unlimited);
  const uint64_t without_results = used(first, *unlimited);
  // Enough that some results are kept before there is no room for the next one.
  auto budget = std::make_shared<MemoryBudget>(without_results + 10'000);
  StarProbe probe(star, budget);
  EXPECT_EQ(without_results, used(probe, *budget));
  std::vector<ArrowArray> kept;
  Rows result;
  unsigned refused = 0;
  while (true) {
    ArrowArray batch{};
    try {
      if (probe.next(&batch) == 0) {
        break;
      }
      kept.push_back(batch);
      continue;
    } catch (const BudgetExceeded&) {
      ASSERT_FALSE(kept.empty());
      EXPECT_EQ(nullptr, batch.release);
      ++refused;
    }
    for (ArrowArray& array : kept) {
      const Rows rows = testing_rows::read_batch(array, star.result());
      result.insert(result.end(), rows.begin(), rows.end());
    }
    kept.clear();
  }
  for (ArrowArray& array : kept) {
    const Rows rows = testing_rows::read_batch(array, star.result());
    result.insert(result.end(), rows.begin(), rows.end());
  }
  EXPECT_GT(refused, 1U);
  EXPECT_EQ(testing_rows::exact_texts(expected_rows(made)), testing_rows::exact_texts(result));
}

void expect_refused(const StarCase& made, const std::string& said) {
  Random random(13);
  try {
    star_of(made, random);
    FAIL() << "not refused: " << said;
  } catch (const InvalidArgument& e) {
    EXPECT_NE(std::string::npos, std::string(e.what()).find(said)) << e.what();
  }
}

TEST(StarTest, WhatCannotBeAStarIsRefusedByItsName) {
  Random random(14);
  StarCase made = drawn(2, 5, 5, random);
  expect_refused(made, "A star has 1 to 64 joins, not 0");
  add_side(made, numbers(JoinKind::kInner, {1L}, 0));
  for (const auto& [kind, name] : std::initializer_list<std::pair<JoinKind, const char*>>{
           {JoinKind::kBuildOuter, "BUILD_OUTER"},
           {JoinKind::kFullOuter, "FULL_OUTER"},
           {JoinKind::kBuildSemi, "BUILD_SEMI"},
           {JoinKind::kBuildAnti, "BUILD_ANTI"},
           {JoinKind::kMark, "MARK"},
           {JoinKind::kCount, "COUNT"}}) {
    StarCase wrong = made;
    add_side(wrong, numbers(kind, {1L}, 1));
    expect_refused(wrong, std::string("Join 1 of the star is of kind ") + name + ";");
  }
  StarCase wrong = made;
  wrong.probe_outputs = {7};
  expect_refused(wrong, "Output column 7 of the probe side is not one of its 3");
  wrong = made;
  wrong.batch_rows = (1U << 24) + 1;
  expect_refused(wrong, "not 16777217");
  wrong = made;
  wrong.sides.assign(65, made.sides.front());
  expect_refused(wrong, "not 65");
  wrong = made;
  add_side(wrong, numbers(JoinKind::kInner, {1L}, 1));
  wrong.sides[1].specification.probe[2].name = "another";
  expect_refused(wrong, "Join 1 of the star has another probe side than join 0");
  wrong.sides[1].specification.probe.pop_back();
  expect_refused(wrong, "of 2 columns and 3");
}

TEST(StarTest, CallsOutOfOrderAndWrongBatchesLeaveTheProbeAsItWas) {
  Random random(15);
  StarCase made = drawn(1, 2'000, 5, random);
  add_side(made, numbers(JoinKind::kInner, {1L, 2L}, 0));
  const Star star = star_of(made, random);
  StarProbe probe(star, std::make_shared<MemoryBudget>());
  auto batch = [&] {
    return testing_rows::make_batch(made.probe_shape, made.probe, 0, made.probe.size(), random);
  };
  const Shape narrow{{"l", ""}};
  EXPECT_THROW(probe.add(testing_rows::make_batch(narrow, made.probe, 0, 3, random)), InvalidBatch);
  Rows result;
  read_all(probe, star, result);
  EXPECT_TRUE(result.empty());
  probe.add(batch());
  EXPECT_THROW(probe.add(batch()), WrongState);
  EXPECT_THROW(probe.finish(), WrongState);
  read_all(probe, star, result);
  EXPECT_EQ(testing_rows::exact_texts(expected_rows(made)), testing_rows::exact_texts(result));
  probe.finish();
  EXPECT_THROW(probe.add(batch()), WrongState);
  EXPECT_THROW(probe.finish(), WrongState);
  ArrowArray none{};
  EXPECT_EQ(0U, probe.next(&none));
}

}  // namespace
}  // namespace hail::join
