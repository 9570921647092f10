#include "hail/join/key_codec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

#include "hail/join/hash.h"

namespace hail::join {
namespace {

arrow::Type type_of(const char* format) { return *arrow::parse_type(format); }

/// A column without NULLs, or with those rows NULL that have a zero bit.
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
                  const std::vector<arrow::ColumnView>& build) {
  KeyCodec codec(parts, null_equal, ~uint64_t{0});
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
  const KeyCodec codec = codec_of({KeyPart(type_of("l"), type_of("l")),
                                   KeyPart(type_of("C"), type_of("C")),
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

TEST(KeyCodecTest, CodesAreInTheOrderOfNumbers) {
  const std::vector<double> values{-std::numeric_limits<double>::infinity(),
                                   -2.5,
                                   -std::numeric_limits<double>::denorm_min(),
                                   0.0,
                                   std::numeric_limits<double>::denorm_min(),
                                   1.0,
                                   std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
  const unsigned rows = static_cast<unsigned>(values.size());
  const KeyCodec codec =
      codec_of({KeyPart(type_of("g"), type_of("g"))}, false, {view_of(values)});
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

}  // namespace
}  // namespace hail::join
