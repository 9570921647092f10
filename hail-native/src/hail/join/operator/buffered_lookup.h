// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "hail/join/operator/built_join.h"
#include "hail/join/operator/lookup.h"
#include "hail/memory/growing_array.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Lets rows wait until a buffer is full, then looks them up piece by piece of the table (paper A,
/// section 3.2). The rows may come from several batches, or from a part of one. Each group found
/// goes to its row's place in the buffer, so rows return in the order in which they came.
///
///   batches = | first | .. | last |
///   buffer  =      | rows with codes  | rows of the last batch that it has no room for
class BufferedLookup final : public Lookup {
 public:
  /// Most batches that wait, which bounds the memory held for each batch.
  static constexpr size_t kMostBatches = 4096;

  /// join    outlives this
  /// bytes   for codes and groups of waiting rows, their split copy, and decoded columns. Even the
  ///         smallest buffer holds one row
  BufferedLookup(const BuiltJoin& join, uint64_t bytes);

  void add(arrow::OwnedArray array) override;
  bool pending() const override;
  bool find(bool end) override;
  std::span<const uint32_t> groups() const override { return groups_.span(); }
  bool next(FoundRows& rows) override;
  bool in_midst_of_batch() const override;

 private:
  /// Whether the waiting rows must be looked up before more come.
  bool is_full() const;
  /// Whether the last batch has rows that are not in the buffer yet.
  bool has_rows_without_codes() const;

  /// Once all looked-up rows have been returned: empties the buffer, and releases all batches but a
  /// last one with rows to come.
  void release();
  /// Moves rows of the last batch into the buffer, until it has no more rows or room.
  void encode();
  /// Finds the groups of all rows in the buffer.
  void look_up();

  const BuiltJoin& join_;
  const std::vector<uint32_t> used_;
  const uint64_t bytes_;
  const uint64_t capacity_;
  Workers worker_{1};

  std::deque<ProbeBatch> batches_;
  /// Decoded bytes of all these batches, whose columns came with dictionaries.
  uint64_t decoded_bytes_ = 0;
  /// The buffer begins with this row of the first batch, and ends before row next_row_ of the last
  /// batch.
  uint64_t first_row_ = 0;
  uint64_t next_row_ = 0;

  uint64_t rows_ = 0;
  uint64_t searchable_ = 0;
  GrowingArray<uint64_t> codes_;
  GrowingArray<KeyState> states_;
  GrowingArray<uint32_t> groups_;
  /// For each batch with rows in the buffer: the place of its first row there.
  std::vector<uint64_t> begins_;

  bool found_ = false;
  /// Batches and rows that next() has returned.
  size_t returned_batches_ = 0;
  uint64_t returned_rows_ = 0;
};

}  // namespace hail::join
