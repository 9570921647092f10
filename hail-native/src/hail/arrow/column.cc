// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/arrow/column.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace hail::arrow {
namespace {

uint64_t bytes_of_bits(uint64_t bits) { return (bits + 7) / 8; }

void put_bit(uint8_t* bits, uint64_t at, bool value) {
  const uint8_t mask = static_cast<uint8_t>(1U << (at % 8));
  bits[at / 8] = static_cast<uint8_t>(value ? bits[at / 8] | mask : bits[at / 8] & ~mask);
}

Layout stored_layout(Layout layout) {
  return layout == Layout::kVariable32 ? Layout::kVariable64 : layout;
}

}  // namespace

Column::Column(const Type& type, MemoryBudget& budget, MemoryUse use)
    : layout_(stored_layout(type.layout)),
      width_(type.width),
      validity_(budget, use),
      values_(budget, use),
      offsets_(budget, use) {}

template <class RowOf>
void Column::append_validity(const ColumnView& from, uint64_t count, const RowOf& row_of) {
  auto is_null = [&](uint64_t i) {
    const uint64_t row = row_of(i);
    return row == kNone || from.is_null(row);
  };
  uint64_t nulls = 0;
  for (uint64_t i = 0; i < count; ++i) {
    nulls += is_null(i);
  }
  if (nulls == 0 && nulls_ == 0) {
    return;
  }
  if (nulls_ == 0) {
    validity_.resize(bytes_of_bits(rows_ + count));
    std::memset(validity_.data(), 0xff, validity_.size());
  } else {
    validity_.resize(bytes_of_bits(rows_ + count));
  }
  for (uint64_t i = 0; i < count; ++i) {
    put_bit(validity_.data(), rows_ + i, !is_null(i));
  }
  nulls_ += nulls;
}

template <class RowOf>
void Column::append_values(const ColumnView& from, uint64_t count, const RowOf& row_of) {
  auto is_null = [&](uint64_t row) { return row == kNone || from.is_null(row); };
  switch (layout_) {
    case Layout::kBits:
      values_.resize(bytes_of_bits(rows_ + count));
      for (uint64_t i = 0; i < count; ++i) {
        const uint64_t row = row_of(i);
        put_bit(values_.data(), rows_ + i, !is_null(row) && from.bit(row));
      }
      return;
    case Layout::kFixed: {
      values_.resize((rows_ + count) * width_);
      uint8_t* to = values_.data() + rows_ * width_;
      auto copy = [&](auto copy_value) {
        for (uint64_t i = 0; i < count; ++i) {
          const uint64_t row = row_of(i);
          if (row == kNone) {
            std::memset(to + i * width_, 0, width_);
          } else {
            copy_value(to + i * width_, from.fixed(row));
          }
        }
      };
      if (!with_width(width_, [&](auto zero) {
            copy([](uint8_t* into, const uint8_t* value) {
              std::memcpy(into, value, sizeof(zero));
            });
          })) {
        copy([this](uint8_t* into, const uint8_t* value) { std::memcpy(into, value, width_); });
      }
      return;
    }
    case Layout::kVariable32:
    case Layout::kVariable64: {
      const uint64_t before = rows_ == 0 ? 0 : offsets_[rows_];
      offsets_.resize(rows_ + count + 1);
      uint64_t* offsets = offsets_.data();
      offsets[rows_] = before;
      for (uint64_t i = 0; i < count; ++i) {
        const uint64_t row = row_of(i);
        offsets[rows_ + i + 1] = offsets[rows_ + i] + (is_null(row) ? 0 : from.text(row).size());
      }
      values_.resize(offsets[rows_ + count]);
      for (uint64_t i = 0; i < count; ++i) {
        const uint64_t length = offsets[rows_ + i + 1] - offsets[rows_ + i];
        if (length > 0) {
          std::memcpy(values_.data() + offsets[rows_ + i], from.text(row_of(i)).data(), length);
        }
      }
      return;
    }
  }
}

template <class RowOf>
void Column::append_rows(const ColumnView& from, uint64_t count, const RowOf& row_of) {
  if (count == 0) {
    return;
  }
  append_values(from, count, row_of);
  append_validity(from, count, row_of);
  rows_ += count;
}

void Column::append(const ColumnView& from) {
  append_rows(from, from.rows, [](uint64_t i) { return i; });
}

void Column::append(const ColumnView& from, std::span<const uint32_t> rows) {
  append_rows(from, rows.size(), [rows](uint64_t i) { return uint64_t{rows[i]}; });
}

void Column::take(const ColumnView& from, std::span<const uint32_t> rows, Workers& workers) {
  values_.resize(layout_ == Layout::kBits ? bytes_of_bits(rows.size()) : rows.size() * width_);
  validity_.resize(from.validity == nullptr ? 0 : bytes_of_bits(rows.size()));
  rows_ = rows.size();
  std::atomic<uint64_t> nulls = 0;
  // Threads take whole bytes of bits, so no two of them write to one byte.
  const uint64_t bytes = bytes_of_bits(rows.size());
  workers.run([&](unsigned thread) {
    const uint64_t begin = 8 * piece_begin(bytes, workers.threads(), thread);
    const uint64_t end =
        std::min<uint64_t>(rows.size(), 8 * piece_begin(bytes, workers.threads(), thread + 1));
    uint8_t* values = values_.data();
    auto copy = [&](auto copy_value) {
      for (uint64_t i = begin; i < end; ++i) {
        copy_value(values + i * width_, from.fixed(rows[i]));
      }
    };
    if (layout_ == Layout::kBits) {
      for (uint64_t i = begin; i < end; ++i) {
        put_bit(values, i, from.bit(rows[i]));
      }
    } else if (!with_width(width_, [&](auto zero) {
                 copy([](uint8_t* to, const uint8_t* value) {
                   std::memcpy(to, value, sizeof(zero));
                 });
               })) {
      copy([this](uint8_t* to, const uint8_t* value) { std::memcpy(to, value, width_); });
    }
    if (from.validity != nullptr) {
      uint64_t mine = 0;
      for (uint64_t i = begin; i < end; ++i) {
        const bool is_null = from.is_null(rows[i]);
        put_bit(validity_.data(), i, !is_null);
        mine += is_null;
      }
      nulls.fetch_add(mine, std::memory_order_relaxed);
    }
  });
  nulls_ = nulls.load(std::memory_order_relaxed);
}

void Column::truncate(uint64_t rows) {
  if (rows_ <= rows) {
    return;
  }
  if (nulls_ > 0) {
    for (uint64_t row = rows; row < rows_; ++row) {
      nulls_ -= !test_bit(validity_.data(), row);
    }
  }
  rows_ = rows;
}

void Column::shrink() {
  validity_.resize(nulls_ == 0 ? 0 : bytes_of_bits(rows_));
  validity_.shrink();
  if (layout_ == Layout::kVariable64) {
    values_.resize(rows_ == 0 ? 0 : offsets_[rows_]);
    offsets_.resize(rows_ == 0 ? 0 : rows_ + 1);
    offsets_.shrink();
  } else {
    values_.resize(layout_ == Layout::kBits ? bytes_of_bits(rows_) : rows_ * width_);
  }
  values_.shrink();
}

ColumnView Column::view() const {
  ColumnView view;
  view.layout = layout_;
  view.width = width_;
  view.validity = nulls_ == 0 ? nullptr : validity_.data();
  view.values = values_.data();
  view.offsets = reinterpret_cast<const uint8_t*>(offsets_.data());
  view.rows = rows_;
  return view;
}

}  // namespace hail::arrow
