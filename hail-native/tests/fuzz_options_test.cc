// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "c_probe.h"
#include "fuzz.h"
#include "hail/arrow/c_data.h"
#include "hail/arrow/schema.h"
#include "hail_join.h"
#include "rows.h"

namespace hail {
namespace {

using testing_rows::Cell;
using testing_rows::ColumnShape;
using testing_rows::Rows;
using testing_rows::Shape;
using workload::Random;

struct ExportedSchema : ArrowSchema {
  explicit ExportedSchema(const arrow::Schema& schema) : ArrowSchema{} {
    arrow::export_schema(schema, this);
  }
  ExportedSchema(const ExportedSchema&) = delete;
  ExportedSchema& operator=(const ExportedSchema&) = delete;
  ~ExportedSchema() {
    if (release != nullptr) {
      release(this);
    }
  }
};

Shape random_shape(Random& random) {
  constexpr std::array<const char*, 20> kFormats{"c", "C",     "s",   "S",    "i",   "I",   "l",
                                                 "L", "f",     "g",   "b",    "u",   "U",   "z",
                                                 "Z", "d:9,2", "w:3", "w:11", "tdD", "tsu:"};
  Shape shape(1 + random.below(4));
  for (ColumnShape& column : shape) {
    // Often the same type, so that some are comparable.
    column.format = random.below(2) == 0 ? (random.below(2) == 0 ? "l" : "u")
                                         : kFormats[random.below(kFormats.size())];
    if (random.below(5) == 0) {
      column.index = std::string(1, "cCsSiIlL"[random.below(8)]);
    }
  }
  return shape;
}

Cell random_cell(const std::string& format, uint64_t values, Random& random) {
  if (random.below(8) == 0) {
    return {};
  }
  const uint64_t value = random.below(values);
  switch (format[0]) {
    case 'C':
    case 'S':
    case 'I':
    case 'L':
      return value;
    case 'b':
      return value % 2;
    case 'f':
    case 'g':
      return (static_cast<double>(value) - 3) / 2;
    case 'u':
    case 'U':
    case 'z':
    case 'Z':
      return std::string(value % 3, 'x') + std::to_string(value);
    case 'd': {
      std::string bytes(16, '\0');
      bytes[value % 16] = static_cast<char>(value + 1);
      return bytes;
    }
    case 'w': {
      std::string bytes(std::stoul(format.substr(2)), 'w');
      bytes[0] = static_cast<char>(value);
      return bytes;
    }
    default:
      return static_cast<int64_t>(value) - 3;
  }
}

Rows random_rows(const Shape& shape, Random& random) {
  Rows rows(random.below(40));
  const uint64_t values = 1 + random.below(40);
  for (testing_rows::Row& row : rows) {
    for (const ColumnShape& column : shape) {
      row.push_back(random_cell(column.format, values, random));
    }
  }
  return rows;
}

/// Returns random columns of a side that has `columns` of them. Some may be out of range.
std::vector<uint32_t> random_columns(size_t count, size_t columns, Random& random) {
  std::vector<uint32_t> chosen(count);
  for (uint32_t& column : chosen) {
    column = static_cast<uint32_t>(random.below(columns + (random.below(30) == 0)));
  }
  return chosen;
}

/// A join by the C interface, of options that may be nonsense.
struct RandomJoin {
  Shape build_shape;
  Shape probe_shape;
  Rows build;
  Rows probe;
  std::vector<uint32_t> build_keys;
  std::vector<uint32_t> probe_keys;
  std::vector<uint32_t> build_output;
  std::vector<uint32_t> probe_output;
  hail_join_options options{};

  explicit RandomJoin(Random& random)
      : build_shape(random_shape(random)),
        probe_shape(random.below(2) == 0 ? build_shape : random_shape(random)),
        build(random_rows(build_shape, random)),
        probe(random_rows(probe_shape, random)) {
    const size_t keys = 1 + random.below(3);
    build_keys = random_columns(keys, build_shape.size(), random);
    probe_keys =
        random.below(2) == 0 ? build_keys : random_columns(keys, probe_shape.size(), random);
    options.size = sizeof(options);
    options.kind = static_cast<int32_t>(random.below(11));
    const auto kind = static_cast<join::JoinKind>(options.kind);
    if (join::gives_build_rows(kind)) {
      build_output = random_columns(random.below(4), build_shape.size(), random);
    }
    if (join::gives_probe_rows(kind)) {
      probe_output = random_columns(random.below(4), probe_shape.size(), random);
    }
    options.table = static_cast<int32_t>(random.below(4));
    options.threads = static_cast<uint32_t>(random.below(4));
    options.memory_budget =
        random.below(3) == 0 ? random.below(uint64_t{1} << random.below(24)) : 0;
    options.null_equal = static_cast<uint8_t>(random.below(2));
    options.keys = static_cast<uint32_t>(keys);
    options.build_keys = build_keys.data();
    options.probe_keys = probe_keys.data();
    options.build_outputs = static_cast<uint32_t>(build_output.size());
    options.build_output = build_output.data();
    options.probe_outputs = static_cast<uint32_t>(probe_output.size());
    options.probe_output = probe_output.data();
    options.batch_rows = static_cast<uint32_t>(random.below(20));
    options.probe_mode = static_cast<int32_t>(random.below(2));
    if (options.probe_mode == HAIL_PROBE_BUFFERED && random.below(2) == 0) {
      options.probe_buffer = random.below(uint64_t{1} << random.below(12));
    }
  }

