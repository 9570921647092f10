// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hail/errors.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/key_table.h"
#include "hail/join/operator/specification.h"
#include "hail/join/table/hash.h"
#include "hail/laboratory/workload/random.h"
#include "hail/memory/budget.h"
#include "key_types.h"
#include "operator_cases.h"
#include "rows.h"

namespace hail::join {
namespace {

using testing_operators::build_join;
using testing_operators::Case;
using testing_operators::different_keys;
using testing_operators::expect_right_as;
using testing_operators::expect_right_in_all_kinds;
using testing_operators::integers;
using testing_operators::keys_with_outliers;
using testing_operators::probe_join;
using testing_operators::random_case;
using testing_rows::Cell;
using testing_rows::KeyTypes;
using testing_rows::kKeyTypes;
using testing_rows::Rows;
using workload::Random;

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
  // Enough keys for several pieces of the table, and for rows grouped in several parts.
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
           // Outliers with so few values that codes can number them.
           {5'000, 100, 3, TableChoice::kAuto, true, false},
           {5'000, 100, 3, TableChoice::kConciseArray, true, false},
           {5'000, 100, 3, TableChoice::kConciseHash, false, false},
           // Outliers with more values, which go to overflow, or too many for overflow.
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

}  // namespace
}  // namespace hail::join
