// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "hail/arrow/column_view.h"
#include "hail/join/key/key_codec.h"
#include "hail/join/table/tuple.h"
#include "hail/work/workers.h"

namespace hail::join {

/// A source of rows (see RowsInMemory): codes of build rows, and the rows' numbers. Codes are
/// computed at each read, so they take no memory. Rows without a code are left out.
template <Key K>
class RowCodes {
 public:
  /// columns      one for each part of the key; columns and codec outlive this
  /// rows         number of rows of the columns
  /// keyed_rows   number of rows that have a code
  RowCodes(const KeyCodec& codec, std::span<const arrow::ColumnView> columns, uint64_t rows,
           uint64_t keyed_rows)
      : codec_(codec), columns_(columns), rows_(rows), keyed_rows_(keyed_rows) {}

  uint64_t size() const { return keyed_rows_; }
  uint64_t places() const { return rows_; }

  bool key_at(uint64_t row, K& key) const {
    KeyCodec::Codes codes;
    codec_.encode_build(columns_, row, 1, codes);
    key = static_cast<K>(codes.code[0]);
    return codes.state[0] == KeyState::kSearchable;
  }

  template <class With>
  void chunks(unsigned threads, unsigned thread, const With& with) const {
    KeyCodec::Codes codes;
    Tuple<K> chunk[KeyCodec::kStride];
    const uint64_t to = piece_begin(rows_, threads, thread + 1);
    for (uint64_t from = piece_begin(rows_, threads, thread); from < to;) {
      const unsigned rows = static_cast<unsigned>(std::min<uint64_t>(KeyCodec::kStride, to - from));
      codec_.encode_build(columns_, from, rows, codes);
      size_t count = 0;
      for (unsigned i = 0; i < rows; ++i) {
        chunk[count] = {static_cast<K>(codes.code[i]), static_cast<K>(from + i)};
        count += codes.state[i] == KeyState::kSearchable;
      }
      with(std::span<const Tuple<K>>(chunk, count));
      from += rows;
    }
  }

 private:
  const KeyCodec& codec_;
  std::span<const arrow::ColumnView> columns_;
  uint64_t rows_;
  uint64_t keyed_rows_;
};

/// A source of rows like RowCodes, of codes that are kept. Each row has a code.
template <Key K>
class KeptCodes {
 public:
  explicit KeptCodes(std::span<const K> codes) : codes_(codes) {}

  uint64_t size() const { return codes_.size(); }
  uint64_t places() const { return codes_.size(); }

  bool key_at(uint64_t row, K& key) const {
    key = codes_[row];
    return true;
  }

  template <class With>
  void chunks(unsigned threads, unsigned thread, const With& with) const {
    Tuple<K> chunk[KeyCodec::kStride];
    const uint64_t to = piece_begin(codes_.size(), threads, thread + 1);
    for (uint64_t from = piece_begin(codes_.size(), threads, thread); from < to;) {
      const size_t rows = std::min<uint64_t>(KeyCodec::kStride, to - from);
      for (size_t i = 0; i < rows; ++i) {
        chunk[i] = {codes_[from + i], static_cast<K>(from + i)};
      }
      with(std::span<const Tuple<K>>(chunk, rows));
      from += rows;
    }
  }

 private:
  std::span<const K> codes_;
};

}  // namespace hail::join