  /// Gives one option a value that the library can detect as wrong. It cannot detect more columns
  /// than the array has.
  void forge(Random& random) {
    auto any = [&](uint64_t close) { return static_cast<uint32_t>(fuzz::number(random, close)); };
    switch (random.below(14)) {
      case 0:
        options.size = any(options.size);
        break;
      case 1:
        options.kind = static_cast<int32_t>(any(HAIL_COUNT));
        break;
      case 2:
        options.table = static_cast<int32_t>(any(HAIL_LINEAR_PROBING));
        break;
      case 3:
        options.threads = 1025 + static_cast<uint32_t>(random.next() >> 33);
        break;
      case 4:
        options.memory_budget = fuzz::number(random, 10'000);
        break;
      case 5:
        options.null_equal = static_cast<uint8_t>(random.next());
        break;
      case 6:
        options.keys =
            random.below(2) == 0 ? 0 : ~uint32_t{0} - static_cast<uint32_t>(random.below(1'000));
        break;
      case 7:
        options.build_keys = nullptr;
        break;
      case 8:
        options.probe_keys = nullptr;
        break;
      case 9:
        options.build_output = nullptr;
        break;
      case 10:
        options.probe_output = nullptr;
        break;
      case 11:
        options.probe_mode = static_cast<int32_t>(any(HAIL_PROBE_BUFFERED));
        break;
      case 12:
        options.probe_buffer = random.next() >> random.below(64);
        break;
      default:
        options.batch_rows = any((uint32_t{1} << 24));
        break;
    }
  }

  /// What the options say, once they were taken.
  join::Specification specification() const {
    join::Specification told;
    told.kind = static_cast<join::JoinKind>(options.kind);
    told.null_equal = options.null_equal != 0;
    told.build = testing_rows::schema_of(build_shape);
    told.probe = testing_rows::schema_of(probe_shape);
    auto first = [](const std::vector<uint32_t>& columns, uint32_t count) {
      return std::vector<uint32_t>(columns.begin(), columns.begin() + count);
    };
    told.build_keys = first(build_keys, options.keys);
    told.probe_keys = first(probe_keys, options.keys);
    told.build_outputs = first(build_output, options.build_outputs);
    told.probe_outputs = first(probe_output, options.probe_outputs);
    return told;
  }
};

/// Runs a join that was created; returns a status that ended it.
int run(hail_join* join, const RandomJoin& made, Random& random, Rows& result, hail_error& error) {
  ArrowArray batch =
      testing_rows::make_array(made.build_shape, made.build, 0, made.build.size(), random);
  if (const int status = hail_join_build(join, &batch, &error); status != HAIL_OK) {
    return status;
  }
  if (const int status = hail_join_finish_build(join, nullptr, &error); status != HAIL_OK) {
    return status;
  }
  ArrowSchema exported{};
  EXPECT_EQ(HAIL_OK, hail_join_result_schema(join, &exported, &error));
  const arrow::Schema schema = arrow::read_schema(exported, "result");
  exported.release(&exported);
  hail_probe* probe = nullptr;
  if (const int status = hail_probe_create(join, &probe, &error); status != HAIL_OK) {
    return status;
  }
  auto read = [&] { return testing_rows::read_rows(probe, schema, result, error); };
  batch = testing_rows::make_array(made.probe_shape, made.probe, 0, made.probe.size(), random);
  int status = hail_probe_batch(probe, &batch, &error);
  if (status == HAIL_OK) {
    status = read();
  }
  if (status == HAIL_OK) {
    status = hail_probe_finish(probe, nullptr, &error);
  }
  if (status == HAIL_OK) {
    status = read();
  }
  hail_probe_close(probe);
  return status;
}

TEST(FuzzOptionsTest, OptionsAreRefusedOrJoinAsTheySay) {
  fuzz::Rounds rounds(3'000);
  while (rounds.next()) {
    SCOPED_TRACE(rounds.name());
    Random random = rounds.random();
    RandomJoin made(random);
    for (uint64_t forged = random.below(4); forged > 1; --forged) {
      made.forge(random);
    }
    const ExportedSchema build(testing_rows::schema_of(made.build_shape));
    const ExportedSchema probe(testing_rows::schema_of(made.probe_shape));
    hail_join* join = nullptr;
    hail_error error{};
    const int created = hail_join_create(&made.options, &build, &probe, &join, &error);
    if (created != HAIL_OK) {
      ASSERT_EQ(HAIL_INVALID_ARGUMENT, created) << error.message;
      ASSERT_EQ(nullptr, join);
      continue;
    }
    Rows result;
    const int status = run(join, made, random, result, error);
    hail_join_close(join);
    if (status == HAIL_OK) {
      const Rows wanted = testing_rows::expected_rows(made.specification(), made.build, made.probe);
      ASSERT_EQ(testing_rows::exact_texts(wanted), testing_rows::exact_texts(result));
    } else if (status == HAIL_BUDGET_EXCEEDED) {
      ASSERT_NE(0U, made.options.memory_budget) << error.message;
    } else {
      ASSERT_EQ(HAIL_INVALID_ARGUMENT, status) << error.message;
      ASSERT_EQ(HAIL_CONCISE_ARRAY, made.options.table) << error.message;
    }
  }
}

/// A copy of a schema with forged fields. The owner keeps the true pointers and releases them.
class ForgedSchema {
 public:
  explicit ForgedSchema(const arrow::Schema& schema) : owner_(schema), root_(owner_) {
    root_.release = [](ArrowSchema* released) { released->release = nullptr; };
    for (int64_t i = 0; i < owner_.n_children; ++i) {
      columns_.push_back(*owner_.children[i]);
      columns_.back().release = root_.release;
    }
    for (ArrowSchema& column : columns_) {
      pointers_.push_back(&column);
    }
    root_.children = pointers_.data();
  }

  const ArrowSchema* root() const { return &root_; }

  void forge(Random& random) {
    constexpr std::array<const char*, 4> kMetadata{"\xff\xff\xff\xff", "\0\0\0\0",
                                                   "\x01\0\0\0\xfe\xff\xff\xff", "\0\0\0\x80"};
    const size_t at = random.below(columns_.size() + 1);
    ArrowSchema& chosen = at == columns_.size() ? root_ : columns_[at];
    switch (random.below(9)) {
      case 0:
        chosen.format = nullptr;
        break;
      case 1:
        chosen.format = format(random);
        break;
      case 2:
        chosen.name = random.below(2) == 0 ? nullptr : "\xff\xfe name \xc3";
        break;
      case 3:
        chosen.metadata = kMetadata[random.below(kMetadata.size())];
        break;
      case 4:
        chosen.flags = static_cast<int64_t>(random.next());
        break;
      case 5:
        // Nobody can detect that there are fewer children than announced.
        chosen.n_children = random.below(2) == 0 ? -static_cast<int64_t>(1 + random.below(9))
                                                 : (int64_t{1} << (21 + random.below(40)));
        break;
      case 6:
        if (&chosen == &root_) {
          pointers_[random.below(pointers_.size())] = random.below(2) == 0 ? nullptr : &root_;
        } else {
          chosen.dictionary = random.below(2) == 0 ? &chosen : &columns_[0];
        }
        break;
      case 7:
        chosen.release = nullptr;
        break;
      default:
        chosen.children = nullptr;
        break;
    }
  }

 private:
  const char* format(Random& random) {
    constexpr std::string_view kLetters = "nbcCsSiIlLefguUzZwdt+:,0123456789-Dm\xff%";
    std::string& made = formats_[random.below(formats_.size())];
    made.clear();
    for (uint64_t left = random.below(12); left > 0; --left) {
      made += kLetters[random.below(kLetters.size())];
    }
    return made.c_str();
  }

  ExportedSchema owner_;
  ArrowSchema root_;
  std::vector<ArrowSchema> columns_;
  std::vector<ArrowSchema*> pointers_;
  std::array<std::string, 4> formats_;
};

TEST(FuzzOptionsTest, ForgedSchemasAreRefusedOrTaken) {
  fuzz::Rounds rounds(3'000);
  while (rounds.next()) {
    SCOPED_TRACE(rounds.name());
    Random random = rounds.random();
    const RandomJoin made(random);
    ForgedSchema build(testing_rows::schema_of(made.build_shape));
    ForgedSchema probe(testing_rows::schema_of(made.probe_shape));
    for (uint64_t forged = 1 + random.below(3); forged > 0; --forged) {
      (random.below(2) == 0 ? build : probe).forge(random);
    }
    hail_join* join = nullptr;
    hail_error error{};
    const int status = hail_join_create(&made.options, build.root(), probe.root(), &join, &error);
    if (status != HAIL_OK) {
      ASSERT_TRUE(status == HAIL_INVALID_ARGUMENT || status == HAIL_UNSUPPORTED_TYPE)
          << status << ": " << error.message;
      ASSERT_EQ(nullptr, join);
      continue;
    }
    ArrowSchema exported{};
    ASSERT_EQ(HAIL_OK, hail_join_probe_schema(join, &exported, &error)) << error.message;
    exported.release(&exported);
    const int finished = hail_join_finish_build(join, nullptr, &error);
    hail_join_close(join);
    ASSERT_TRUE(finished == HAIL_OK ||
                (finished == HAIL_BUDGET_EXCEEDED && made.options.memory_budget > 0) ||
                (finished == HAIL_INVALID_ARGUMENT && made.options.table == HAIL_CONCISE_ARRAY))
        << finished << ": " << error.message;
  }
}

}  // namespace
}  // namespace hail
