// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/errors.h"
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
using testing_operators::different_keys;
using testing_operators::expect_right;
using testing_operators::expect_right_in_all_kinds;
using testing_operators::integers;
using testing_operators::kKinds;
using testing_operators::read_all;
using testing_rows::kKeyTypes;
using testing_rows::Rows;
using workload::Random;

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
    // The other probe is closed without an end, and the owed rows go with it.
  }
  EXPECT_THROW(probe->finish(), WrongState);
  EXPECT_THROW(probe->add(batch()), WrongState);
  Probe last(join);
  EXPECT_EQ(0U, last.finish());
  EXPECT_EQ(0U, last.next(&out));
  EXPECT_THROW(Probe{join}, WrongState);
}

}  // namespace
}  // namespace hail::join
