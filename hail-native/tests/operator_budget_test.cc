// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "budgets.h"
#include "hail/arrow/c_data.h"
#include "hail/join/operator/build_side.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/probe.h"
#include "hail/join/operator/specification.h"
#include "hail/laboratory/workload/random.h"
#include "hail/memory/budget.h"
#include "key_types.h"
#include "operator_cases.h"
#include "rows.h"

namespace hail::join {
namespace {

using testing_operators::build_join;
using testing_operators::Case;
using testing_operators::integers;
using testing_operators::keys_with_outliers;
using testing_operators::probe_join;
using testing_operators::random_case;
using testing_operators::takes_one_key;
using testing_rows::KeyTypes;
using testing_rows::kKeyTypes;
using testing_rows::Row;
using testing_rows::Rows;
using workload::Random;

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

TEST(OperatorTest, ABudgetThatIsTooSmallIsSaidWithKeysFarFromTheOthersToo) {
  for (const auto& [rows, values] : {std::pair<int64_t, uint64_t>{4'000, 3}, {48'000, 48'000}}) {
    const Case made = integers(keys_with_outliers(rows, 40, values), {1'000, std::nullopt, 3});
    try_budgets(5, [&](const std::shared_ptr<MemoryBudget>& budget) {
      Random random(16);
      EXPECT_TRUE(build_join(made, budget, random)->table().key_table.plan().array);
    });
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
