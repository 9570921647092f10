// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/arrow/batch.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "hail/arrow/result.h"
#include "hail/arrow/schema.h"
#include "hail/errors.h"

namespace hail::arrow {
namespace {

/// A batch of three rows: an integer, a text and a text in a dictionary. A test may forge any part
/// before it gives the batch away.
struct Forged {
  std::array<int32_t, 3> integers{1, 2, 3};
  std::array<int32_t, 4> offsets{0, 1, 1, 3};
  std::string bytes = "abc";
  std::array<int8_t, 3> indexes{1, 0, 1};
  std::array<int32_t, 3> value_offsets{0, 1, 3};
  std::string values = "xyz";
  uint8_t validity = 0xff;

  std::array<const void*, 2> integer_buffers{nullptr, integers.data()};
  std::array<const void*, 3> text_buffers{nullptr, offsets.data(), bytes.data()};
  std::array<const void*, 2> index_buffers{nullptr, indexes.data()};
  std::array<const void*, 3> value_buffers{nullptr, value_offsets.data(), values.data()};
  std::array<const void*, 1> batch_buffers{nullptr};

  ArrowArray integer{};
  ArrowArray text{};
  ArrowArray dictionary{};
  ArrowArray coded{};
  std::array<ArrowArray*, 3> children{&integer, &text, &coded};
  ArrowArray batch{};
  int released = 0;

