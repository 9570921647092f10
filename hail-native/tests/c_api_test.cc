// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/arrow/schema.h"
#include "hail/join/operator/image.h"
#include "hail_join.h"
#include "rows.h"

namespace hail {
namespace {

using testing_rows::Cell;
using testing_rows::Rows;
using testing_rows::Shape;

const Shape kBuildShape{{"l", ""}, {"u", ""}};
const Shape kProbeShape{{"i", ""}, {"g", ""}};

const Rows kBuild{{int64_t{1}, "one"}, {int64_t{2}, "two"}, {int64_t{2}, "zwei"}, {Cell(), "none"}};
const Rows kProbe{{int64_t{2}, 0.5}, {int64_t{3}, 1.5}, {Cell(), 2.5}};

struct ExportedSchema : ArrowSchema {
  explicit ExportedSchema(const Shape& shape) : ArrowSchema{} {
    arrow::export_schema(testing_rows::schema_of(shape), this);
  }
  ExportedSchema(const ExportedSchema&) = delete;
  ExportedSchema& operator=(const ExportedSchema&) = delete;
  ~ExportedSchema() { release(this); }
};

/// An array that the C interface may take.
ArrowArray give(const Shape& shape, const Rows& rows) {
  workload::Random random(rows.size());
  return testing_rows::make_array(shape, rows, 0, rows.size(), random);
}

class CApiTest : public testing::Test {
 protected:
  CApiTest() : build_schema_(kBuildShape), probe_schema_(kProbeShape) {
    options_.size = sizeof(options_);
    options_.keys = 1;
    options_.build_keys = &zero_;
    options_.probe_keys = &zero_;
    options_.build_outputs = 1;
    options_.build_output = &one_;
    options_.probe_outputs = 1;
    options_.probe_output = &one_;
    info_.size = sizeof(info_);
  }

  ~CApiTest() override { hail_join_close(join_); }

  int create() {
    hail_join_close(join_);
    return hail_join_create(&options_, &build_schema_, &probe_schema_, &join_, &error_);
  }

  int build(const Rows& rows) {
    ArrowArray batch = give(kBuildShape, rows);
    const int status = hail_join_build(join_, &batch, &error_);
    EXPECT_EQ(nullptr, batch.release);
    return status;
  }

  void build_all() {
    ASSERT_EQ(HAIL_OK, create()) << error_.message;
    ASSERT_EQ(HAIL_OK, build(kBuild)) << error_.message;
    ASSERT_EQ(HAIL_OK, hail_join_finish_build(join_, &info_, &error_)) << error_.message;
  }

  int add(hail_probe* probe, const Rows& rows) {
    ArrowArray batch = give(kProbeShape, rows);
    const int status = hail_probe_batch(probe, &batch, &error_);
    EXPECT_EQ(nullptr, batch.release);
    return status;
  }

  void read(hail_probe* probe, const arrow::Schema& schema, Rows& result) {
    while (true) {
      ArrowArray batch{};
      uint64_t rows = 0;
      ASSERT_EQ(HAIL_OK, hail_probe_next(probe, &batch, &rows, &error_)) << error_.message;
      if (rows == 0) {
        ASSERT_EQ(nullptr, batch.release);
        return;
      }
      for (testing_rows::Row& row : testing_rows::read_batch(batch, schema)) {
        result.push_back(std::move(row));
      }
    }
  }

  Rows run_probe(hail_join* join) {
    ArrowSchema exported{};
    EXPECT_EQ(HAIL_OK, hail_join_result_schema(join, &exported, &error_));
    const arrow::Schema schema = arrow::read_schema(exported, "result");
    exported.release(&exported);
    hail_probe* probe = nullptr;
    EXPECT_EQ(HAIL_OK, hail_probe_create(join, &probe, &error_));
    EXPECT_EQ(schema, result_schema(probe));
    return run_and_close(probe);
  }

  arrow::Schema result_schema(const hail_probe* probe) {
    ArrowSchema exported{};
    EXPECT_EQ(HAIL_OK, hail_probe_result_schema(probe, &exported, &error_)) << error_.message;
    const arrow::Schema schema = arrow::read_schema(exported, "result");
    exported.release(&exported);
    return schema;
  }

