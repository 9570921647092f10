// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "budgets.h"
#include "hail/errors.h"
#include "hail/join/operator/build_side.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/probe.h"
#include "key_types.h"
#include "rows.h"

namespace hail::join {
namespace {

using testing_rows::Cell;
using testing_rows::KeyTypes;
using testing_rows::kKeyTypes;
using testing_rows::random_rows;
using testing_rows::Row;
using testing_rows::Rows;
using testing_rows::Shape;
using workload::Random;

constexpr JoinKind kKinds[] = {
    JoinKind::kInner,         JoinKind::kProbeOuter, JoinKind::kBuildOuter, JoinKind::kFullOuter,
    JoinKind::kProbeSemi,     JoinKind::kProbeAnti,  JoinKind::kBuildSemi,  JoinKind::kBuildAnti,
    JoinKind::kNullAwareAnti, JoinKind::kMark,       JoinKind::kCount};

bool takes_one_key(JoinKind kind) {
  return kind == JoinKind::kNullAwareAnti || kind == JoinKind::kMark;
}

/// Both sides of a join, and how they come.
struct Case {
  Shape build_shape;
  Shape probe_shape;
  Rows build;
  Rows probe;
  Specification specification;
  unsigned probes = 1;
};

std::shared_ptr<BuiltJoin> build_join(const Case& made, const std::shared_ptr<MemoryBudget>& budget,
                                      Random& random) {
  BuildSide side(made.specification, *budget);
  for (size_t from = 0; from < made.build.size();) {
    const size_t to = std::min(made.build.size(), from + random.below(made.build.size() + 1));
    side.add(testing_rows::make_batch(made.build_shape, made.build, from, to, random));
    from = to;
  }
  return std::make_shared<BuiltJoin>(made.specification, budget, side.finish());
}

void read_all(Probe& probe, const arrow::Schema& schema, const Specification& specification,
              Rows& result) {
  ArrowArray batch{};
  while (const uint64_t rows = probe.next(&batch)) {
    ASSERT_EQ(static_cast<int64_t>(rows), batch.length);
    ASSERT_LE(rows, specification.batch_rows);
    for (Row& row : testing_rows::read_batch(batch, schema)) {
      result.push_back(std::move(row));
    }
  }
  ASSERT_EQ(nullptr, batch.release) << "a batch of no rows";
}

/// What each of several probes gives that take batches in turn.
void probe_in_turn(const Case& made, const std::shared_ptr<BuiltJoin>& join, Random& random,
                   std::vector<Rows>& results) {
  const arrow::Schema schema = made.specification.result();
  std::vector<std::unique_ptr<Probe>> probes;
  results.resize(made.probes);
  for (unsigned i = 0; i < made.probes; ++i) {
    probes.push_back(std::make_unique<Probe>(join));
  }
  for (size_t from = 0; from < made.probe.size();) {
    const size_t to = std::min(made.probe.size(), from + random.below(made.probe.size() + 1));
    const size_t taker = random.below(probes.size());
    probes[taker]->add(testing_rows::make_batch(made.probe_shape, made.probe, from, to, random));
    read_all(*probes[taker], schema, made.specification, results[taker]);
    from = to;
  }
  for (size_t i = 0; i < probes.size(); ++i) {
    ASSERT_EQ(probes.size() - 1 - i, probes[i]->finish());
    read_all(*probes[i], schema, made.specification, results[i]);
  }
}

/// The same of all probes; of counts the sum.
void probe_join(const Case& made, const std::shared_ptr<BuiltJoin>& join, Random& random,
                Rows& result) {
  std::vector<Rows> results;
  probe_in_turn(made, join, random, results);
  for (Rows& rows : results) {
    result.insert(result.end(), rows.begin(), rows.end());
  }
  if (made.specification.kind == JoinKind::kCount) {
    int64_t sum = 0;
    for (const Row& row : result) {
      sum += std::get<int64_t>(row.front());
    }
    result = {{sum}};
  }
}

void expect_right(const Case& made, Random& random) {
  auto budget = std::make_shared<MemoryBudget>();
  Rows result;
  {
    const std::shared_ptr<BuiltJoin> join = build_join(made, budget, random);
    probe_join(made, join, random, result);
  }
  EXPECT_EQ(0U, budget->used());
  EXPECT_EQ(testing_rows::exact_texts(
                testing_rows::expected_rows(made.specification, made.build, made.probe)),
            testing_rows::exact_texts(result));
}

/// Gives a case outputs of all columns that its kind can give.
void give_all_columns(Case& made, JoinKind kind) {
  made.specification.kind = kind;
  made.specification.build_outputs.clear();
  made.specification.probe_outputs.clear();
  for (uint32_t i = 0; gives_build_rows(kind) && i < made.build_shape.size(); ++i) {
    made.specification.build_outputs.push_back(i);
  }
  for (uint32_t i = 0; gives_probe_rows(kind) && i < made.probe_shape.size(); ++i) {
    made.specification.probe_outputs.push_back(i);
  }
  made.specification.check();
}

void expect_right_as(Case made, JoinKind kind, Random& random) {
  give_all_columns(made, kind);
  SCOPED_TRACE("kind " + std::to_string(static_cast<int>(kind)));
  expect_right(made, random);
}

Case integers(const std::vector<std::optional<int64_t>>& build,
              const std::vector<std::optional<int64_t>>& probe) {
  Case made;
  made.build_shape = {{"l", ""}, {"i", ""}};
  made.probe_shape = {{"l", ""}, {"u", ""}};
  auto cell = [](const std::optional<int64_t>& key) { return key ? Cell(*key) : Cell(); };
  for (size_t i = 0; i < build.size(); ++i) {
    made.build.push_back({cell(build[i]), static_cast<int64_t>(i)});
  }
  for (size_t i = 0; i < probe.size(); ++i) {
    made.probe.push_back({cell(probe[i]), "row " + std::to_string(i)});
  }
  made.specification.build = testing_rows::schema_of(made.build_shape);
  made.specification.probe = testing_rows::schema_of(made.probe_shape);
  made.specification.build_keys = {0};
  made.specification.probe_keys = {0};
  return made;
}

void expect_right_in_all_kinds(const Case& made, Random& random) {
  for (const JoinKind kind : kKinds) {
    if (made.specification.build_keys.size() == 1 || !takes_one_key(kind)) {
      expect_right_as(made, kind, random);
    }
  }
}

TEST(OperatorTest, SmallSidesInAllKinds) {
  Random random(1);
  const std::optional<int64_t> null;
  for (const bool null_equal : {false, true}) {
    for (const Case& plain : {
             integers({}, {}),
             integers({}, {1, null, 2}),
             integers({1, null, 2}, {}),
             integers({null, null}, {1, null}),
             integers({1, 2, 3}, {2, 3, 4, null}),
             integers({1, 2, 2, 3, null, 2}, {2, 3, 4, null, 2}),
             integers({7}, {7}),
             integers({std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max(), 0,
                       -1, null},
                      {std::numeric_limits<int64_t>::max(), -1, 1, null,
                       std::numeric_limits<int64_t>::min()}),
         }) {
      Case made = plain;
      made.specification.null_equal = null_equal;
      expect_right_in_all_kinds(made, random);
    }
  }
}

TEST(OperatorTest, AHotKeyIsGivenPieceByPiece) {
  Random random(2);
  std::vector<std::optional<int64_t>> build(5'000, 3);
  build.push_back(4);
  build.push_back(std::nullopt);
  for (const uint32_t batch_rows : {1U, 7U, 4'096U, 100'000U}) {
    Case made = integers(build, {3, 4, 5, 3});
    made.specification.batch_rows = batch_rows;
    expect_right_in_all_kinds(made, random);
  }
}

// ---- random joins ----

Case random_case(const std::vector<const KeyTypes*>& keys, Random& random) {
  Case made;
  const uint64_t values = 1 + random.below(random.below(2) == 0 ? 4 : 120);
  const unsigned null_share = static_cast<unsigned>(random.below(3) * 15);
  for (const KeyTypes* key : keys) {
    made.build_shape.push_back(key->build);
    made.probe_shape.push_back(key->probe);
  }
  for (Shape* shape : {&made.build_shape, &made.probe_shape}) {
    shape->insert(shape->end(), {{"i", ""}, {"u", random.below(4) == 0 ? "i" : ""}, {"b", ""}});
  }
  // As many rows of one key and of all as keep the number of matches small.
  const size_t most = 4 * values + 4;
  made.build = random_rows(keys, true, random.below(most), values, null_share, random);
  made.probe = random_rows(keys, false, random.below(most), values, null_share, random);
  Specification& specification = made.specification;
  specification.build = testing_rows::schema_of(made.build_shape);
  specification.probe = testing_rows::schema_of(made.probe_shape);
  for (uint32_t i = 0; i < keys.size(); ++i) {
    specification.build_keys.push_back(i);
    specification.probe_keys.push_back(i);
  }
  constexpr unsigned kThreads[] = {1, 2, 4, 7};
  constexpr uint32_t kBatchRows[] = {1, 2, 7, 64, 1'000, 8'192};
  specification.threads = kThreads[random.below(4)];
  specification.batch_rows = kBatchRows[random.below(6)];
  specification.null_equal = random.below(2) == 0;
  constexpr TableChoice kTables[] = {TableChoice::kAuto, TableChoice::kConciseHash,
                                     TableChoice::kLinearProbing};
  specification.table = kTables[random.below(3)];
  // At times nearly all hashes are equal.
  specification.hash_mask = random.below(2) == 0 ? ~uint64_t{0} : random.below(4);
  specification.hash_seed = random.next();
  made.probes = 1 + static_cast<unsigned>(random.below(3));
  if (random.below(2) == 0) {
    specification.probe_mode = ProbeMode::kBuffered;
    specification.probe_buffer = random.below(uint64_t{1} << random.below(18));
  }
  return made;
}

TEST(OperatorTest, EachTypeOfKey) {
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  for (const KeyTypes& key : kKeyTypes) {
    SCOPED_TRACE("key " + key.build.format + " and " + key.probe.format + ", seed " +
                 std::to_string(seed));
    Random random(seed);
    for (int round = 0; round < 4; ++round) {
      expect_right_in_all_kinds(random_case({&key}, random), random);
    }
    if (testing::Test::HasFailure()) {
      return;
    }
  }
}

TEST(OperatorTest, KeysOfSeveralColumns) {
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  for (uint64_t round = 0; round < 60; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
    Random random(seed * 1000 + round);
    std::vector<const KeyTypes*> keys;
    const uint64_t parts = 2 + random.below(3);
    for (uint64_t part = 0; part < parts; ++part) {
      keys.push_back(&kKeyTypes[random.below(std::size(kKeyTypes))]);
    }
    expect_right_in_all_kinds(random_case(keys, random), random);
    if (testing::Test::HasFailure()) {
      return;
    }
  }
}

TEST(OperatorTest, ManyRowsOfManyKeys) {
  // So many that the table has several pieces and rows are grouped in several parts.
  for (const auto& [values, table] : std::initializer_list<std::pair<uint64_t, TableChoice>>{
           {40'000, TableChoice::kAuto},
           {40'000, TableChoice::kLinearProbing},
           {1'000'000'000'000, TableChoice::kAuto},
           {1'000'000'000'000, TableChoice::kLinearProbing}}) {
    for (const unsigned threads : {1U, 4U}) {
      Random random(5);
      std::vector<std::optional<int64_t>> build;
      std::vector<std::optional<int64_t>> probe;
      for (int i = 0; i < 60'000; ++i) {
        build.push_back(static_cast<int64_t>(random.below(values)));
        probe.push_back(random.below(2) == 0 ? build[random.below(build.size())]
                                             : static_cast<int64_t>(random.below(values)));
      }
      Case made = integers(build, probe);
      made.specification.table = table;
      made.specification.threads = threads;
      made.probes = threads;
      made.specification.probe_mode = threads > 1 ? ProbeMode::kBuffered : ProbeMode::kDirect;
      made.specification.probe_buffer = threads > 1 ? 300'000 : 0;
      for (const JoinKind kind : {JoinKind::kFullOuter, JoinKind::kBuildSemi, JoinKind::kCount}) {
        expect_right_as(made, kind, random);
      }
    }
  }
}

TEST(OperatorTest, TheTableIsAnArrayIfThatIsTheSmallerOne) {
  Random random(6);
  auto plan_of = [&](int64_t step, TableChoice choice) {
    std::vector<std::optional<int64_t>> keys;
    for (int64_t i = 0; i < 3'000; ++i) {
      keys.push_back(i * step - 1'000);
    }
    Case made = integers(keys, keys);
    made.specification.table = choice;
    expect_right_as(made, JoinKind::kInner, random);
    auto budget = std::make_shared<MemoryBudget>();
    return build_join(made, budget, random)->table().key_table.plan();
  };
  EXPECT_TRUE(plan_of(1, TableChoice::kAuto).array);
  EXPECT_TRUE(plan_of(20, TableChoice::kAuto).array);
  EXPECT_FALSE(plan_of(30, TableChoice::kAuto).array);
  EXPECT_FALSE(plan_of(1, TableChoice::kConciseHash).array);
  EXPECT_TRUE(plan_of(30, TableChoice::kConciseArray).array);
  EXPECT_FALSE(plan_of(1, TableChoice::kConciseHash).linear);
  for (const int64_t step : {int64_t{1}, int64_t{30}}) {
    EXPECT_TRUE(plan_of(step, TableChoice::kLinearProbing).linear);
    EXPECT_FALSE(plan_of(step, TableChoice::kLinearProbing).array);
  }
  EXPECT_NE(std::string::npos,
            plan_of(30, TableChoice::kAuto).explanation.find("3000 keys, 89971 values"));
  EXPECT_THROW(plan_of(int64_t{1} << 40, TableChoice::kConciseArray), InvalidArgument);
}

/// Rows of a key and a value of a type, and of a key and a text: near keys of which none comes twice,
/// but for NULL.
Case different_keys(const KeyTypes& value, size_t rows, unsigned null_share, Random& random) {
  Case made;
  made.build_shape = {{"l", ""}, value.build, {"c", ""}};
  made.probe_shape = {{"i", ""}, {"u", ""}};
  std::vector<int64_t> keys;
  for (size_t i = 0; i < rows; ++i) {
    keys.push_back(static_cast<int64_t>(2 * i + random.below(2)) - 50);
    std::swap(keys.back(), keys[random.below(keys.size())]);
  }
  auto maybe = [&](Cell cell) { return random.below(100) < null_share ? Cell() : cell; };
  for (size_t i = 0; i < rows; ++i) {
    made.build.push_back({maybe(keys[i]), maybe(value.value(random.below(120), true)),
                          maybe(static_cast<int64_t>(i % 100))});
    made.probe.push_back(
        {maybe(static_cast<int64_t>(random.below(3 * rows)) - 60), std::to_string(i)});
  }
  Specification& specification = made.specification;
  specification.build = testing_rows::schema_of(made.build_shape);
  specification.probe = testing_rows::schema_of(made.probe_shape);
  specification.build_keys = {0};
  specification.probe_keys = {0};
  return made;
}

TEST(OperatorTest, RowsAreInTheOrderOfTheirKeysIfAllColumnsAreNarrow) {
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  for (const KeyTypes& value : kKeyTypes) {
    SCOPED_TRACE("value " + value.build.format + ", seed " + std::to_string(seed));
    Random random(seed);
    for (const unsigned null_share : {0U, 12U}) {
      constexpr uint32_t kBatchRows[] = {1, 7, 1'000, 8'192};
      Case made = different_keys(value, 40 + random.below(600), null_share, random);
      Specification& specification = made.specification;
      specification.batch_rows = kBatchRows[random.below(4)];
      specification.threads = 1 + static_cast<unsigned>(random.below(4));
      specification.null_equal = null_share == 0 && random.below(2) == 0;
      expect_right_in_all_kinds(made, random);
      specification.kind = JoinKind::kFullOuter;
      specification.build_outputs = {1, 2, 0};
      const bool narrow = value.build.format.find_first_of("uUzZ") != 0;
      const auto join = build_join(made, std::make_shared<MemoryBudget>(), random);
      EXPECT_EQ(narrow, join->table().key_table.ranked());
    }
    if (testing::Test::HasFailure()) {
      return;
    }
  }
}

TEST(OperatorTest, AResultMayHaveColumnsOfOneSideOrNone) {
  Random random(17);
  for (const bool repeated : {false, true}) {
    Case made = different_keys(kKeyTypes[0], 700, 9, random);
    if (repeated) {
      made.build.insert(made.build.end(), made.build.begin(), made.build.begin() + 200);
    }
    for (const JoinKind kind : kKinds) {
      for (const bool build : {false, true}) {
        for (const bool probe : {false, true}) {
          for (const uint32_t batch_rows : {1U, 64U, 8'192U}) {
            SCOPED_TRACE("kind " + std::to_string(static_cast<int>(kind)));
            Specification& specification = made.specification;
            specification.kind = kind;
            specification.batch_rows = batch_rows;
            specification.build_outputs.assign(build && gives_build_rows(kind), 1);
            specification.probe_outputs.assign(probe && gives_probe_rows(kind), 1);
            specification.check();
            expect_right(made, random);
          }
        }
      }
    }
  }
}

TEST(OperatorTest, RowsKeepTheirOrderIfTheBudgetHasNoRoomForAnother) {
  Random sides(18);
  Case made = different_keys(kKeyTypes[0], 6'000, 5, sides);
  Specification& specification = made.specification;
  specification.kind = JoinKind::kFullOuter;
  specification.build_outputs = {0, 1, 2};
  specification.probe_outputs = {1};
  specification.batch_rows = 64;
  specification.threads = 2;
  const std::vector<std::string> expected =
      testing_rows::exact_texts(testing_rows::expected_rows(specification, made.build, made.probe));
  unsigned ranked = 0;
  unsigned unranked = 0;
  for (uint64_t limit = 100'000; ranked < 3; limit += 6'000) {
    ASSERT_LT(limit, 2'000'000U);
    Random random(18);
    auto budget = std::make_shared<MemoryBudget>(limit);
    try {
      const std::shared_ptr<BuiltJoin> join = build_join(made, budget, random);
      EXPECT_TRUE(join->table().key_table.plan().array);
      EXPECT_TRUE(ranked == 0 || join->table().key_table.ranked()) << limit;
      (join->table().key_table.ranked() ? ranked : unranked) += 1;
      Rows result;
      probe_join(made, join, random, result);
      ASSERT_EQ(expected, testing_rows::exact_texts(result)) << limit;
    } catch (const BudgetExceeded&) {
      EXPECT_EQ(0U, ranked) << limit;
    }
    EXPECT_EQ(0U, budget->used());
    EXPECT_LE(budget->peak(), limit);
  }
  EXPECT_GT(unranked, 0U);
}

/// Keys from 1000 on, one in so many of them far from all others: of so many different values.
std::vector<std::optional<int64_t>> keys_with_outliers(int64_t rows, int64_t one_in,
                                                       uint64_t values) {
  std::vector<std::optional<int64_t>> keys;
  for (int64_t i = 0; i < rows; ++i) {
    const uint64_t value = static_cast<uint64_t>(i / one_in) % values;
    keys.push_back(i % one_in != 7 ? 1'000 + i
                   : value == 0    ? std::numeric_limits<int64_t>::max()
                   : value == 1    ? std::numeric_limits<int64_t>::min()
                                   : static_cast<int64_t>(mix64(value)));
  }
  return keys;
}

TEST(OperatorTest, AFewKeysFarFromTheOthersLeaveTheArrayItsPlace) {
  Random random(14);
  struct Expected {
    int64_t rows;
    int64_t one_in;
    uint64_t values;
    TableChoice choice;
    bool array;
    bool window;
  };
  for (const Expected& expected : std::initializer_list<Expected>{
           // So few values that codes have numbers for them.
           {5'000, 100, 3, TableChoice::kAuto, true, false},
           {5'000, 100, 3, TableChoice::kConciseArray, true, false},
           {5'000, 100, 3, TableChoice::kConciseHash, false, false},
           // More, which go to overflow, and too many for that.
           {5'000, 25, 1'000, TableChoice::kAuto, true, true},
           {60'000, 40, 60'000, TableChoice::kAuto, true, true},
           {60'000, 40, 60'000, TableChoice::kConciseArray, true, true},
           {60'000, 40, 60'000, TableChoice::kConciseHash, false, false},
           {60'000, 10, 60'000, TableChoice::kAuto, false, false},
       }) {
    SCOPED_TRACE(std::to_string(expected.rows) + " rows, one in " +
                 std::to_string(expected.one_in) + ", choice " +
                 std::to_string(static_cast<int>(expected.choice)));
    const auto build = keys_with_outliers(expected.rows, expected.one_in, expected.values);
    auto probe = keys_with_outliers(expected.rows / 2, 3, 2 * expected.values);
    probe.push_back(std::nullopt);
    Case made = integers(build, probe);
    made.specification.table = expected.choice;
    made.specification.threads = 3;
    auto budget = std::make_shared<MemoryBudget>();
    const TablePlan plan = build_join(made, budget, random)->table().key_table.plan();
    EXPECT_EQ(expected.array, plan.array) << plan.explanation;
    EXPECT_EQ(expected.window, plan.outside > 0) << plan.explanation;
    for (const JoinKind kind : {JoinKind::kFullOuter, JoinKind::kBuildAnti, JoinKind::kProbeSemi,
                                JoinKind::kMark, JoinKind::kCount}) {
      expect_right_as(made, kind, random);
    }
  }
  Case far = integers(keys_with_outliers(60'000, 10, 60'000), {1});
  far.specification.table = TableChoice::kConciseArray;
  EXPECT_THROW(build_join(far, std::make_shared<MemoryBudget>(), random), InvalidArgument);
}

TEST(OperatorTest, RowsOutsideOfAWindowHaveTheNumbersAfterThoseInside) {
  Random random(19);
  for (const TableChoice choice : {TableChoice::kAuto, TableChoice::kConciseArray}) {
    for (const unsigned threads : {1U, 3U}) {
      auto build = keys_with_outliers(12'000, 30, 12'000);
      auto probe = keys_with_outliers(5'000, 5, 12'000);
      for (int i = 0; i < 100; ++i) {
        build[random.below(build.size())] = std::nullopt;
        probe[random.below(probe.size())] = std::nullopt;
      }
      Case made = integers(build, probe);
      made.specification.table = choice;
      made.specification.threads = threads;
      made.specification.build_outputs = {1};
      made.specification.kind = JoinKind::kBuildOuter;
      const auto join = build_join(made, std::make_shared<MemoryBudget>(), random);
      EXPECT_GT(join->table().key_table.plan().outside, 300U);
      EXPECT_TRUE(join->table().unique);
      EXPECT_TRUE(join->table().key_table.ranked());
      for (const JoinKind kind :
           {JoinKind::kFullOuter, JoinKind::kBuildSemi, JoinKind::kBuildAnti, JoinKind::kInner}) {
        expect_right_as(made, kind, random);
      }
    }
  }
}

TEST(OperatorTest, DefaultsInKeysOfSeveralColumnsTakeNoBits) {
  Random random(15);
  Case made;
  made.build_shape = {{"l", ""}, {"l", ""}, {"i", ""}, {"u", ""}};
  made.probe_shape = made.build_shape;
  auto rows = [&](int64_t count) {
    Rows all;
    for (int64_t i = 0; i < count; ++i) {
      auto cell = [&](int64_t value, int64_t otherwise) {
        const uint64_t choice = random.below(20);
        return choice == 0 ? Cell() : choice < 3 ? Cell(otherwise) : Cell(value);
      };
      const int64_t number = static_cast<int64_t>(random.below(40));
      all.push_back(
          {cell(5'000'000'000 + number, std::numeric_limits<int64_t>::max()),
           cell(number % 8, random.below(2) == 0 ? std::numeric_limits<int64_t>::min() : -1),
           cell(1'000 + number % 4, std::numeric_limits<int32_t>::max()),
           "row " + std::to_string(i)});
    }
    return all;
  };
  for (const bool null_equal : {false, true}) {
    for (const unsigned threads : {1U, 2U, 4U, 7U}) {
      made.build = rows(3'000);
      made.probe = rows(500);
      Specification& specification = made.specification;
      specification.build = testing_rows::schema_of(made.build_shape);
      specification.probe = testing_rows::schema_of(made.probe_shape);
      specification.build_keys = {0, 1, 2};
      specification.probe_keys = {0, 1, 2};
      specification.null_equal = null_equal;
      specification.threads = threads;
      const auto join = build_join(made, std::make_shared<MemoryBudget>(), random);
      EXPECT_TRUE(join->table().codec.exact());
      EXPECT_LT(join->table().codec.greatest_code(), uint64_t{1} << 20);
      expect_right_in_all_kinds(made, random);
    }
  }
}

TEST(OperatorTest, ABudgetThatIsTooSmallIsSaidWithKeysFarFromTheOthersToo) {
  for (const auto& [rows, values] : {std::pair<int64_t, uint64_t>{4'000, 3}, {48'000, 48'000}}) {
    const Case made = integers(keys_with_outliers(rows, 40, values), {1'000, std::nullopt, 3});
    try_budgets(5, [&](const std::shared_ptr<MemoryBudget>& budget) {
      Random random(16);
      EXPECT_TRUE(build_join(made, budget, random)->table().key_table.plan().array);
    });
  }
}

TEST(OperatorTest, AJoinFindsOutWhetherAKeyComesTwice) {
  Random random(7);
  auto built = [&](const Case& made) {
    return build_join(made, std::make_shared<MemoryBudget>(), random);
  };
  std::vector<std::optional<int64_t>> keys;
  for (int64_t i = 0; i < 20'000; ++i) {
    keys.push_back(static_cast<int64_t>(mix64(static_cast<uint64_t>(i))));
  }
  for (const TableChoice table : {TableChoice::kConciseHash, TableChoice::kLinearProbing}) {
    auto join_of = [&] {
      Case made = integers(keys, {});
      made.specification.table = table;
      return built(made);
    };
    EXPECT_TRUE(join_of()->table().unique);
    // One repetition, wherever the first one is: in the array, displaced, or in overflow.
    for (size_t repeated = 0; repeated < keys.size(); repeated += 97) {
      keys.push_back(keys[repeated]);
      const auto join = join_of();
      ASSERT_FALSE(join->table().unique) << repeated;
      ASSERT_EQ(20'000U, join->table().distinct_keys);
      keys.pop_back();
    }
  }
}

// ---- buffered probes ----

/// Each row as text.
std::vector<std::string> in_order(const Rows& rows) {
  std::vector<std::string> texts;
  for (const Row& row : rows) {
    texts.push_back(testing_rows::exact_texts({row}).front());
  }
  return texts;
}

/// What each probe gives, in order, if its buffer has so many bytes, or is none.
std::vector<std::vector<std::string>> given_with(Case made, std::optional<uint64_t> buffer,
                                                 uint64_t seed) {
  made.specification.probe_mode = buffer ? ProbeMode::kBuffered : ProbeMode::kDirect;
  made.specification.probe_buffer = buffer.value_or(0);
  made.specification.check();
  Random random(seed);
  auto budget = std::make_shared<MemoryBudget>();
  std::vector<Rows> results;
  probe_in_turn(made, build_join(made, budget, random), random, results);
  EXPECT_EQ(0U, budget->used());
  std::vector<std::vector<std::string>> texts;
  for (const Rows& rows : results) {
    texts.push_back(in_order(rows));
  }
  return texts;
}

TEST(OperatorTest, BufferedProbesGiveWhatDirectOnesGiveInTheSameOrder) {
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  for (uint64_t round = 0; round < 40; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
    Random random(seed * 1000 + round);
    std::vector<const KeyTypes*> keys{&kKeyTypes[random.below(std::size(kKeyTypes))]};
    if (random.below(3) == 0) {
      keys.push_back(&kKeyTypes[random.below(std::size(kKeyTypes))]);
    }
    Case made = random_case(keys, random);
    for (const JoinKind kind : kKinds) {
      if (keys.size() > 1 && takes_one_key(kind)) {
        continue;
      }
      SCOPED_TRACE("kind " + std::to_string(static_cast<int>(kind)));
      give_all_columns(made, kind);
      const auto wanted = given_with(made, std::nullopt, round);
      // One row, some, more than a stride of codes, all of them.
      for (const uint64_t buffer : {0U, 29U * 7, 29U * 1'500, 1U << 20}) {
        ASSERT_EQ(wanted, given_with(made, buffer, round)) << buffer << " bytes";
      }
    }
  }
}

/// An array that counts when it is released.
ArrowArray counted(ArrowArray array, unsigned& releases) {
  struct Owner {
    ArrowArray array;
    unsigned& releases;
  };
  ArrowArray made = array;
  made.private_data = new Owner{array, releases};
  made.release = [](ArrowArray* released) {
    Owner* owner = static_cast<Owner*>(released->private_data);
    ++owner->releases;
    owner->array.release(&owner->array);
    delete owner;
    released->release = nullptr;
  };
  return made;
}

/// A probe with a buffer for so many rows of integers, and what becomes of its batches.
class WaitingBatches {
 public:
  explicit WaitingBatches(uint64_t buffer_rows, uint64_t limit = MemoryBudget::kUnlimited)
      : made_(integers({1, 2, 2, 3}, {1, 2, 3, 4, std::nullopt})),
        budget_(std::make_shared<MemoryBudget>(limit)) {
    give_all_columns(made_, JoinKind::kProbeOuter);
    made_.specification.probe_mode = ProbeMode::kBuffered;
    made_.specification.probe_buffer = 29 * buffer_rows;
    probe_ = std::make_unique<Probe>(build_join(made_, budget_, random_));
  }

  /// Adds rows [from, to).
  void add(size_t from, size_t to) {
    ArrowArray array = testing_rows::make_array(made_.probe_shape, made_.probe, from, to, random_);
    add(array);
  }

  void add(ArrowArray array) {
    ArrowArray given = counted(array, releases_);
    probe_->add(arrow::OwnedArray(given));
  }

  uint64_t read() {
    Rows rows;
    read_all(*probe_, made_.specification.result(), made_.specification, rows);
    return rows.size();
  }

  const Case& made() const { return made_; }
  Probe& probe() { return *probe_; }
  MemoryBudget& budget() { return *budget_; }
  unsigned releases() const { return releases_; }
  void close() { probe_.reset(); }

 private:
  Random random_{21};
  unsigned releases_ = 0;
  Case made_;
  std::shared_ptr<MemoryBudget> budget_;
  std::unique_ptr<Probe> probe_;
};

TEST(OperatorTest, BatchesWaitUntilTheBufferIsFull) {
  WaitingBatches waiting(7);
  waiting.add(0, 3);
  EXPECT_EQ(0U, waiting.read());
  waiting.add(0, 0);
  EXPECT_EQ(1U, waiting.releases()) << "a batch without rows";
  EXPECT_EQ(0U, waiting.read());
  waiting.add(0, 3);
  EXPECT_EQ(0U, waiting.read());
  EXPECT_EQ(1U, waiting.releases());
  // The first of these rows fills the buffer; the others wait.
  waiting.add(1, 5);
  EXPECT_THROW(waiting.add(0, 1), WrongState);
  EXPECT_EQ(2U, waiting.releases()) << "a batch that came too early";
  EXPECT_EQ(2U * 4 + 2, waiting.read());
  EXPECT_EQ(4U, waiting.releases());
  waiting.add(0, 1);
  EXPECT_EQ(0U, waiting.read());
  EXPECT_EQ(4U, waiting.releases());
  EXPECT_EQ(0U, waiting.probe().finish());
  EXPECT_EQ(4U, waiting.releases());
  EXPECT_EQ(4U, waiting.read());
  EXPECT_EQ(6U, waiting.releases());
  EXPECT_EQ(0U, waiting.read());
}

TEST(OperatorTest, BatchesThatWaitAreReleasedWithTheProbe) {
  // Without rows looked up, with some of them given, and with an end that nobody has asked for.
  for (const unsigned stage : {0U, 1U, 2U}) {
    WaitingBatches waiting(stage == 1 ? 7 : 100);
    waiting.add(0, 5);
    EXPECT_EQ(0U, waiting.read());
    waiting.add(0, 5);
    ArrowArray result{};
    if (stage == 1) {
      EXPECT_EQ(6U, waiting.probe().next(&result));
      result.release(&result);
    } else if (stage == 2) {
      EXPECT_EQ(0U, waiting.read());
      EXPECT_EQ(0U, waiting.probe().finish());
    }
    EXPECT_EQ(0U, waiting.releases());
    waiting.close();
    EXPECT_EQ(2U, waiting.releases()) << "stage " << stage;
    EXPECT_EQ(0U, waiting.budget().used());
  }
}

TEST(OperatorTest, ABatchThatIsRefusedLeavesThoseThatWait) {
  WaitingBatches waiting(100);
  waiting.add(0, 5);
  EXPECT_EQ(0U, waiting.read());
  Random random(22);
  ArrowArray forged =
      testing_rows::make_array(waiting.made().probe_shape, waiting.made().probe, 0, 5, random);
  forged.n_children = 1;
  EXPECT_THROW(waiting.add(forged), InvalidBatch);
  EXPECT_EQ(1U, waiting.releases());
  waiting.add(2, 5);
  EXPECT_EQ(0U, waiting.read());
  EXPECT_EQ(0U, waiting.probe().finish());
  EXPECT_EQ(6U + 3, waiting.read());
  EXPECT_EQ(3U, waiting.releases());
}

TEST(OperatorTest, RowsThatWaitAreLookedUpWhenThereIsMemoryAgain) {
  constexpr uint64_t kLimit = 1'000'000;
  for (const bool at_end : {false, true}) {
    WaitingBatches waiting(at_end ? 100 : 5, kLimit);
    waiting.add(0, 5);
    unsigned failures = 0;
    uint64_t given = 0;
    bool finished = false;
    for (uint64_t room = 0; given == 0; room += 64) {
      const uint64_t taken = kLimit - waiting.budget().used() - room;
      waiting.budget().reserve(MemoryUse::kBuffer, taken);
      try {
        given = waiting.read();
        if (at_end && !finished) {
          waiting.probe().finish();
          finished = true;
          given = waiting.read();
        }
      } catch (const BudgetExceeded&) {
        EXPECT_EQ(0U, waiting.releases());
        ++failures;
      }
      waiting.budget().release(MemoryUse::kBuffer, taken);
    }
    EXPECT_EQ(6U, given);
    EXPECT_GT(failures, 5U);
    EXPECT_EQ(1U, waiting.releases());
  }
}

TEST(OperatorTest, ABufferIsFullWithManySmallBatchesOrDecodedColumns) {
  WaitingBatches waiting(1'000'000);
  uint64_t given = 0;
  for (size_t batch = 0; batch < 5'000; ++batch) {
    waiting.add(batch % 5, batch % 5 + 1);
    given += waiting.read();
    ASSERT_EQ(given > 0 ? 4'096U : 0U, waiting.releases()) << batch;
  }
  EXPECT_GT(given, 4'096U);

  Random random(23);
  Case made = integers({1}, {});
  made.probe_shape[1].index = "i";
  for (int64_t row = 0; row < 200; ++row) {
    made.probe.push_back({row % 2, std::string(300, 'x') + std::to_string(row)});
  }
  made.specification.probe = testing_rows::schema_of(made.probe_shape);
  give_all_columns(made, JoinKind::kProbeSemi);
  made.specification.probe_mode = ProbeMode::kBuffered;
  made.specification.probe_buffer = 100'000;
  Probe probe(build_join(made, std::make_shared<MemoryBudget>(), random));
  Rows rows;
  probe.add(testing_rows::make_batch(made.probe_shape, made.probe, 0, 200, random));
  read_all(probe, made.specification.result(), made.specification, rows);
  EXPECT_EQ(0U, rows.size());
  probe.add(testing_rows::make_batch(made.probe_shape, made.probe, 0, 200, random));
  read_all(probe, made.specification.result(), made.specification, rows);
  EXPECT_EQ(200U, rows.size());
}

TEST(OperatorTest, ThreadsProbeAtOnce) {
  constexpr unsigned kThreads = 4;
  Random random(8);
  std::vector<std::optional<int64_t>> build;
  std::vector<std::optional<int64_t>> probe;
  for (int64_t i = 0; i < 4'000; ++i) {
    build.push_back(i % 3'000);
    probe.push_back(2 * i);
  }
  Case made = integers(build, probe);
  Specification& specification = made.specification;
  specification.kind = JoinKind::kFullOuter;
  specification.build_outputs = {0, 1};
  specification.probe_outputs = {0, 1};
  for (const auto& [mode, table] : std::initializer_list<std::pair<ProbeMode, TableChoice>>{
           {ProbeMode::kDirect, TableChoice::kAuto},
           {ProbeMode::kDirect, TableChoice::kLinearProbing},
           {ProbeMode::kBuffered, TableChoice::kAuto},
           {ProbeMode::kBuffered, TableChoice::kLinearProbing}}) {
    specification.table = table;
    specification.probe_mode = mode;
    specification.probe_buffer = mode == ProbeMode::kBuffered ? 10'000 : 0;
    auto join = build_join(made, std::make_shared<MemoryBudget>(), random);
    std::vector<std::unique_ptr<Probe>> probes;
    for (unsigned i = 0; i < kThreads; ++i) {
      probes.push_back(std::make_unique<Probe>(join));
    }
    std::vector<Rows> results(kThreads);
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        Random mine(i);
        const size_t from = probe.size() / kThreads * i;
        for (size_t at = from; at < from + probe.size() / kThreads; at += 100) {
          probes[i]->add(
              testing_rows::make_batch(made.probe_shape, made.probe, at, at + 100, mine));
          read_all(*probes[i], specification.result(), specification, results[i]);
        }
        probes[i]->finish();
        read_all(*probes[i], specification.result(), specification, results[i]);
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
    Rows all;
    for (const Rows& mine : results) {
      all.insert(all.end(), mine.begin(), mine.end());
    }
    EXPECT_EQ(testing_rows::exact_texts(
                  testing_rows::expected_rows(specification, made.build, made.probe)),
              testing_rows::exact_texts(all));
  }
}

TEST(OperatorTest, AProbeKeepsItsPlaceInTheOrderOfCalls) {
  Random random(9);
  Case made = integers({1, 2}, {1, 2});
  made.specification.build_outputs = {1};
  made.specification.kind = JoinKind::kBuildOuter;
  auto join = build_join(made, std::make_shared<MemoryBudget>(), random);
  auto batch = [&] {
    return testing_rows::make_batch(made.probe_shape, made.probe, 0, made.probe.size(), random);
  };
  auto probe = std::make_unique<Probe>(join);
  ArrowArray out{};
  EXPECT_EQ(0U, probe->next(&out));
  probe->add(batch());
  EXPECT_THROW(probe->add(batch()), WrongState);
  EXPECT_THROW(probe->finish(), WrongState);
  Rows result;
  read_all(*probe, made.specification.result(), made.specification, result);
  EXPECT_EQ(2U, result.size());
  {
    Probe other(join);
    EXPECT_EQ(1U, probe->finish());
    EXPECT_EQ(0U, probe->next(&out));
    // The other one goes without an end, and with it what was owed.
  }
  EXPECT_THROW(probe->finish(), WrongState);
  EXPECT_THROW(probe->add(batch()), WrongState);
  Probe last(join);
  EXPECT_EQ(0U, last.finish());
  EXPECT_EQ(0U, last.next(&out));
  EXPECT_THROW(Probe{join}, WrongState);
}

TEST(OperatorTest, ABudgetThatIsTooSmallIsSaidAndNothingIsLeft) {
  const KeyTypes& text = kKeyTypes[21];
  const KeyTypes& number = kKeyTypes[0];
  for (const std::vector<const KeyTypes*>& keys :
       std::initializer_list<std::vector<const KeyTypes*>>{{&number}, {&text}, {&number, &text}}) {
    for (const auto& [kind, mode] : std::initializer_list<std::pair<JoinKind, ProbeMode>>{
             {JoinKind::kFullOuter, ProbeMode::kDirect},
             {JoinKind::kFullOuter, ProbeMode::kBuffered},
             {JoinKind::kBuildAnti, ProbeMode::kBuffered},
             {JoinKind::kInner, ProbeMode::kDirect},
             {JoinKind::kMark, ProbeMode::kBuffered}}) {
      if (keys.size() > 1 && takes_one_key(kind)) {
        continue;
      }
      const TableChoice table =
          kind == JoinKind::kBuildAnti ? TableChoice::kLinearProbing : TableChoice::kAuto;
      uint64_t limit = 0;
      unsigned failures = 0;
      while (true) {
        Random random(11);
        Case made = random_case(keys, random);
        while (made.build.size() < 100 || made.probe.size() < 100) {
          made = random_case(keys, random);
        }
        Specification& specification = made.specification;
        specification.kind = kind;
        specification.table = table;
        specification.threads = 1;
        specification.probe_mode = mode;
        specification.probe_buffer = mode == ProbeMode::kBuffered ? 40 * 29 : 0;
        if (gives_build_rows(kind)) {
          specification.build_outputs = {0, 1};
        }
        if (gives_probe_rows(kind)) {
          specification.probe_outputs = {0, 1};
        }
        auto budget = std::make_shared<MemoryBudget>(limit);
        try {
          Rows result;
          probe_join(made, build_join(made, budget, random), random, result);
          EXPECT_EQ(testing_rows::exact_texts(
                        testing_rows::expected_rows(specification, made.build, made.probe)),
                    testing_rows::exact_texts(result));
          EXPECT_LE(budget->peak(), limit);
          EXPECT_EQ(0U, budget->used());
          break;
        } catch (const BudgetExceeded& e) {
          EXPECT_EQ(0U, budget->used());
          EXPECT_LE(budget->peak(), limit);
          ASSERT_GT(e.used() + e.wanted(), limit);
          // The least that lets this allocation pass.
          limit = e.used() + e.wanted();
          ++failures;
        }
      }
      EXPECT_GT(failures, 10U);
    }
  }
}

TEST(OperatorTest, ABatchThatIsRefusedLeavesTheBuildSideAsItWas) {
  Random random(12);
  Case made = integers({1, std::nullopt, 3, 3}, {1, 2, 3, std::nullopt});
  Specification& specification = made.specification;
  specification.kind = JoinKind::kFullOuter;
  specification.build_outputs = {0, 1};
  specification.probe_outputs = {0, 1};
  auto budget = std::make_shared<MemoryBudget>(150'000);
  BuildSide side(specification, *budget);
  const size_t half = made.build.size() / 2;
  side.add(testing_rows::make_batch(made.build_shape, made.build, 0, half, random));
  const Rows many(20'000, Row{int64_t{5}, int64_t{6}});
  EXPECT_THROW(side.add(testing_rows::make_batch(made.build_shape, many, 0, many.size(), random)),
               BudgetExceeded);
  side.add(testing_rows::make_batch(made.build_shape, made.build, half, made.build.size(), random));
  Rows result;
  probe_join(made, std::make_shared<BuiltJoin>(specification, budget, side.finish()), random,
             result);
  EXPECT_EQ(
      testing_rows::exact_texts(testing_rows::expected_rows(specification, made.build, made.probe)),
      testing_rows::exact_texts(result));
}

TEST(OperatorTest, ResultsOutliveTheJoin) {
  Random random(13);
  Case made = integers({1, 2, 3}, {1, 2, 3});
  made.specification.build_outputs = {0, 1};
  made.specification.probe_outputs = {1};
  ArrowArray out{};
  auto budget = std::make_shared<MemoryBudget>();
  {
    Probe probe(build_join(made, budget, random));
    probe.add(testing_rows::make_batch(made.probe_shape, made.probe, 0, 3, random));
    EXPECT_EQ(3U, probe.next(&out));
  }
  EXPECT_GT(budget->used(), 0U);
  // A receiver may keep one column and release the rest.
  ArrowArray column = *out.children[1];
  out.children[1]->release = nullptr;
  out.release(&out);
  EXPECT_EQ(3, column.length);
  column.release(&column);
  EXPECT_EQ(0U, budget->used());
}

TEST(SpecificationTest, WhatCannotBeIsRefusedWithItsName) {
  const Case made = integers({1}, {1});
  auto refusal = [&](auto change) {
    Specification changed = made.specification;
    change(changed);
    try {
      changed.check();
    } catch (const std::runtime_error& e) {
      return std::string(e.what());
    }
    return std::string("taken");
  };
  EXPECT_EQ("taken", refusal([](Specification&) {}));
  const auto expect = [&](const char* text, auto change) {
    EXPECT_NE(std::string::npos, refusal(change).find(text)) << refusal(change);
  };
  expect("0 key columns", [](Specification& s) { s.build_keys.clear(); });
  expect("2 key columns", [](Specification& s) { s.build_keys = {0, 1}; });
  expect("Key column 7 of the probe side", [](Specification& s) { s.probe_keys = {7}; });
  expect("Output column 2 of the build side", [](Specification& s) { s.build_outputs = {2}; });
  expect("which is never equal to column c2", [](Specification& s) { s.probe_keys = {1}; });
  expect("NOT IN and mark", [](Specification& s) {
    s.kind = JoinKind::kMark;
    s.build_keys = {0, 1};
    s.probe_keys = {0, 0};
  });
  expect("gives no rows of the build side", [](Specification& s) {
    s.kind = JoinKind::kProbeSemi;
    s.build_outputs = {0};
  });
  expect("gives no rows of the probe side", [](Specification& s) {
    s.kind = JoinKind::kCount;
    s.probe_outputs = {0};
  });
  expect("threads, not 0", [](Specification& s) { s.threads = 0; });
  expect("threads, not 5000", [](Specification& s) { s.threads = 5'000; });
  expect("rows, not 0", [](Specification& s) { s.batch_rows = 0; });
  expect("Direct probes have no buffer, but one of 5 bytes",
         [](Specification& s) { s.probe_buffer = 5; });
  expect("Column c2 of the build side has the format +l", [](Specification& s) {
    s.build[1].format = "+l";
    s.build_outputs = {1};
  });
  EXPECT_EQ("taken", refusal([](Specification& s) { s.build[1].format = "+l"; }));
}

}  // namespace
}  // namespace hail::join
