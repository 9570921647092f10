// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

// Results of stars in memory of the caller, with the numbers of probe rows.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "hail/arrow/column_view.h"
#include "hail/errors.h"
#include "hail/join/operator/build_side.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/star.h"
#include "hail/join/operator/star_probe.h"
#include "rows.h"
#include "star_cases.h"

namespace hail::join {
namespace {

using testing_rows::Row;
using testing_rows::Rows;
using testing_rows::Shape;
using testing_stars::Side;
using testing_stars::StarCase;
using workload::Random;

/// Memory for rows of a schema, and an array that reads it.
class Memory {
 public:
  Memory(arrow::Schema schema, uint64_t capacity) : schema_(std::move(schema)) {
    for (const arrow::Field& field : schema_) {
      const arrow::Type type = arrow::value_type(field, "result");
      // More than a byte for each bit, with something in it that must not stay.
      values_.emplace_back(capacity * std::max(type.width, 1U), uint8_t{0xa5});
      validity_.emplace_back(capacity, uint8_t{0xa5});
    }
    for (size_t i = 1; i < schema_.size(); ++i) {
      columns_.push_back({values_[i].data(), validity_[i].data()});
    }
    rows_ = {.capacity = capacity,
             .row_numbers = reinterpret_cast<uint32_t*>(values_[0].data()),
             .columns = columns_};
  }

  const StarRows& rows() const { return rows_; }

  Rows read(uint64_t rows) {
    std::vector<ArrowArray> arrays(schema_.size());
    std::vector<ArrowArray*> children;
    std::vector<const void*> buffers;
    buffers.reserve(2 * schema_.size());
    for (size_t i = 0; i < schema_.size(); ++i) {
      const uint8_t* validity = i == 0 ? nullptr : validity_[i].data();
      ArrowArray& array = arrays[i];
      array.length = static_cast<int64_t>(rows);
      for (uint64_t row = 0; row < rows && validity != nullptr; ++row) {
        array.null_count += arrow::test_bit(validity, row) ? 0 : 1;
      }
      buffers.push_back(validity);
      buffers.push_back(values_[i].data());
      array.n_buffers = 2;
      array.buffers = &buffers[2 * i];
      children.push_back(&array);
    }
    ArrowArray batch{};
    batch.length = static_cast<int64_t>(rows);
    batch.n_children = static_cast<int64_t>(children.size());
    batch.children = children.data();
    batch.release = [](ArrowArray* array) { array->release = nullptr; };
    return testing_rows::read_batch(batch, schema_);
  }