  Forged() {
    auto fill = [](ArrowArray& array, int64_t length, auto& buffers) {
      array.length = length;
      array.n_buffers = static_cast<int64_t>(buffers.size());
      array.buffers = buffers.data();
      array.release = [](ArrowArray* released_array) { released_array->release = nullptr; };
    };
    fill(integer, 3, integer_buffers);
    fill(text, 3, text_buffers);
    fill(dictionary, 2, value_buffers);
    fill(coded, 3, index_buffers);
    fill(batch, 3, batch_buffers);
    coded.dictionary = &dictionary;
    batch.n_children = 3;
    batch.children = children.data();
    batch.private_data = this;
    batch.release = [](ArrowArray* array) {
      ++static_cast<Forged*>(array->private_data)->released;
      array->release = nullptr;
    };
  }
  Forged(const Forged&) = delete;
  Forged& operator=(const Forged&) = delete;
};

Schema forged_schema() {
  Schema schema(3);
  schema[0].name = "integer";
  schema[0].format = "i";
  schema[1].name = "text";
  schema[1].format = "u";
  schema[2].name = "coded";
  schema[2].format = "c";
  schema[2].dictionary.resize(1);
  schema[2].dictionary[0].format = "u";
  return schema;
}

Batch read(Forged& forged, MemoryBudget& budget) {
  constexpr std::array<uint32_t, 3> kAll{0, 1, 2};
  return Batch(OwnedArray(forged.batch), forged_schema(), kAll, "build", budget);
}

TEST(BatchTest, ColumnsAreReadAndReleasedWithTheBatch) {
  MemoryBudget budget;
  Forged forged;
  {
    const Batch batch = read(forged, budget);
    EXPECT_EQ(nullptr, forged.batch.release);
    EXPECT_EQ(3U, batch.rows());
    EXPECT_EQ(2, load<int32_t>(batch.column(0).fixed(1), 0));
    EXPECT_EQ("a", batch.column(1).text(0));
    EXPECT_EQ("", batch.column(1).text(1));
    EXPECT_EQ("bc", batch.column(1).text(2));
    EXPECT_EQ("yz", batch.column(2).text(0));
    EXPECT_EQ("x", batch.column(2).text(1));
    EXPECT_EQ(0, forged.released);
  }
  EXPECT_EQ(1, forged.released);
  EXPECT_EQ(0U, budget.used());
}

TEST(BatchTest, OffsetsOfTheBatchAndOfColumnsAddUp) {
  MemoryBudget budget;
  Forged forged;
  forged.batch.offset = 1;
  forged.batch.length = 1;
  forged.integer.offset = 1;
  forged.integer.length = 2;
  const Batch batch = read(forged, budget);
  EXPECT_EQ(1U, batch.rows());
  EXPECT_EQ(3, load<int32_t>(batch.column(0).fixed(0), 0));
  EXPECT_EQ("", batch.column(1).text(0));
  EXPECT_EQ("x", batch.column(2).text(0));
}

TEST(BatchTest, NullsThatNobodyCountedAreFoundWhereverTheyAre) {
  constexpr std::array<uint32_t, 1> kFirst{0};
  constexpr int64_t kRows = 200;
  std::vector<int32_t> values(kRows + 70);
  for (int64_t offset = 0; offset < 70; offset += 3) {
    for (int64_t null = -1; null < kRows; ++null) {
      // NULLs before and after the rows must not count.
      std::vector<uint8_t> validity((kRows + 70) / 8 + 1);
      for (int64_t row = 0; row < kRows; ++row) {
        const auto at = static_cast<size_t>(offset + row);
        validity[at / 8] =
            static_cast<uint8_t>(validity[at / 8] | (row != null ? 1U << at % 8 : 0U));
      }
      MemoryBudget budget;
      Forged forged;
      forged.batch.length = kRows;
      forged.integer.length = kRows;
      forged.integer.offset = offset;
      forged.integer.null_count = -1;
      forged.integer_buffers = {validity.data(), values.data()};
      const Batch batch(OwnedArray(forged.batch), forged_schema(), kFirst, "build", budget);
      ASSERT_EQ(null < 0, batch.column(0).validity == nullptr) << offset << ", " << null;
      if (null >= 0) {
        ASSERT_TRUE(batch.column(0).is_null(static_cast<uint64_t>(null)));
      }
    }
  }
}

TEST(BatchTest, ABatchWithoutRowsNeedsNoBuffers) {
  MemoryBudget budget;
  Forged forged;
  forged.batch.length = 0;
  for (ArrowArray* column : forged.children) {
    column->length = 0;
  }
  forged.integer_buffers[1] = nullptr;
  forged.text_buffers = {};
  forged.index_buffers = {};
  forged.value_buffers = {};
  forged.dictionary.length = 0;
  EXPECT_EQ(0U, read(forged, budget).rows());
}

TEST(BatchTest, ForgedBatchesAreRefusedAndReleased) {
  struct Forgery {
    const char* said;
    std::function<void(Forged&)> forge;
  };
  const std::vector<Forgery> forgeries{
      {"length -1", [](Forged& f) { f.batch.length = -1; }},
      {"offset -1", [](Forged& f) { f.batch.offset = -1; }},
      {"and offset 9223372036854775807",
       [](Forged& f) { f.batch.offset = std::numeric_limits<int64_t>::max(); }},
      {"more than 32 bits count", [](Forged& f) { f.batch.length = int64_t{1} << 33; }},
      {"has 2 columns", [](Forged& f) { f.batch.n_children = 2; }},
      {"has -1 columns", [](Forged& f) { f.batch.n_children = -1; }},
      {"null pointer", [](Forged& f) { f.batch.children = nullptr; }},
      {"integer of a batch of the build side is a null pointer",
       [](Forged& f) { f.children[0] = nullptr; }},
      {"has been released", [](Forged& f) { f.text.release = nullptr; }},
      {"has 0 buffers", [](Forged& f) { f.batch.n_buffers = 0; }},
      {"has a dictionary", [](Forged& f) { f.batch.dictionary = &f.dictionary; }},
      {"NULL as a whole, row 1",
       [](Forged& f) {
         f.validity = 0b101;
         f.batch.null_count = -1;
         f.batch_buffers[0] = &f.validity;
       }},
      {"has 2 rows, not 3", [](Forged& f) { f.integer.length = 2; }},
      {"has 3 rows, not 4", [](Forged& f) { f.batch.offset = 1; }},
      {"length -3", [](Forged& f) { f.integer.length = -3; }},
      {"offset -3", [](Forged& f) { f.integer.offset = -3; }},
      {"and offset 9223372036854775807",
       [](Forged& f) { f.text.offset = std::numeric_limits<int64_t>::max(); }},
      {"has 3 buffers, not 2", [](Forged& f) { f.integer.n_buffers = 3; }},
      {"has 2 buffers, not 3", [](Forged& f) { f.text.n_buffers = 2; }},
      {"null pointer to them", [](Forged& f) { f.integer.buffers = nullptr; }},
      {"null count of 4", [](Forged& f) { f.integer.null_count = 4; }},
      {"null count of -2", [](Forged& f) { f.integer.null_count = -2; }},
      {"no validity buffer", [](Forged& f) { f.integer.null_count = 1; }},
      {"null pointer to its values", [](Forged& f) { f.integer_buffers[1] = nullptr; }},
      {"null pointer to its offsets", [](Forged& f) { f.text_buffers[1] = nullptr; }},
      {"null pointer to its bytes", [](Forged& f) { f.text_buffers[2] = nullptr; }},
      {"negative offset -1", [](Forged& f) { f.offsets[0] = -1; }},
      {"descend, from 5 to 1 in row 1", [](Forged& f) { f.offsets[1] = 5; }},
      {"1 children", [](Forged& f) { f.integer.n_children = 1; }},
      {"does not announce", [](Forged& f) { f.integer.dictionary = &f.dictionary; }},
      {"has no dictionary", [](Forged& f) { f.coded.dictionary = nullptr; }},
      {"index in row 2 beyond its dictionary of 2", [](Forged& f) { f.indexes[2] = 2; }},
      {"index in row 0 beyond", [](Forged& f) { f.indexes[0] = -1; }},
      {"dictionary of: Column coded", [](Forged& f) { f.dictionary.length = -1; }},
      {"has a dictionary", [](Forged& f) { f.dictionary.dictionary = &f.dictionary; }},
      {"descend", [](Forged& f) { f.value_offsets[1] = 100; }},
      {"The batch of the build side has been released",
       [](Forged& f) { f.batch.release = nullptr; }},
  };
  for (const Forgery& forgery : forgeries) {
    MemoryBudget budget;
    Forged forged;
    forgery.forge(forged);
    const bool given = forged.batch.release != nullptr;
    try {
      read(forged, budget);
      ADD_FAILURE() << "taken: " << forgery.said;
    } catch (const InvalidBatch& e) {
      EXPECT_NE(std::string::npos, std::string(e.what()).find(forgery.said)) << e.what();
    }
    EXPECT_EQ(given ? 1 : 0, forged.released) << forgery.said;
    EXPECT_EQ(nullptr, forged.batch.release);
    EXPECT_EQ(0U, budget.used());
  }
}

TEST(TypeTest, FormatsThatJoinsTakeAreParsedAndOthersNot) {
  for (const char* format : {"b",   "c",     "L",      "f",       "g",
                             "u",   "U",     "z",      "Z",       "tdD",
                             "tdm", "tts",   "ttn",    "tsu:",    "tsn:Europe/Berlin",
                             "w:1", "w:100", "d:38,3", "d:10,-2", "d:9,2,128"}) {
    ASSERT_TRUE(parse_type(format)) << format;
    EXPECT_EQ(format, parse_type(format)->format);
  }
  for (const char* format : {"",       "n",          "e",     "+l",     "+s",
                             "w:",     "w:0",        "w:-1",  "w:3x",   "w:99999999999",
                             "d:",     "d:5",        "d:0,1", "d:39,1", "d:5,",
                             "d:5,1,", "d:5,1,256",  "tdX",   "td",     "ts",
                             "tsu",    "tsx:",       "tDs",   "vu",     "vz",
                             "uu",     "d:5,1,128,1"}) {
    EXPECT_FALSE(parse_type(format)) << format;
  }
}

TEST(TypeTest, ComparableTypesAreThoseWhoseValuesCanBeEqual) {
  auto are = [](const char* a, const char* b) {
    return comparable(*parse_type(a), *parse_type(b)) && comparable(*parse_type(b), *parse_type(a));
  };
  EXPECT_TRUE(are("c", "L"));
  EXPECT_TRUE(are("f", "g"));
  EXPECT_TRUE(are("u", "U"));
  EXPECT_TRUE(are("z", "Z"));
  EXPECT_TRUE(are("d:5,2", "d:20,2,128"));
  EXPECT_TRUE(are("tsu:UTC", "tsu:Europe/Berlin"));
  EXPECT_FALSE(are("tsu:", "tsu:UTC"));
  EXPECT_FALSE(are("tsu:", "tsn:"));
  EXPECT_FALSE(are("d:5,2", "d:5,3"));
  EXPECT_FALSE(are("u", "z"));
  EXPECT_FALSE(are("w:3", "w:4"));
  EXPECT_FALSE(are("i", "g"));
  EXPECT_FALSE(are("i", "b"));
  EXPECT_FALSE(are("tdD", "tdm"));
  EXPECT_FALSE(are("tts", "ttm"));
}

TEST(SchemaTest, WhatIsExportedIsReadAgain) {
  Schema schema = forged_schema();
  schema[0].flags = ARROW_FLAG_NULLABLE;
  // One pair, "k" and "va", as the C data interface encodes it.
  const int32_t numbers[]{1, 1, 2};
  auto bytes = [&](int at) { return std::string(reinterpret_cast<const char*>(&numbers[at]), 4); };
  schema[1].metadata = bytes(0) + bytes(1) + "k" + bytes(2) + "va";
  schema.emplace_back();
  schema[3].format = "+l";
  schema[3].children.resize(1);
  schema[3].children[0].format = "n";
  ArrowSchema exported{};
  export_schema(schema, &exported);
  EXPECT_EQ(schema, read_schema(exported, "build"));
  exported.release(&exported);
  EXPECT_EQ(nullptr, exported.release);
}

TEST(SchemaTest, ForgedSchemasAreRefused) {
  const std::vector<std::pair<const char*, std::function<void(ArrowSchema&)>>> forgeries{
      {"released", [](ArrowSchema& s) { s.children[1]->release = nullptr; }},
      {"no format", [](ArrowSchema& s) { s.children[1]->format = nullptr; }},
      {"column 1 is a null pointer", [](ArrowSchema& s) { s.children[1] = nullptr; }},
      {"-1 children", [](ArrowSchema& s) { s.n_children = -1; }},
      {"null pointer to them", [](ArrowSchema& s) { s.children = nullptr; }},
      {"not a struct", [](ArrowSchema& s) { s.format = "i"; }},
      {"levels deep", [](ArrowSchema& s) { s.children[1] = &s; }},
      {"negative length", [](ArrowSchema& s) { s.metadata = "\xff\xff\xff\xff"; }},
  };
  for (const auto& [said, forge] : forgeries) {
    ArrowSchema schema{};
    export_schema(forged_schema(), &schema);
    const ArrowSchema kept = schema;
    const std::vector<ArrowSchema*> pointers(kept.children, kept.children + 3);
    const ArrowSchema column = *pointers[1];
    forge(schema);
    try {
      read_schema(schema, "probe");
      ADD_FAILURE() << "taken: " << said;
    } catch (const InvalidArgument& e) {
      EXPECT_NE(std::string::npos, std::string(e.what()).find(said)) << e.what();
    }
    schema = kept;
    std::copy(pointers.begin(), pointers.end(), schema.children);
    *pointers[1] = column;
    schema.release(&schema);
  }
}

TEST(ResultTest, RowsThatOffsetsOf32BitsCannotTellAreLeftForTheNextBatch) {
  // One value of a gibibyte, whose bytes are never touched.
  const std::array<int32_t, 2> offsets{0, 1 << 30};
  ColumnView column;
  column.layout = Layout::kVariable32;
  column.offsets = reinterpret_cast<const uint8_t*>(offsets.data());
  column.rows = 1;
  const std::vector<uint32_t> rows{0, kNone, 0, 0};
  EXPECT_EQ(2U, rows_that_fit(*parse_type("u"), column, rows));
  EXPECT_EQ(4U, rows_that_fit(*parse_type("U"), column, rows));
  EXPECT_EQ(1U, rows_that_fit(*parse_type("u"), column, std::span(rows).first(1)));
}

}  // namespace
}  // namespace hail::arrow