  Rows run_and_close(hail_probe* probe) {
    const arrow::Schema schema = result_schema(probe);
    Rows result;
    EXPECT_EQ(HAIL_OK, add(probe, kProbe));
    read(probe, schema, result);
    uint32_t others = 7;
    EXPECT_EQ(HAIL_OK, hail_probe_finish(probe, &others, &error_)) << error_.message;
    EXPECT_EQ(0U, others);
    read(probe, schema, result);
    hail_probe_close(probe);
    return result;
  }

  void expect_error(int wanted, const char* said, int status) {
    EXPECT_EQ(wanted, status) << error_.message;
    EXPECT_NE(std::string::npos, std::string(error_.message).find(said)) << error_.message;
  }

  const uint32_t zero_ = 0;
  const uint32_t one_ = 1;
  ExportedSchema build_schema_;
  ExportedSchema probe_schema_;
  hail_join_options options_{};
  hail_join_info info_{};
  hail_error error_{};
  hail_join* join_ = nullptr;
};

TEST_F(CApiTest, AnOuterJoinFromBatchesToBatches) {
  options_.kind = HAIL_FULL_OUTER;
  build_all();
  EXPECT_EQ(0, info_.unique);
  EXPECT_EQ(1, info_.exact_keys);
  EXPECT_EQ(4U, info_.rows);
  EXPECT_EQ(1U, info_.null_key_rows);
  EXPECT_EQ(2U, info_.distinct_keys);
  EXPECT_GT(info_.table_bytes, 0U);
  EXPECT_GE(info_.peak_bytes, info_.table_bytes);
  EXPECT_NE(nullptr, std::strstr(info_.explanation, "2 keys"));
  const Rows wanted{{0.5, "two"},  {0.5, "zwei"},   {1.5, Cell()},
                    {2.5, Cell()}, {Cell(), "one"}, {Cell(), "none"}};
  EXPECT_EQ(testing_rows::exact_texts(wanted), testing_rows::exact_texts(run_probe(join_)));
}

TEST_F(CApiTest, SchemasOfResultsAndProbesAreTold) {
  options_.kind = HAIL_MARK;
  options_.build_outputs = 0;
  options_.build_output = nullptr;
  ASSERT_EQ(HAIL_OK, create()) << error_.message;
  ArrowSchema exported{};
  ASSERT_EQ(HAIL_OK, hail_join_result_schema(join_, &exported, &error_));
  const arrow::Schema result = arrow::read_schema(exported, "result");
  exported.release(&exported);
  ASSERT_EQ(2U, result.size());
  EXPECT_EQ("c2", result[0].name);
  EXPECT_EQ("g", result[0].format);
  EXPECT_EQ("mark", result[1].name);
  EXPECT_EQ("b", result[1].format);
  EXPECT_TRUE(result[1].nullable());
  ASSERT_EQ(HAIL_OK, hail_join_probe_schema(join_, &exported, &error_));
  EXPECT_EQ(testing_rows::schema_of(kProbeShape), arrow::read_schema(exported, "probe"));
  exported.release(&exported);
}

TEST_F(CApiTest, AnImageIsMapped) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("hail-c-api-" + std::to_string(getpid())))
          .string();
  build_all();
  const Rows wanted = run_probe(join_);
  ASSERT_EQ(HAIL_OK, hail_join_save(join_, path.c_str(), &error_)) << error_.message;
  hail_join* mapped = nullptr;
  ASSERT_EQ(HAIL_OK, hail_join_map(path.c_str(), 1, &mapped, &error_)) << error_.message;
  EXPECT_EQ(testing_rows::exact_texts(wanted), testing_rows::exact_texts(run_probe(mapped)));
  hail_join_info info{};
  info.size = sizeof(info);
  EXPECT_EQ(HAIL_OK, hail_join_describe(mapped, &info, &error_));
  EXPECT_EQ(info_.rows, info.rows);
  EXPECT_STREQ(info_.explanation, info.explanation);
  ArrowArray batch = give(kBuildShape, kBuild);
  expect_error(HAIL_WRONG_STATE, "after finish_build", hail_join_build(mapped, &batch, &error_));
  EXPECT_EQ(nullptr, batch.release);
  expect_error(HAIL_WRONG_STATE, "mapped", hail_join_finish_build(mapped, nullptr, &error_));
  hail_join_close(mapped);
  hail_join* copy = nullptr;
  ASSERT_EQ(HAIL_OK, hail_join_read(path.c_str(), &copy, &error_)) << error_.message;
  std::filesystem::resize_file(path, 100);
  EXPECT_EQ(testing_rows::exact_texts(wanted), testing_rows::exact_texts(run_probe(copy)));
  hail_join_close(copy);
  expect_error(HAIL_BAD_IMAGE, path.c_str(), hail_join_read(path.c_str(), &copy, &error_));
  EXPECT_EQ(nullptr, copy);
  expect_error(HAIL_BAD_IMAGE, path.c_str(), hail_join_map(path.c_str(), 1, &mapped, &error_));
  EXPECT_EQ(nullptr, mapped);
  std::filesystem::remove(path);
  expect_error(HAIL_IO, path.c_str(), hail_join_map(path.c_str(), 1, &mapped, &error_));
}