 private:
  arrow::Schema schema_;
  std::vector<std::vector<uint8_t>> values_;
  std::vector<std::vector<uint8_t>> validity_;
  std::vector<StarColumn> columns_;
  StarRows rows_{};
};

bool is_fixed(const Shape& shape, uint32_t column) {
  const arrow::Layout layout =
      arrow::value_type(testing_rows::schema_of(shape)[column], "result").layout;
  return layout == arrow::Layout::kFixed || layout == arrow::Layout::kBits;
}

/// Leaves out the columns whose values differ in width.
void keep_fixed(const Shape& shape, std::vector<uint32_t>& outputs) {
  std::erase_if(outputs, [&](uint32_t column) { return !is_fixed(shape, column); });
}

Star star_of(const StarCase& made, Random& random) {
  Star star;
  for (const Side& side : made.sides) {
    side.specification.check();
    auto budget = std::make_shared<MemoryBudget>();
    BuildSide building(side.specification, *budget);
    building.add(testing_rows::make_batch(side.shape, side.rows, 0, side.rows.size(), random));
    star.joins.push_back(
        std::make_shared<BuiltJoin>(side.specification, budget, building.finish()));
  }
  star.probe_outputs = made.probe_outputs;
  star.row_numbers = true;
  star.batch_rows = made.batch_rows;
  star.check();
  return star;
}

/// Probes with batches of any size, checks the row numbers, and returns the other columns.
Rows run(const StarCase& made, const Star& star, Random& random) {
  StarProbe probe(star, std::make_shared<MemoryBudget>());
  Memory memory(star.result(), 1 + random.below(200));
  Rows result;
  for (size_t from = 0; from < made.probe.size();) {
    const size_t to = std::min(made.probe.size(), from + random.below(made.probe.size() + 1));
    probe.add(testing_rows::make_batch(made.probe_shape, made.probe, from, to, random));
    while (const uint64_t rows = probe.next_into(memory.rows())) {
      for (Row& row : memory.read(rows)) {
        const uint64_t number = std::get<uint64_t>(row[0]);
        EXPECT_LT(number, to - from);
        for (size_t i = 0; i < made.probe_outputs.size() && number < to - from; ++i) {
          EXPECT_EQ(testing_rows::exact_text(made.probe[from + number][made.probe_outputs[i]]),
                    testing_rows::exact_text(row[1 + i]));
        }
        result.emplace_back(row.begin() + 1, row.end());
      }
    }
    from = to;
  }
  EXPECT_EQ(0U, probe.finish());
  EXPECT_EQ(0U, probe.next_into(memory.rows()));
  return result;
}

TEST(StarRowsTest, RandomStars) {
  const uint64_t seed = static_cast<uint64_t>(testing::UnitTest::GetInstance()->random_seed());
  size_t columns = 0;
  for (uint64_t round = 0; round < 400; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
    Random random(seed * 1000 + round);
    StarCase made = testing_stars::random_star(random);
    keep_fixed(made.probe_shape, made.probe_outputs);
    columns += made.probe_outputs.size();
    for (Side& side : made.sides) {
      keep_fixed(side.shape, side.specification.build_outputs);
      columns += side.specification.build_outputs.size();
    }
    const Star star = star_of(made, random);
    EXPECT_EQ(testing_rows::exact_texts(testing_stars::expected_rows(made)),
              testing_rows::exact_texts(run(made, star, random)));
    if (testing::Test::HasFailure()) {
      return;
    }
  }
  EXPECT_GT(columns, 400U);
}

/// A star of one join, whose result has row numbers, an integer and a text.
StarCase with_text() {
  StarCase made;
  made.probe_shape = {{"i", ""}, {"u", ""}};
  made.probe = {{int64_t{1}, "one"}, {int64_t{2}, "two"}, {int64_t{1}, "uno"}};
  made.probe_outputs = {0, 1};
  Side side;
  side.shape = {{"i", ""}};
  side.rows = {{int64_t{1}}};
  side.specification.kind = JoinKind::kProbeSemi;
  side.specification.build_keys = {0};
  side.specification.probe_keys = {0};
  testing_stars::complete(side, made);
  made.sides = {side};
  return made;
}

void expect_refused(StarProbe& probe, const StarRows& to, const std::string& said) {
  try {
    probe.next_into(to);
    FAIL() << "not refused: " << said;
  } catch (const InvalidArgument& e) {
    EXPECT_NE(std::string::npos, std::string(e.what()).find(said)) << e.what();
  }
}

TEST(StarRowsTest, MemoryThatDoesNotFitIsRefusedAndNoRowIsLost) {
  Random random(14);
  StarCase made = with_text();
  {
    const Star star = star_of(made, random);
    StarProbe probe(star, std::make_shared<MemoryBudget>());
    uint8_t memory[64];
    const StarColumn column{memory, memory};
    const StarColumn columns[] = {column, column};
    uint32_t numbers[8];
    expect_refused(probe, {.capacity = 8, .row_numbers = numbers, .columns = columns},
                   "Column 1 of the result has the type `u'");
  }
  made.probe_outputs = {0};
  const Star star = star_of(made, random);
  StarProbe probe(star, std::make_shared<MemoryBudget>());
  probe.add(testing_rows::make_batch(made.probe_shape, made.probe, 0, 3, random));
  Memory memory(star.result(), 8);
  StarRows rows = memory.rows();
  rows.capacity = 0;
  expect_refused(probe, rows, "room for none");
  rows = memory.rows();
  rows.row_numbers = nullptr;
  expect_refused(probe, rows, "none for row numbers");
  rows = memory.rows();
  rows.columns = {};
  expect_refused(probe, rows, "has 0 columns, the result 1");
  const StarColumn no_values{nullptr, nullptr};
  rows.columns = {&no_values, 1};
  expect_refused(probe, rows, "Column 0 of the result has no memory for values");
  uint8_t values[64];
  const StarColumn no_validity{values, nullptr};
  rows.columns = {&no_validity, 1};
  expect_refused(probe, rows, "may be NULL and has no memory for validity");

  ASSERT_EQ(2U, probe.next_into(memory.rows()));
  const Rows result = memory.read(2);
  EXPECT_EQ(0U, std::get<uint64_t>(result[0][0]));
  EXPECT_EQ(2U, std::get<uint64_t>(result[1][0]));
}

TEST(StarRowsTest, BatchesHaveRowNumbersToo) {
  Random random(15);
  const StarCase made = with_text();
  const Star star = star_of(made, random);
  StarProbe probe(star, std::make_shared<MemoryBudget>());
  probe.add(testing_rows::make_batch(made.probe_shape, made.probe, 0, 3, random));
  ArrowArray batch{};
  ASSERT_EQ(2U, probe.next(&batch));
  const Rows result = testing_rows::read_batch(batch, star.result());
  EXPECT_EQ("row", star.result()[0].name);
  EXPECT_EQ(0U, std::get<uint64_t>(result[0][0]));
  EXPECT_EQ("one", std::get<std::string>(result[0][2]));
  EXPECT_EQ(2U, std::get<uint64_t>(result[1][0]));
  EXPECT_EQ("uno", std::get<std::string>(result[1][2]));
}

TEST(StarRowsTest, CountsTellRowsAndTime) {
  Random random(16);
  const StarCase made = with_text();
  const Star star = star_of(made, random);
  StarProbe probe(star, std::make_shared<MemoryBudget>());
  EXPECT_EQ(0U, probe.counts()[0].nanoseconds);
  probe.add(testing_rows::make_batch(made.probe_shape, made.probe, 0, 3, random));
  ArrowArray batch{};
  ASSERT_EQ(2U, probe.next(&batch));
  testing_rows::read_batch(batch, star.result());
  EXPECT_EQ(3U, probe.counts()[0].seen);
  EXPECT_GT(probe.counts()[0].nanoseconds, 0U);
}

}  // namespace
}  // namespace hail::join
