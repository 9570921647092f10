// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

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

bool is_variable(const std::string& format) {
  return format == "u" || format == "U" || format == "z" || format == "Z";
}

/// A batch with forged fields. Readers can detect each fault without knowing the lengths of
/// buffers.
class ForgedBatch {
 public:
  ForgedBatch(const Shape& shape, const Rows& rows, Random& random)
      : shape_(shape), owner_(testing_rows::make_array(shape, rows, 0, rows.size(), random)) {
    root_ = owner_;
    root_.release = [](ArrowArray* array) {
      ++static_cast<ForgedBatch*>(array->private_data)->released_;
      array->release = nullptr;
    };
    root_.private_data = this;
    columns_.resize(shape.size());
    dictionaries_.resize(shape.size());
    buffers_.resize(2 * shape.size());
    for (size_t i = 0; i < shape.size(); ++i) {
      copy(*owner_.children[i], columns_[i], buffers_[i]);
      ends_.push_back(columns_[i].offset + columns_[i].length);
      if (columns_[i].dictionary != nullptr) {
        copy(*columns_[i].dictionary, dictionaries_[i], buffers_[shape.size() + i]);
        dictionary_ends_.push_back(dictionaries_[i].offset + dictionaries_[i].length);
        columns_[i].dictionary = &dictionaries_[i];
      } else {
        dictionary_ends_.push_back(0);
      }
      pointers_.push_back(&columns_[i]);
    }
    root_.children = pointers_.data();
    root_buffers_ = {nullptr};
    root_.buffers = root_buffers_.data();
    given_ = true;
  }

  ~ForgedBatch() { owner_.release(&owner_); }

  ForgedBatch(const ForgedBatch&) = delete;
  ForgedBatch& operator=(const ForgedBatch&) = delete;

  ArrowArray* root() { return &root_; }
  bool given() const { return given_; }
  int released() const { return released_; }

  void forge(Random& random) {
    const size_t at = random.below(columns_.size() + 1);
    if (at == columns_.size()) {
      forge_root(random);
    } else if (columns_[at].dictionary == &dictionaries_[at] && random.below(2) == 0) {
      forge_array(dictionaries_[at], shape_[at].format, dictionary_ends_[at], random);
    } else {
      forge_array(columns_[at], shape_[at].index.empty() ? shape_[at].format : shape_[at].index,
                  ends_[at], random);
    }
  }

  /// Whether a reader that trusts the lengths would read past buffers, which nobody can detect.
  bool lies_about_buffers() const {
    using Wide = __int128;
    for (size_t i = 0; i < columns_.size(); ++i) {
      const Wide needed = Wide{columns_[i].offset} + root_.offset + root_.length;
      if (needed > ends_[i]) {
        const Wide told = Wide{root_.offset} + root_.length;
        if (columns_[i].length >= told) {
          return true;
        }
      }
      if (Wide{dictionaries_[i].offset} + dictionaries_[i].length > dictionary_ends_[i] &&
          dictionaries_[i].length >= 0 &&
          dictionaries_[i].length < std::numeric_limits<uint32_t>::max()) {
        return true;
      }
    }
    return false;
  }

 private:
  static void copy(const ArrowArray& from, ArrowArray& to, std::vector<const void*>& buffers) {
    to = from;
    to.release = [](ArrowArray* array) { array->release = nullptr; };
    to.private_data = nullptr;
    buffers.assign(from.buffers, from.buffers + from.n_buffers);
    to.buffers = buffers.data();
  }

  static int64_t length(int64_t close, Random& random) {
    if (close < -kMostRows || close > kMostRows) {
      close = 0;
    }
    switch (random.below(4)) {
      case 0:
        return -static_cast<int64_t>(1 + random.below(5));
      case 1:
        return std::numeric_limits<int64_t>::max() - static_cast<int64_t>(random.below(3));
      case 2:
        return std::numeric_limits<int64_t>::min();
      default:
        return close + static_cast<int64_t>(random.below(9)) - 4;
    }
  }

  void forge_root(Random& random) {
    switch (random.below(10)) {
      case 0:
        root_.length = length(root_.length, random);
        break;
      case 1:
        root_.offset = length(root_.offset, random);
        break;
      case 2:
        root_.n_children = length(root_.n_children, random);
        break;
      case 3:
        root_.children = nullptr;
        break;
      case 4:
        pointers_[random.below(pointers_.size())] = nullptr;
        break;
      case 5:
        root_.n_buffers = length(1, random);
        break;
      case 6:
        root_.buffers = nullptr;
        break;
      case 7:
        root_buffers_[0] = kBits.data();
        root_.null_count = static_cast<int64_t>(random.below(3)) - 1;
        break;
      case 8:
        root_.dictionary = &columns_[0];
        break;
      default:
        root_.release = nullptr;
        given_ = false;
        break;
    }
  }