TEST_F(CApiTest, EachJoinHasASeedOfItsOwnWhichItsImageKeeps) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("hail-c-api-" + std::to_string(getpid())))
          .string();
  auto saved_seed = [&] {
    EXPECT_EQ(HAIL_OK, hail_join_save(join_, path.c_str(), &error_)) << error_.message;
    const uint64_t seed = join::map_image(path, true)->specification().hash_seed;
    std::filesystem::remove(path);
    return seed;
  };
  build_all();
  const uint64_t first = saved_seed();
  EXPECT_EQ(first, saved_seed());
  build_all();
  EXPECT_NE(first, saved_seed());
}

TEST_F(CApiTest, ABufferedProbeGivesItsRowsAtTheEnd) {
  options_.kind = HAIL_PROBE_OUTER;
  build_all();
  const Rows wanted = run_probe(join_);
  options_.probe_mode = HAIL_PROBE_BUFFERED;
  // An eighth of the budget is a buffer of 172 rows.
  options_.memory_budget = 40'000;
  options_.batch_rows = 8;
  build_all();
  EXPECT_EQ(testing_rows::exact_texts(wanted), testing_rows::exact_texts(run_probe(join_)));
  hail_probe* probe = nullptr;
  ASSERT_EQ(HAIL_OK, hail_probe_create(join_, &probe, &error_));
  ArrowArray batch{};
  uint64_t rows = 0;
  for (unsigned batches = 1; batches <= 58; ++batches) {
    EXPECT_EQ(HAIL_OK, add(probe, kProbe));
    ASSERT_EQ(HAIL_OK, hail_probe_next(probe, &batch, &rows, &error_)) << error_.message;
    ASSERT_EQ(batches == 58, rows > 0);
  }
  batch.release(&batch);
  hail_probe_close(probe);
}

hail_star_options star_options(const uint32_t* output) {
  hail_star_options options{};
  options.size = sizeof(options);
  options.probe_outputs = 1;
  options.probe_output = output;
  return options;
}

TEST_F(CApiTest, AStarOfAJoinInMemoryAndAMappedOneOutlivesBoth) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("hail-c-api-" + std::to_string(getpid())))
          .string();
  build_all();
  ASSERT_EQ(HAIL_OK, hail_join_save(join_, path.c_str(), &error_)) << error_.message;
  hail_join* joins[2] = {};
  ASSERT_EQ(HAIL_OK, hail_join_map(path.c_str(), 1, &joins[0], &error_)) << error_.message;
  std::filesystem::remove(path);
  options_.kind = HAIL_PROBE_OUTER;
  options_.probe_mode = HAIL_PROBE_BUFFERED;
  build_all();
  joins[1] = join_;
  hail_star_options options = star_options(&one_);
  options.batch_rows = 1;
  hail_probe* star = nullptr;
  ASSERT_EQ(HAIL_OK, hail_star_probe_create(joins, 2, &options, &star, &error_)) << error_.message;
  hail_join_close(joins[0]);
  hail_join_close(join_);
  join_ = nullptr;
  const arrow::Schema schema = result_schema(star);
  ASSERT_EQ(3U, schema.size());
  EXPECT_EQ("g", schema[0].format);
  EXPECT_EQ("u", schema[1].format);
  EXPECT_EQ("u", schema[2].format);
  const Rows wanted{
      {0.5, "two", "two"}, {0.5, "two", "zwei"}, {0.5, "zwei", "two"}, {0.5, "zwei", "zwei"}};
  EXPECT_EQ(testing_rows::exact_texts(wanted), testing_rows::exact_texts(run_and_close(star)));
}

