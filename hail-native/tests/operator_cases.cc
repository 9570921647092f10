// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "operator_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/join/operator/build_side.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/probe.h"
#include "hail/join/operator/specification.h"
#include "hail/join/table/hash.h"
#include "hail/laboratory/workload/random.h"
#include "hail/memory/budget.h"
#include "key_types.h"
#include "rows.h"

namespace hail::testing_operators {

using join::BuildSide;
using join::BuiltJoin;
using join::gives_build_rows;
using join::gives_probe_rows;
using join::JoinKind;
using join::mix64;
using join::Probe;
using join::ProbeMode;
using join::Specification;
using join::TableChoice;
using testing_rows::Cell;
using testing_rows::KeyTypes;
using testing_rows::random_rows;
using testing_rows::Row;
using testing_rows::Rows;
using testing_rows::Shape;
using workload::Random;

bool takes_one_key(JoinKind kind) {
  return kind == JoinKind::kNullAwareAnti || kind == JoinKind::kMark;
}

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
  // A limit on rows that keeps the number of matches small.
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

}  // namespace hail::testing_operators