  /// end: number of rows that really exist
  void forge_array(ArrowArray& array, const std::string& format, int64_t end, Random& random) {
    switch (random.below(11)) {
      case 0:
        array.length = length(array.length, random);
        break;
      case 1:
        array.offset = length(array.offset, random);
        break;
      case 2:
        array.null_count = length(array.length, random);
        break;
      case 3:
        array.n_buffers = length(array.n_buffers, random);
        break;
      case 4:
        array.buffers = nullptr;
        break;
      case 5:
        if (array.buffers != nullptr) {
          array.buffers[random.below(is_variable(format) ? 3 : 2)] = nullptr;
        }
        break;
      case 6:
        array.n_children = static_cast<int64_t>(random.next());
        break;
      case 7:
        array.dictionary = array.dictionary == nullptr ? &columns_[0] : nullptr;
        break;
      case 8:
        array.release = nullptr;
        break;
      default:
        if (array.buffers != nullptr && array.buffers[1] != nullptr && is_variable(format) &&
            array.length > 0 && array.length < kMostRows && array.offset >= 0 &&
            array.offset < kMostRows) {
          forge_offset(array, format == "U" || format == "Z", end, random);
        }
        break;
    }
  }

  /// Lowers an offset. It still leads to bytes that exist, if there are any.
  static void forge_offset(const ArrowArray& array, bool large, int64_t end, Random& random) {
    const int64_t wanted =
        array.offset + static_cast<int64_t>(random.below(static_cast<uint64_t>(array.length) + 1));
    const uint64_t at = static_cast<uint64_t>(std::min(wanted, end));
    auto change = [&]<class Offset>(Offset before) {
      uint8_t* place =
          const_cast<uint8_t*>(static_cast<const uint8_t*>(array.buffers[1])) + at * sizeof(Offset);
      std::memcpy(&before, place, sizeof(before));
      const Offset less =
          before < 0 ? before
                     : static_cast<Offset>(random.below(static_cast<uint64_t>(before) + 1));
      const std::array<Offset, 4> choices{-1, std::numeric_limits<Offset>::min(), 0, less};
      const Offset now = choices[random.below(choices.size())];
      std::memcpy(place, &now, sizeof(now));
    };
    if (large) {
      change(int64_t{});
    } else {
      change(int32_t{});
    }
  }

  static constexpr int64_t kMostRows = 100;
  static constexpr std::array<uint8_t, 64> kBits{0xff, 0xf7};

  const Shape shape_;
  ArrowArray owner_;
  ArrowArray root_{};
  std::vector<ArrowArray> columns_;
  std::vector<ArrowArray> dictionaries_;
  std::vector<std::vector<const void*>> buffers_;
  std::array<const void*, 1> root_buffers_{};
  std::vector<ArrowArray*> pointers_;
  /// Number of rows that really exist.
  std::vector<int64_t> ends_;
  std::vector<int64_t> dictionary_ends_;
  bool given_ = false;
  int released_ = 0;
};

const Shape kBuildShape{{"l", ""}, {"u", ""}, {"b", ""}, {"z", "c"}, {"g", ""}};
const Shape kProbeShape{{"i", ""}, {"U", ""}, {"u", "I"}, {"d:9,2", ""}};

Rows random_rows(const Shape& shape, Random& random) {
  Rows rows(1 + random.below(20));
  for (testing_rows::Row& row : rows) {
    for (const ColumnShape& column : shape) {
      Cell& cell = row.emplace_back();
      const uint64_t value = random.below(15);
      if (random.below(8) == 0) {
        continue;
      }
      if (is_variable(column.format)) {
        cell = std::string(value % 4, 'y') + std::to_string(value);
      } else if (column.format == "b") {
        cell = value % 2;
      } else if (column.format == "g") {
        cell = static_cast<double>(value);
      } else if (column.format.starts_with("d:")) {
        cell = std::string(16, static_cast<char>(value));
      } else {
        cell = static_cast<int64_t>(value);
      }
    }
  }
  return rows;
}

/// A join of both shapes by the C interface, with all columns in the result.
class Join {
 public:
  Join() {
    hail_join_options options{};
    options.size = sizeof(options);
    options.kind = HAIL_FULL_OUTER;
    options.keys = 2;
    options.build_keys = options.probe_keys = kColumns.data();
    options.build_outputs = static_cast<uint32_t>(kBuildShape.size());
    options.probe_outputs = static_cast<uint32_t>(kProbeShape.size());
    options.build_output = options.probe_output = kColumns.data();
    ArrowSchema build{};
    ArrowSchema probe{};
    arrow::export_schema(testing_rows::schema_of(kBuildShape), &build);
    arrow::export_schema(testing_rows::schema_of(kProbeShape), &probe);
    EXPECT_EQ(HAIL_OK, hail_join_create(&options, &build, &probe, &join_, &error_));
    build.release(&build);
    probe.release(&probe);
  }
  ~Join() {
    hail_probe_close(probe_);
    hail_join_close(join_);
  }
  Join(const Join&) = delete;
  Join& operator=(const Join&) = delete;