TEST_F(CApiTest, AStarWritesToMemoryOfTheCallerAndTellsItsCounts) {
  options_.build_output = &zero_;
  build_all();
  hail_star_options options = star_options(nullptr);
  options.probe_outputs = 0;
  options.row_numbers = 1;
  hail_probe* star = nullptr;
  ASSERT_EQ(HAIL_OK, hail_star_probe_create(&join_, 1, &options, &star, &error_)) << error_.message;
  ASSERT_EQ(HAIL_OK, add(star, kProbe));

  int64_t value = 0;
  uint8_t validity = 0;
  uint32_t number = 7;
  const hail_column column{&value, &validity};
  hail_rows to{};
  to.size = sizeof(to);
  to.columns = 1;
  to.capacity = 1;
  to.row_numbers = &number;
  to.column = &column;
  uint64_t rows = 0;
  for (int match = 0; match < 2; ++match) {
    ASSERT_EQ(HAIL_OK, hail_probe_next_into(star, &to, &rows, &error_)) << error_.message;
    EXPECT_EQ(1U, rows);
    EXPECT_EQ(0U, number);
    EXPECT_EQ(2, value);
    EXPECT_EQ(1, validity & 1);
  }
  ASSERT_EQ(HAIL_OK, hail_probe_next_into(star, &to, &rows, &error_)) << error_.message;
  EXPECT_EQ(0U, rows);

  hail_star_counts counts{};
  counts.size = sizeof(counts);
  ASSERT_EQ(HAIL_OK, hail_probe_counts(star, 0, &counts, &error_)) << error_.message;
  EXPECT_EQ(3U, counts.seen);
  EXPECT_EQ(1U, counts.passed);
  EXPECT_GT(counts.nanoseconds, 0U);

  const int wrong = HAIL_INVALID_ARGUMENT;
  expect_error(wrong, "none of number 1", hail_probe_counts(star, 1, &counts, &error_));
  expect_error(wrong, "to is a null", hail_probe_counts(star, 0, nullptr, &error_));
  counts.size = 3;
  expect_error(wrong, "hail_star_counts", hail_probe_counts(star, 0, &counts, &error_));
  expect_error(wrong, "to is a null", hail_probe_next_into(star, nullptr, &rows, &error_));
  expect_error(wrong, "rows is a null", hail_probe_next_into(star, &to, nullptr, &error_));
  to.column = nullptr;
  expect_error(wrong, "column is a null", hail_probe_next_into(star, &to, &rows, &error_));
  to.size = 3;
  expect_error(wrong, "hail_rows", hail_probe_next_into(star, &to, &rows, &error_));
  hail_probe_close(star);

  ASSERT_EQ(HAIL_OK, hail_probe_create(join_, &star, &error_));
  to.size = sizeof(to);
  expect_error(wrong, "not of a star", hail_probe_next_into(star, &to, &rows, &error_));
  expect_error(wrong, "not of a star", hail_probe_counts(star, 0, &counts, &error_));
  hail_probe_close(star);
}

TEST_F(CApiTest, CallersOfOlderStarOptionsGetNoRowNumbers) {
  build_all();
  hail_star_options options = star_options(&one_);
  options.size = offsetof(hail_star_options, row_numbers);
  options.row_numbers = 200;
  hail_probe* star = nullptr;
  ASSERT_EQ(HAIL_OK, hail_star_probe_create(&join_, 1, &options, &star, &error_)) << error_.message;
  EXPECT_EQ(2U, result_schema(star).size());
  hail_probe_close(star);
  options.size = sizeof(options);
  expect_error(HAIL_INVALID_ARGUMENT, "row_numbers is 200",
               hail_star_probe_create(&join_, 1, &options, &star, &error_));
}

