// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "key_types.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace hail::testing_rows {
namespace {

Cell signed_value(uint64_t number, bool) { return static_cast<int64_t>(number) - 60; }
Cell unsigned_value(uint64_t number, bool) { return number; }
/// Lengths of texts around the sizes of buffers that hold them.
constexpr std::array<size_t, 15> kBufferSized{63,  64,    65,    127,   128,    129,    255,   256,
                                              257, 4'095, 4'096, 4'097, 65'535, 65'536, 65'537};
/// Keys may have many rows, so their lengths end with 257.
constexpr size_t kKeyLengths = 9;
Cell text_value(uint64_t number, bool) {
  std::string text(number % 30, static_cast<char>('a' + number % 7));
  text += std::to_string(number / 4);
  if (number % 11 == 10) {
    text.resize(kBufferSized[number / 11 % kKeyLengths], 'x');
  }
  return text;
}
/// Few texts are long, so that tables stay small.
std::string payload(size_t row, workload::Random& random) {
  std::string text = "value " + std::to_string(row);
  if (random.below(100) == 0) {
    text.resize(kBufferSized[random.below(kBufferSized.size())], 'x');
  }
  return text;
}
Cell fixed_value(uint64_t number, bool) { return "fixed" + std::to_string(1'000'000 + number); }
Cell short_value(uint64_t number, bool) { return std::to_string(10'000 + number); }
Cell bool_value(uint64_t number, bool) { return number % 2; }
Cell decimal_value(uint64_t number, bool) {
  std::string bytes(16, number % 2 == 0 ? '\0' : '\xff');
  bytes[0] = static_cast<char>(number);
  bytes[9] = static_cast<char>(number / 3);
  return bytes;
}
Cell float_value(uint64_t number, bool build) {
  switch (number) {
    case 0:
      return build ? 0.0 : -0.0;
    case 1:
      return build ? std::numeric_limits<double>::quiet_NaN() : std::nan("7");
    case 2:
      return std::numeric_limits<double>::infinity();
    case 3:
      return -std::numeric_limits<double>::infinity();
    default:
      return (static_cast<double>(number) - 50) / 4;
  }
}
/// Negative values have no equal in an unsigned type, and large values none in a signed type.
Cell mixed_value(uint64_t number, bool build) {
  if (number % 5 == 0) {
    return build ? Cell(-static_cast<int64_t>(number) - 1) : Cell(~uint64_t{0} - number);
  }
  return build ? Cell(static_cast<int64_t>(number)) : Cell(number);
}
Cell mixed_value_turned(uint64_t number, bool build) { return mixed_value(number, !build); }

}  // namespace

const std::array<KeyTypes, 26> kKeyTypes{{
    {{"l", ""}, {"l", ""}, signed_value},
    {{"i", ""}, {"s", ""}, signed_value},
    {{"c", ""}, {"l", ""}, signed_value},
    {{"L", ""}, {"L", ""}, unsigned_value},
    {{"C", ""}, {"i", ""}, unsigned_value},
    {{"l", ""}, {"L", ""}, mixed_value},
    {{"L", ""}, {"l", ""}, mixed_value_turned},
    {{"S", ""}, {"I", ""}, unsigned_value},
    {{"b", ""}, {"b", ""}, bool_value},
    {{"f", ""}, {"f", ""}, float_value},
    {{"g", ""}, {"f", ""}, float_value},
    {{"f", ""}, {"g", ""}, float_value},
    {{"tdD", ""}, {"tdD", ""}, signed_value},
    {{"tdm", ""}, {"tdm", ""}, signed_value},
    {{"tts", ""}, {"tts", ""}, signed_value},
    {{"ttu", ""}, {"ttu", ""}, signed_value},
    {{"tsu:", ""}, {"tsu:", ""}, signed_value},
    {{"tsn:UTC", ""}, {"tsn:Z", ""}, signed_value},
    {{"d:20,3", ""}, {"d:38,3", ""}, decimal_value},
    {{"w:5", ""}, {"w:5", ""}, short_value},
    {{"w:12", ""}, {"w:12", ""}, fixed_value},
    {{"u", ""}, {"u", ""}, text_value},
    {{"u", ""}, {"U", ""}, text_value},
    {{"z", ""}, {"Z", ""}, text_value},
    {{"u", "i"}, {"U", "C"}, text_value},
    {{"l", "s"}, {"i", ""}, signed_value},
}};

Rows random_rows(const std::vector<const KeyTypes*>& keys, bool build, size_t rows, uint64_t values,
                 unsigned null_share, workload::Random& random) {
  Rows made(rows);
  for (size_t i = 0; i < rows; ++i) {
    auto put = [&](bool null, Cell cell) {
      made[i].emplace_back();
      if (!null) {
        made[i].back() = std::move(cell);
      }
    };
    for (const KeyTypes* key : keys) {
      const uint64_t number = random.below(values);
      put(random.below(100) < null_share, key->value(number, build));
    }
    put(random.below(10) == 0, static_cast<int64_t>(i));
    put(random.below(10) == 0, payload(i, random));
    put(random.below(10) == 0, uint64_t{i % 3 == 0});
  }
  return made;
}

}  // namespace hail::testing_rows
