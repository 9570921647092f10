// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/key/key_codec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hail/join/table/hash.h"

namespace hail::join {
namespace {

arrow::Type type_of(const char* format) { return *arrow::parse_type(format); }

/// Returns a view of values. Rows with a zero bit in `validity` are NULL.
template <class T>
arrow::ColumnView view_of(const std::vector<T>& values, const uint8_t* validity = nullptr) {
  arrow::ColumnView view;
  view.width = sizeof(T);
  view.values = reinterpret_cast<const uint8_t*>(values.data());
  view.validity = validity;
  view.rows = values.size();
  return view;
}

KeyCodec codec_of(const std::vector<KeyPart>& parts, bool null_equal,
                  const std::vector<arrow::ColumnView>& build, uint64_t seed = 0) {
  KeyCodec codec(parts, null_equal, ~uint64_t{0}, seed);
  std::vector<PartRange> ranges;
  for (size_t part = 0; part < parts.size(); ++part) {
    ranges.push_back(codec.range(part, build[part], 0, build[part].rows));
  }
  codec.choose(ranges);
  return codec;
}

TEST(KeyCodecTest, AKeyOfOneColumnIsItsDistanceFromTheLeast) {
  const std::vector<int32_t> build{-5, 100, 7};
  const std::vector<int64_t> probe{7, -6, 101, int64_t{7} + (int64_t{1} << 32), 8};
  const KeyCodec codec = codec_of({KeyPart(type_of("i"), type_of("l"))}, false, {view_of(build)});
  EXPECT_TRUE(codec.exact());
  EXPECT_EQ(105U, codec.greatest_code());
  auto codes = std::make_unique<KeyCodec::Codes>();
  codec.encode_build(std::vector{view_of(build)}, 0, 3, *codes);
  EXPECT_EQ(0U, codes->code[0]);
  EXPECT_EQ(105U, codes->code[1]);
  EXPECT_EQ(12U, codes->code[2]);
  codec.encode_probe(std::vector{view_of(probe)}, 0, 5, *codes);
  EXPECT_EQ(KeyState::kSearchable, codes->state[0]);
  EXPECT_EQ(12U, codes->code[0]);
  EXPECT_EQ(KeyState::kNever, codes->state[1]);
  EXPECT_EQ(KeyState::kNever, codes->state[2]);
  EXPECT_EQ(KeyState::kNever, codes->state[3]);
  EXPECT_EQ(KeyState::kSearchable, codes->state[4]);
}

TEST(KeyCodecTest, PartsHaveAsManyBitsAsTheirValuesNeed) {
  const std::vector<int64_t> first{1'000'000'000'000, 1'000'000'000'007};
  const std::vector<uint8_t> second{3, 3};
  const std::vector<uint16_t> third{10, 40};
  const KeyCodec codec =
      codec_of({KeyPart(type_of("l"), type_of("l")), KeyPart(type_of("C"), type_of("C")),
                KeyPart(type_of("S"), type_of("S"))},
               false, {view_of(first), view_of(second), view_of(third)});
  EXPECT_TRUE(codec.exact());
  // Three bits, none, and five.
  EXPECT_EQ(7U << 5 | 30U, codec.greatest_code());
  auto codes = std::make_unique<KeyCodec::Codes>();
  codec.encode_build(std::vector{view_of(first), view_of(second), view_of(third)}, 0, 2, *codes);
  EXPECT_EQ(0U, codes->code[0]);
  EXPECT_EQ(7U << 5 | 30U, codes->code[1]);
}

TEST(KeyCodecTest, KeysOfMoreThan64BitsAreHashed) {
  const std::vector<int64_t> wide{0, std::numeric_limits<int64_t>::max()};
  const std::vector<int8_t> narrow{0, 1};
  const KeyPart part(type_of("l"), type_of("l"));
  const KeyPart more(type_of("c"), type_of("c"));
  EXPECT_TRUE(codec_of({part}, false, {view_of(wide)}).exact());
  EXPECT_TRUE(codec_of({part, more}, false, {view_of(wide), view_of(narrow)}).exact());
  const std::vector<int8_t> three{0, 2};
  EXPECT_FALSE(codec_of({part, more}, false, {view_of(wide), view_of(three)}).exact());
  EXPECT_FALSE(codec_of({KeyPart(type_of("u"), type_of("U"))}, false, {{}}).exact());
}

TEST(KeyCodecTest, ACodeIsKeptForNullOnlyIfItMatchesAndThereIsOne) {
  const std::vector<uint64_t> all{0, ~uint64_t{0}, 5};
  const std::vector<uint64_t> probe{0, ~uint64_t{0}, 5};
  const uint8_t last_is_null = 0b011;
  const KeyPart part(type_of("L"), type_of("L"));
  EXPECT_TRUE(codec_of({part}, false, {view_of(all, &last_is_null)}).exact());
  EXPECT_TRUE(codec_of({part}, true, {view_of(all)}).exact());
  EXPECT_FALSE(codec_of({part}, true, {view_of(all, &last_is_null)}).exact());
  auto codes = std::make_unique<KeyCodec::Codes>();
  auto state = [&](const KeyCodec& codec) {
    codec.encode_probe(std::vector{view_of(probe, &last_is_null)}, 0, 3, *codes);
    return codes->state[2];
  };
  EXPECT_EQ(KeyState::kNull, state(codec_of({part}, false, {view_of(all)})));
  EXPECT_EQ(KeyState::kNever, state(codec_of({part}, true, {view_of(all)})));
  const std::vector<uint64_t> few{3, 9, 5};
  EXPECT_EQ(KeyState::kSearchable, state(codec_of({part}, true, {view_of(few, &last_is_null)})));
  EXPECT_EQ(0U, codes->code[2]);
}

KeyCodec narrow_codec_of(const std::vector<KeyPart>& parts, bool null_equal,
                         const std::vector<arrow::ColumnView>& build) {
  KeyCodec codec(parts, null_equal, ~uint64_t{0}, 0);
  std::vector<PartRange> ranges;
  std::vector<PartWindow> windows;
  for (size_t part = 0; part < parts.size(); ++part) {
    std::vector<uint64_t> rows(build[part].rows);
    std::iota(rows.begin(), rows.end(), 0);
    ranges.push_back(codec.range(part, build[part], 0, rows.size()));
    PartWindow window = codec.window(part, build[part], rows);
    codec.scan(part, build[part], 0, rows.size(), window);
    windows.push_back(window);
  }
  codec.choose(ranges, windows);
  return codec;
}

TEST(KeyCodecTest, ValuesFarFromAllOthersTakeNoBits) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  std::vector<int64_t> first;
  std::vector<int64_t> second;
  for (int64_t i = 0; i < 3'000; ++i) {
    first.push_back(i % 100 == 0 ? kMost : i % 100 == 1 ? kLeast : 1'000'000 + i);
    second.push_back(i % 50 == 7 ? -1 : 5'000'000'000 + i);
  }
  const std::vector<KeyPart> parts(2, KeyPart(type_of("l"), type_of("l")));
  const std::vector columns{view_of(first), view_of(second)};
  EXPECT_FALSE(codec_of(parts, false, columns).exact());
  const KeyCodec codec = narrow_codec_of(parts, false, columns);
  ASSERT_TRUE(codec.exact());
  EXPECT_LT(codec.greatest_code(), uint64_t{1} << 24);
  EXPECT_EQ((std::vector<uint64_t>{0, ~uint64_t{0}}), codec.parts()[0].outliers);
  auto codes = std::make_unique<KeyCodec::Codes>();
  std::map<std::pair<int64_t, int64_t>, uint64_t> known;
  std::set<uint64_t> all;
  for (uint64_t from = 0; from < first.size(); from += 1'000) {
    codec.encode_build(columns, from, 1'000, *codes);
    for (unsigned i = 0; i < 1'000; ++i) {
      ASSERT_EQ(KeyState::kSearchable, codes->state[i]);
      ASSERT_LE(codes->code[i], codec.greatest_code());
      known[{first[from + i], second[from + i]}] = codes->code[i];
      all.insert(codes->code[i]);
    }
  }
  EXPECT_EQ(known.size(), all.size()) << "two keys have one code";
  // Probe keys get the same codes, and keys just outside of a window get none.
  const std::vector<int64_t> other_first{kMost,     kLeast, kMost - 1, 1'000'002,
                                         1'003'001, 0,      kMost,     1'000'001};
  const std::vector<int64_t> other_second{5'000'000'000, 5'000'000'001, 5'000'000'000,
                                          5'000'000'002, 5'000'000'003, 5'000'000'004,
                                          5'000'003'001, 5'000'000'001};
  codec.encode_probe(std::vector{view_of(other_first), view_of(other_second)}, 0, 8, *codes);
  for (const unsigned match : {0U, 1U, 3U}) {
    EXPECT_EQ(KeyState::kSearchable, codes->state[match]) << match;
    EXPECT_EQ((known.at({other_first[match], other_second[match]})), codes->code[match]);
  }
  for (const unsigned never : {2U, 4U, 5U, 6U, 7U}) {
    EXPECT_EQ(KeyState::kNever, codes->state[never]) << never;
  }
}

TEST(KeyCodecTest, ANullAmongStraysHasACodeOfItsOwn) {
  std::vector<uint64_t> values(64);
  std::iota(values.begin(), values.end(), 100'000);
  values[0] = ~uint64_t{0};
  values[1] = 0;
  const std::vector<uint8_t> validity{0xfb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  const KeyPart part(type_of("L"), type_of("L"));
  const KeyCodec codec = narrow_codec_of({part}, true, {view_of(values, validity.data())});
  ASSERT_TRUE(codec.exact());
  EXPECT_EQ(2U, codec.parts()[0].outliers.size());
  auto codes = std::make_unique<KeyCodec::Codes>();
  codec.encode_build(std::vector{view_of(values, validity.data())}, 0, 64, *codes);
  std::set<uint64_t> all(codes->code, codes->code + 64);
  EXPECT_EQ(64U, all.size());
  EXPECT_EQ(0U, codes->code[2]);
  EXPECT_EQ(codec.greatest_code(), *all.rbegin());
}

TEST(KeyCodecTest, CodesAreInTheOrderOfNumbers) {
  const std::vector<double> values{
      -std::numeric_limits<double>::infinity(),   -2.5,
      -std::numeric_limits<double>::denorm_min(), 0.0,
      std::numeric_limits<double>::denorm_min(),  1.0,
      std::numeric_limits<double>::infinity(),    std::numeric_limits<double>::quiet_NaN()};
  const unsigned rows = static_cast<unsigned>(values.size());
  const KeyCodec codec = codec_of({KeyPart(type_of("g"), type_of("g"))}, false, {view_of(values)});
  auto codes = std::make_unique<KeyCodec::Codes>();
  codec.encode_build(std::vector{view_of(values)}, 0, rows, *codes);
  for (unsigned i = 1; i < rows; ++i) {
    EXPECT_LT(codes->code[i - 1], codes->code[i]) << i;
  }
  const std::vector<double> others{-0.0, -std::numeric_limits<double>::quiet_NaN()};
  const uint64_t zero = codes->code[3];
  const uint64_t nan = codes->code[7];
  codec.encode_probe(std::vector{view_of(others)}, 0, 2, *codes);
  EXPECT_EQ(zero, codes->code[0]);
  EXPECT_EQ(nan, codes->code[1]);
}

TEST(KeyCodecTest, IntegersOfOtherSignsAreComparedByValue) {
  const std::vector<int64_t> build{-1, 1, 0};
  const std::vector<uint64_t> probe{~uint64_t{0}, 1, uint64_t{1} << 63};
  const KeyPart part(type_of("l"), type_of("L"));
  const KeyCodec codec = codec_of({part}, false, {view_of(build)});
  auto codes = std::make_unique<KeyCodec::Codes>();
  codec.encode_probe(std::vector{view_of(probe)}, 0, 3, *codes);
  EXPECT_EQ(KeyState::kNever, codes->state[0]);
  EXPECT_EQ(KeyState::kSearchable, codes->state[1]);
  EXPECT_EQ(2U, codes->code[1]);
  EXPECT_EQ(KeyState::kNever, codes->state[2]);
}

TEST(HashBytesTest, EachByteAndTheLengthCount) {
  const std::vector<uint8_t> zeroes(40);
  for (size_t length = 0; length < zeroes.size(); ++length) {
    const uint64_t hash = hash_bytes(zeroes.data(), length);
    EXPECT_NE(hash, hash_bytes(zeroes.data(), length + 1));
    EXPECT_NE(hash, hash_bytes(zeroes.data(), length, 1));
    for (size_t at = 0; at < length; ++at) {
      std::vector<uint8_t> changed = zeroes;
      changed[at] = 0x80;
      EXPECT_NE(hash, hash_bytes(changed.data(), length)) << at;
    }
  }
}

TEST(SeededHashTest, EachByteTheLengthAndTheSeedCount) {
  const SeededHash hash(5);
  const std::vector<uint8_t> zeroes(60);
  for (size_t length = 0; length < zeroes.size(); ++length) {
    const uint64_t found = hash.bytes(zeroes.data(), length);
    EXPECT_EQ(found, SeededHash(5).bytes(zeroes.data(), length));
    EXPECT_NE(found, SeededHash(6).bytes(zeroes.data(), length));
    EXPECT_NE(found, hash.bytes(zeroes.data(), length + 1));
    for (size_t at = 0; at < length; ++at) {
      std::vector<uint8_t> changed = zeroes;
      changed[at] = 0x80;
      EXPECT_NE(found, hash.bytes(changed.data(), length)) << at;
    }
  }
}

/// Makes texts that share one hash_bytes(), whatever its seed. A change of a word's uppermost bit
/// always changes two bits of the hash, and the next word changes them back.
std::vector<std::string> colliding_texts(unsigned pairs) {
  constexpr uint64_t kUppermost = uint64_t{1} << 63;
  std::vector<std::string> texts;
  for (uint64_t choice = 0; choice < uint64_t{1} << pairs; ++choice) {
    std::vector<uint64_t> words(2 * pairs);
    for (unsigned pair = 0; pair < pairs; ++pair) {
      if ((choice >> pair & 1) != 0) {
        words[2 * pair] = kUppermost;
        words[2 * pair + 1] = kUppermost | kUppermost >> 32;
      }
    }
    texts.emplace_back(reinterpret_cast<const char*>(words.data()), 16 * pairs);
  }
  return texts;
}

TEST(KeyCodecTest, TextsThatWereMadeToCollideDoNot) {
  const std::vector<std::string> texts = colliding_texts(10);
  ASSERT_EQ(uint64_t{KeyCodec::kStride}, texts.size());
  std::string bytes;
  std::vector<int64_t> offsets{0};
  for (const std::string& text : texts) {
    EXPECT_EQ(hash_bytes(texts[0].data(), texts[0].size(), 99),
              hash_bytes(text.data(), text.size(), 99));
    bytes += text;
    offsets.push_back(static_cast<int64_t>(bytes.size()));
  }
  arrow::ColumnView column;
  column.layout = arrow::Layout::kVariable64;
  column.offsets = reinterpret_cast<const uint8_t*>(offsets.data());
  column.values = reinterpret_cast<const uint8_t*>(bytes.data());
  column.rows = texts.size();
  std::set<uint64_t> different;
  for (const uint64_t seed : {1U, 2U}) {
    const KeyCodec codec = codec_of({KeyPart(type_of("U"), type_of("U"))}, false, {{}}, seed);
    auto codes = std::make_unique<KeyCodec::Codes>();
    codec.encode_probe(std::vector{column}, 0, KeyCodec::kStride, *codes);
    different.insert(codes->code, codes->code + KeyCodec::kStride);
  }
  EXPECT_EQ(2 * texts.size(), different.size());
}

/// Each word is in a column of its own, and the numbers are hashed one after the other.
TEST(KeyCodecTest, NumbersThatWereMadeToCollideDoNot) {
  const uint64_t change = uint64_t{1} << 63;
  const uint64_t undo = change | change >> 32;
  EXPECT_EQ(hash_step(hash_step(3, 0), 0), hash_step(hash_step(3, change), undo));
  const std::vector<uint64_t> first{0, change};
  const std::vector<uint64_t> second{0, undo};
  const KeyPart part(type_of("L"), type_of("L"));
  for (const uint64_t seed : {1U, 2U, 3U}) {
    const std::vector columns{view_of(first), view_of(second)};
    const KeyCodec codec = codec_of({part, part}, false, columns, seed);
    ASSERT_FALSE(codec.exact());
    auto codes = std::make_unique<KeyCodec::Codes>();
    codec.encode_probe(columns, 0, 2, *codes);
    EXPECT_NE(codes->code[0], codes->code[1]);
  }
}

}  // namespace
}  // namespace hail::join