TEST_F(CApiTest, StarsThatCannotBeAreRefused) {
  build_all();
  hail_join* joins[2] = {join_, join_};
  hail_probe* star = nullptr;
  hail_star_options options = star_options(&one_);
  auto expect_refused = [&](int status, const char* said, uint32_t count) {
    expect_error(status, said, hail_star_probe_create(joins, count, &options, &star, &error_));
    EXPECT_EQ(nullptr, star);
  };
  const int wrong = HAIL_INVALID_ARGUMENT;
  expect_refused(wrong, "not 0", 0);
  expect_refused(wrong, "not 4294967295", ~0U);
  options.size = 8;
  expect_refused(wrong, "size of hail_star_options is 8", 2);
  options = star_options(nullptr);
  expect_refused(wrong, "probe_output is a null pointer", 2);
  options.probe_outputs = ~0U;
  expect_refused(wrong, "probe_output has 4294967295 columns", 2);
  const uint32_t two = 2;
  options = star_options(&two);
  expect_refused(wrong, "Output column 2 of the probe side", 2);
  options = star_options(&one_);
  options.batch_rows = (1U << 24) + 1;
  expect_refused(wrong, "not 16777217", 2);
  options.batch_rows = 0;
  options.memory_budget = 10'000;
  expect_refused(HAIL_BUDGET_EXCEEDED, "Memory budget of 10000 bytes exceeded", 2);
  options.memory_budget = 0;
  joins[1] = nullptr;
  expect_refused(wrong, "joins", 2);
  joins[1] = join_;
  join_ = nullptr;
  ASSERT_EQ(HAIL_OK, create());
  joins[0] = join_;
  expect_refused(HAIL_WRONG_STATE, "not finished", 2);
  options_.kind = HAIL_FULL_OUTER;
  build_all();
  joins[0] = join_;
  expect_refused(wrong, "Join 0 of the star is of kind FULL_OUTER", 2);
  hail_join_close(joins[1]);
  joins[0] = nullptr;
  expect_error(wrong, "joins", hail_star_probe_create(nullptr, 1, &options, &star, &error_));
  expect_error(wrong, "options", hail_star_probe_create(joins, 1, nullptr, &star, &error_));
  expect_error(wrong, "probe", hail_star_probe_create(joins, 1, &options, nullptr, &error_));
  expect_error(wrong, "probe", hail_probe_result_schema(nullptr, nullptr, &error_));
}