  int build(ArrowArray* batch) { return hail_join_build(join_, batch, &error_); }

  int finish_build() {
    const int status = hail_join_finish_build(join_, nullptr, &error_);
    return status == HAIL_OK ? hail_probe_create(join_, &probe_, &error_) : status;
  }

  int probe(ArrowArray* batch) { return hail_probe_batch(probe_, batch, &error_); }

  int finish_probe() { return hail_probe_finish(probe_, nullptr, &error_); }

  Rows read() {
    ArrowSchema exported{};
    EXPECT_EQ(HAIL_OK, hail_join_result_schema(join_, &exported, &error_));
    const arrow::Schema schema = arrow::read_schema(exported, "result");
    exported.release(&exported);
    Rows result;
    while (true) {
      ArrowArray batch{};
      uint64_t rows = 0;
      EXPECT_EQ(HAIL_OK, hail_probe_next(probe_, &batch, &rows, &error_)) << error_.message;
      if (rows == 0) {
        return result;
      }
      for (testing_rows::Row& row : testing_rows::read_batch(batch, schema)) {
        result.push_back(std::move(row));
      }
    }
  }

  static join::Specification specification() {
    join::Specification told;
    told.kind = join::JoinKind::kFullOuter;
    told.build_keys = told.probe_keys = {0, 1};
    told.build_outputs.assign(kColumns.begin(), kColumns.begin() + kBuildShape.size());
    told.probe_outputs.assign(kColumns.begin(), kColumns.begin() + kProbeShape.size());
    return told;
  }

  const char* message() const { return error_.message; }

 private:
  static constexpr std::array<uint32_t, 5> kColumns{0, 1, 2, 3, 4};

  hail_join* join_ = nullptr;
  hail_probe* probe_ = nullptr;
  hail_error error_{};
};

/// Gives a forged batch away. Returns whether it was taken.
bool give(ForgedBatch& forged, const Join& join, const std::function<int(ArrowArray*)>& to) {
  const int status = to(forged.root());
  EXPECT_EQ(nullptr, forged.root()->release);
  if (status != HAIL_OK) {
    EXPECT_EQ(HAIL_INVALID_BATCH, status) << join.message();
    EXPECT_EQ(forged.given() ? 1 : 0, forged.released()) << join.message();
  }
  return status == HAIL_OK;
}

void forge(ForgedBatch& batch, Random& random) {
  for (uint64_t left = 1 + random.below(2); left > 0; --left) {
    batch.forge(random);
  }
}

TEST(FuzzBatchTest, ForgedBatchesAreRefusedAndLeaveTheJoinAsItWas) {
  fuzz::Rounds rounds(4'000);
  while (rounds.next()) {
    SCOPED_TRACE(rounds.name());
    Random random = rounds.random();
    const Rows build = random_rows(kBuildShape, random);
    const Rows probe = random_rows(kProbeShape, random);
    ForgedBatch forged_build(kBuildShape, random_rows(kBuildShape, random), random);
    ForgedBatch forged_probe(kProbeShape, random_rows(kProbeShape, random), random);
    forge(forged_build, random);
    forge(forged_probe, random);
    if (forged_build.lies_about_buffers() || forged_probe.lies_about_buffers()) {
      continue;
    }
    bool taken = false;
    Rows result;
    {
      Join join;
      auto good = [&](const Shape& shape, const Rows& rows) {
        return testing_rows::make_array(shape, rows, 0, rows.size(), random);
      };
      taken |= give(forged_build, join, [&](ArrowArray* batch) { return join.build(batch); });
      ArrowArray batch = good(kBuildShape, build);
      ASSERT_EQ(HAIL_OK, join.build(&batch)) << join.message();
      ASSERT_EQ(HAIL_OK, join.finish_build()) << join.message();
      if (give(forged_probe, join, [&](ArrowArray* given) { return join.probe(given); })) {
        taken = true;
        join.read();
      }
      batch = good(kProbeShape, probe);
      ASSERT_EQ(HAIL_OK, join.probe(&batch)) << join.message();
      result = join.read();
      ASSERT_EQ(HAIL_OK, join.finish_probe()) << join.message();
      for (testing_rows::Row& row : join.read()) {
        result.push_back(std::move(row));
      }
    }
    ASSERT_EQ(forged_build.given() ? 1 : 0, forged_build.released());
    ASSERT_EQ(forged_probe.given() ? 1 : 0, forged_probe.released());
    if (!taken) {
      ASSERT_EQ(testing_rows::exact_texts(
                    testing_rows::expected_rows(Join::specification(), build, probe)),
                testing_rows::exact_texts(result));
    }
  }
}

}  // namespace
}  // namespace hail
