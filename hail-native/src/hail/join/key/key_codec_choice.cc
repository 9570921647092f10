// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "hail/join/key/key_codec.h"
#include "hail/join/key/key_numbers.h"

// How a codec chooses its codes: ranges and windows of the parts, and the bits of each part.

namespace hail::join {

using arrow::ColumnView;
using internal::EachRow;
using internal::numbers_of;

bool KeyCodec::wants_ranges() const {
  return std::none_of(parts_.begin(), parts_.end(),
                      [](const KeyPart& part) { return part.hashed(); });
}

PartRange KeyCodec::range(size_t part, const ColumnView& column, uint64_t from, uint64_t to) const {
  uint64_t numbers[kStride];
  uint8_t none[kStride];
  PartRange range;
  while (from < to) {
    const unsigned rows = static_cast<unsigned>(std::min<uint64_t>(kStride, to - from));
    numbers_of(parts_[part].build, parts_[part].domain, hash_, column, from, EachRow(), rows,
               numbers, none);
    uint64_t least = ~uint64_t{0};
    uint64_t greatest = 0;
    bool any = false;
    for (unsigned i = 0; i < rows; ++i) {
      if (column.is_null(from + i)) {
        range.has_null = true;
        continue;
      }
      any = true;
      least = std::min(least, numbers[i]);
      greatest = std::max(greatest, numbers[i]);
    }
    if (any) {
      range.add({false, false, least, greatest});
    }
    from += rows;
  }
  return range;
}

PartWindow KeyCodec::window(size_t part, const ColumnView& column,
                            std::span<const uint64_t> rows) const {
  constexpr size_t kFew = 8;
  std::vector<uint64_t> values;
  for (const uint64_t row : rows) {
    uint64_t number = 0;
    uint8_t none;
    if (!column.is_null(row)) {
      numbers_of(parts_[part].build, parts_[part].domain, hash_, column, row, EachRow(), 1, &number,
                 &none);
      values.push_back(number);
    }
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.empty()) {
    return {};
  }
  const size_t left_out = std::min(std::max(values.size() / 1000, kFew), values.size() - 1);
  size_t best = 0;
  for (size_t first = 1; first <= left_out; ++first) {
    const size_t last = values.size() - 1 - left_out;
    if (values[first + last] - values[first] < values[best + last] - values[best]) {
      best = first;
    }
  }
  const uint64_t least = values[best];
  const uint64_t greatest = values[best + values.size() - 1 - left_out];
  const uint64_t margin = (greatest - least) / 4 + kStride;
  PartWindow found;
  found.least = least - std::min(least, margin);
  found.greatest = greatest + std::min(~greatest, margin);
  return found;
}

void KeyCodec::scan(size_t part, const ColumnView& column, uint64_t from, uint64_t to,
                    PartWindow& window) const {
  uint64_t numbers[kStride];
  uint8_t none[kStride];
  const uint64_t most = window.greatest - window.least;
  std::vector<uint64_t>& outliers = window.outliers;
  while (from < to && outliers.size() <= kMostOutliers) {
    const unsigned rows = static_cast<unsigned>(std::min<uint64_t>(kStride, to - from));
    numbers_of(parts_[part].build, parts_[part].domain, hash_, column, from, EachRow(), rows,
               numbers, none);
    for (unsigned i = 0; i < rows; ++i) {
      const uint64_t number = numbers[i];
      if (column.is_null(from + i)) {
        continue;
      }
      if (number - window.least <= most) {
        window.inside.add({false, false, number, number});
        continue;
      }
      const auto place = std::lower_bound(outliers.begin(), outliers.end(), number);
      if ((place == outliers.end() || *place != number) && outliers.size() <= kMostOutliers) {
        outliers.insert(place, number);
      }
    }
    from += rows;
  }
}

void KeyCodec::choose(std::span<const PartRange> ranges) { choose(ranges, nullptr); }

void KeyCodec::choose(std::span<const PartRange> ranges, std::vector<PartWindow> windows) {
  choose(ranges, &windows);
}

void KeyCodec::choose(std::span<const PartRange> ranges, std::vector<PartWindow>* windows) {
  exact_ = false;
  greatest_code_ = hash_mask_;
  if (!wants_ranges()) {
    return;
  }
  unsigned bits = 0;
  uint64_t greatest = 0;
  // The last part gets the lowest bits, so that codes sort as keys do.
  for (size_t i = parts_.size(); i-- > 0;) {
    KeyPart& part = parts_[i];
    part.empty = ranges[i].empty;
    part.has_null = null_equal_ && ranges[i].has_null;
    part.least = ranges[i].least;
    part.window = part.empty ? 0 : ranges[i].greatest - ranges[i].least;
    part.outliers.clear();
    if (windows != nullptr && !part.empty) {
      PartWindow& chosen = (*windows)[i];
      if (chosen.inside.empty) {
        return;
      }
      part.least = chosen.inside.least;
      part.window = chosen.inside.greatest - chosen.inside.least;
      part.outliers = std::move(chosen.outliers);
    }
    part.span = part.window + part.outliers.size();
    if (part.has_null && part.span == ~uint64_t{0}) {
      return;
    }
    const uint64_t most = part.empty ? 0 : part.span + part.has_null;
    const unsigned width = static_cast<unsigned>(std::bit_width(most));
    if (bits + width > 64) {
      return;
    }
    part.shift = width == 0 ? 0 : bits;
    greatest |= most << part.shift;
    bits += width;
  }
  exact_ = true;
  greatest_code_ = greatest;
}

}  // namespace hail::join