TEST_F(CApiTest, BatchesOfTheBuildSideComeFromSeveralThreads) {
  constexpr int kThreads = 4;
  constexpr int kBatches = 50;
  ASSERT_EQ(HAIL_OK, create()) << error_.message;
  std::vector<std::thread> threads;
  std::atomic<int> refused = 0;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([this, &refused] {
      for (int i = 0; i < kBatches; ++i) {
        ArrowArray batch = give(kBuildShape, kBuild);
        refused += hail_join_build(join_, &batch, nullptr) != HAIL_OK;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(0, refused.load());
  ASSERT_EQ(HAIL_OK, hail_join_finish_build(join_, &info_, &error_)) << error_.message;
  EXPECT_EQ(uint64_t{kThreads} * kBatches * kBuild.size(), info_.rows);
  EXPECT_EQ(uint64_t{kThreads} * kBatches, info_.null_key_rows);
  EXPECT_EQ(2U, info_.distinct_keys);
  EXPECT_EQ(size_t{2} * kThreads * kBatches, run_probe(join_).size());
}

TEST_F(CApiTest, AJoinGoesWithTheLastOfItsProbes) {
  build_all();
  hail_probe* probe = nullptr;
  ASSERT_EQ(HAIL_OK, hail_probe_create(join_, &probe, &error_));
  hail_join_close(join_);
  join_ = nullptr;
  EXPECT_EQ(HAIL_OK, add(probe, kProbe));
  ArrowArray batch{};
  uint64_t rows = 0;
  EXPECT_EQ(HAIL_OK, hail_probe_next(probe, &batch, &rows, &error_));
  EXPECT_EQ(2U, rows);
  hail_probe_close(probe);
  batch.release(&batch);
}

TEST_F(CApiTest, OptionsThatCannotBeAreRefusedWithTheirNames) {
  const std::vector<std::pair<const char*, std::function<void(hail_join_options&)>>> wrong{
      {"size of hail_join_options is 5", [](auto& o) { o.size = 5; }},
      {"kind is 11", [](auto& o) { o.kind = 11; }},
      {"kind is -1", [](auto& o) { o.kind = -1; }},
      {"table is 4", [](auto& o) { o.table = 4; }},
      {"table is -9", [](auto& o) { o.table = -9; }},
      {"threads, not 4294967295", [](auto& o) { o.threads = ~0U; }},
      {"null_equal is 2", [](auto& o) { o.null_equal = 2; }},
      {"0 key columns", [](auto& o) { o.keys = 0; }},
      {"build_keys has 4294967295 columns", [](auto& o) { o.keys = ~0U; }},
      {"build_keys is a null pointer", [](auto& o) { o.build_keys = nullptr; }},
      {"probe_keys is a null pointer", [](auto& o) { o.probe_keys = nullptr; }},
      {"build_output is a null pointer", [](auto& o) { o.build_output = nullptr; }},
      {"probe_output is a null pointer", [](auto& o) { o.probe_output = nullptr; }},
      {"not 16777217", [](auto& o) { o.batch_rows = (1U << 24) + 1; }},
      {"probe_mode is 2", [](auto& o) { o.probe_mode = 2; }},
      {"probe_mode is -1", [](auto& o) { o.probe_mode = -1; }},
      {"Direct probes have no buffer", [](auto& o) { o.probe_buffer = 1; }},
      {"gives no rows of the build side", [](auto& o) { o.kind = HAIL_MARK; }},
      {"gives no rows of the probe side", [](auto& o) { o.kind = HAIL_BUILD_ANTI; }},
  };
  for (const auto& [said, change] : wrong) {
    const hail_join_options kept = options_;
    change(options_);
    expect_error(HAIL_INVALID_ARGUMENT, said, create());
    EXPECT_EQ(nullptr, join_);
    options_ = kept;
  }
  const uint32_t two = 2;
  options_.build_keys = &two;
  expect_error(HAIL_INVALID_ARGUMENT, "Key column 2 of the build side", create());
  options_.build_keys = &one_;
  expect_error(HAIL_INVALID_ARGUMENT, "which is never equal to", create());
  options_.build_keys = &zero_;
  ExportedSchema lists(Shape{{"l", ""}, {"+w:3", ""}});
  expect_error(HAIL_UNSUPPORTED_TYPE, "Column c2 of the build side has the format +w:3",
               hail_join_create(&options_, &lists, &probe_schema_, &join_, &error_));
}

TEST_F(CApiTest, NullPointersAreRefusedWithTheirNames) {
  ArrowSchema schema{};
  ArrowArray array{};
  hail_probe* probe = nullptr;
  uint64_t rows = 0;
  const int wrong = HAIL_INVALID_ARGUMENT;
  expect_error(wrong, "options",
               hail_join_create(nullptr, &build_schema_, &probe_schema_, &join_, &error_));
  expect_error(wrong, "build",
               hail_join_create(&options_, nullptr, &probe_schema_, &join_, &error_));
  expect_error(wrong, "probe",
               hail_join_create(&options_, &build_schema_, nullptr, &join_, &error_));
  expect_error(wrong, "join",
               hail_join_create(&options_, &build_schema_, &probe_schema_, nullptr, &error_));
  ArrowArray batch = give(kBuildShape, kBuild);
  expect_error(wrong, "join", hail_join_build(nullptr, &batch, &error_));
  EXPECT_EQ(nullptr, batch.release);
  expect_error(wrong, "batch", hail_join_build(nullptr, nullptr, &error_));
  expect_error(wrong, "join", hail_join_finish_build(nullptr, nullptr, &error_));
  expect_error(wrong, "join", hail_join_describe(nullptr, &info_, &error_));
  expect_error(wrong, "join", hail_join_result_schema(nullptr, &schema, &error_));
  expect_error(wrong, "join", hail_join_probe_schema(nullptr, &schema, &error_));
  expect_error(wrong, "join", hail_join_save(nullptr, "x", &error_));
  expect_error(wrong, "path", hail_join_map(nullptr, 1, &join_, &error_));
  expect_error(wrong, "join", hail_join_map("x", 1, nullptr, &error_));
  expect_error(wrong, "path", hail_join_read(nullptr, &join_, &error_));
  expect_error(wrong, "join", hail_join_read("x", nullptr, &error_));
  expect_error(wrong, "join", hail_probe_create(nullptr, &probe, &error_));
  batch = give(kProbeShape, kProbe);
  expect_error(wrong, "probe", hail_probe_batch(nullptr, &batch, &error_));
  EXPECT_EQ(nullptr, batch.release);
  expect_error(wrong, "probe", hail_probe_next(nullptr, &array, &rows, &error_));
  expect_error(wrong, "probe", hail_probe_finish(nullptr, nullptr, &error_));
  hail_join_close(nullptr);
  hail_probe_close(nullptr);
  // A caller that wants no message passes null.
  EXPECT_EQ(wrong, hail_join_describe(nullptr, nullptr, nullptr));
  build_all();
  expect_error(wrong, "probe", hail_probe_create(join_, nullptr, &error_));
  expect_error(wrong, "info", hail_join_describe(join_, nullptr, &error_));
  info_.size = 3;
  expect_error(wrong, "size of hail_join_info", hail_join_describe(join_, &info_, &error_));
  EXPECT_EQ(3U, info_.size);
}

TEST_F(CApiTest, CallsOutOfOrderAreRefused) {
  ASSERT_EQ(HAIL_OK, create()) << error_.message;
  hail_probe* probe = nullptr;
  expect_error(HAIL_WRONG_STATE, "not finished", hail_probe_create(join_, &probe, &error_));
  expect_error(HAIL_WRONG_STATE, "not finished", hail_join_describe(join_, &info_, &error_));
  expect_error(HAIL_WRONG_STATE, "not finished", hail_join_save(join_, "/tmp/x", &error_));
  ASSERT_EQ(HAIL_OK, build(kBuild));
  ASSERT_EQ(HAIL_OK, hail_join_finish_build(join_, nullptr, &error_));
  expect_error(HAIL_WRONG_STATE, "before", hail_join_finish_build(join_, nullptr, &error_));
  expect_error(HAIL_WRONG_STATE, "after finish_build", build(kBuild));
  ASSERT_EQ(HAIL_OK, hail_probe_create(join_, &probe, &error_));
  EXPECT_EQ(HAIL_OK, add(probe, kProbe));
  expect_error(HAIL_WRONG_STATE, "before all rows", add(probe, kProbe));
  expect_error(HAIL_WRONG_STATE, "before all rows", hail_probe_finish(probe, nullptr, &error_));
  hail_probe_close(probe);
}

TEST_F(CApiTest, ForgedBatchesLeaveTheJoinAsItWas) {
  ASSERT_EQ(HAIL_OK, create()) << error_.message;
  ASSERT_EQ(HAIL_OK, build(kBuild));
  ArrowArray batch = give(kBuildShape, kBuild);
  batch.n_children = 1;
  expect_error(HAIL_INVALID_BATCH, "has 1 columns, not 2", hail_join_build(join_, &batch, &error_));
  EXPECT_EQ(nullptr, batch.release);
  batch = give(kBuildShape, kBuild);
  batch.children[1]->length = 1;
  expect_error(HAIL_INVALID_BATCH, "Column c2 of a batch of the build side",
               hail_join_build(join_, &batch, &error_));
  ASSERT_EQ(HAIL_OK, hail_join_finish_build(join_, &info_, &error_));
  EXPECT_EQ(4U, info_.rows);
  hail_probe* probe = nullptr;
  ASSERT_EQ(HAIL_OK, hail_probe_create(join_, &probe, &error_));
  batch = give(kProbeShape, kProbe);
  batch.children[0]->buffers[1] = nullptr;
  expect_error(HAIL_INVALID_BATCH, "Column c1 of a batch of the probe side",
               hail_probe_batch(probe, &batch, &error_));
  EXPECT_EQ(nullptr, batch.release);
  hail_probe_close(probe);
  EXPECT_EQ(2U, run_probe(join_).size());
}

TEST_F(CApiTest, ABudgetThatIsTooSmallIsSaid) {
  options_.memory_budget = 4'000;
  ASSERT_EQ(HAIL_OK, create()) << error_.message;
  const Rows many(1'000, {int64_t{1}, "text"});
  expect_error(HAIL_BUDGET_EXCEEDED, "Memory budget of 4000 bytes exceeded", build(many));
  ASSERT_EQ(HAIL_OK, build(kBuild)) << error_.message;
  options_.memory_budget = 1'000;
  ASSERT_EQ(HAIL_OK, create()) << error_.message;
  ASSERT_EQ(HAIL_OK, build(kBuild)) << error_.message;
  expect_error(HAIL_BUDGET_EXCEEDED, "1000 bytes", hail_join_finish_build(join_, nullptr, &error_));
  expect_error(HAIL_WRONG_STATE, "before", hail_join_finish_build(join_, nullptr, &error_));
  expect_error(HAIL_WRONG_STATE, "", build(kBuild));
}

TEST_F(CApiTest, MessagesAreCutBetweenCharacters) {
  std::string name;
  while (name.size() < 3'000) {
    name += "\xc3\xa4";
  }
  expect_error(HAIL_IO, "Cannot open", hail_join_map(name.c_str(), 1, &join_, &error_));
  const std::string message = error_.message;
  EXPECT_GE(message.size(), 1'021U);
  EXPECT_LE(message.size(), 1'023U);
  EXPECT_EQ('\xa4', message.back());
}

}  // namespace
}  // namespace hail
