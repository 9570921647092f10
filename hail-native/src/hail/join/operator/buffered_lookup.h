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

/// Lets rows of several batches, or of a part of one, wait until a buffer is full, and looks them up
/// piece by piece of the table (paper A, section 3.2). The groups that are found are put to where
/// their rows are in the buffer, so that rows are returned in the order in which they came.
///
///   batches = | first | .. | last |
///   buffer  =      | rows with codes  | rows of the last batch that it has no room for
class BufferedLookup final : public Lookup {
 public:
  /// Batches that wait at most, so that what is held of each is no matter.
  static constexpr size_t kMostBatches = 4096;

  /// join     outlives this
  /// bytes    of the codes and groups of the rows that wait, their copy that is split, and columns that
  ///          were decoded; one row waits however few they are
  BufferedLookup(const BuiltJoin& join, uint64_t bytes);

  void add(arrow::OwnedArray array) override;
  bool pending() const override;
  bool find(bool end) override;
  std::span<const uint32_t> groups() const override { return groups_.span(); }
  bool next(FoundRows& rows) override;
  bool in_midst_of_batch() const override;

 private:
  bool is_full() const;
  bool has_rows_without_codes() const;

  /// Releases the batches all of whose rows have been returned.
  void release();
  void encode();
  void look_up();

  const BuiltJoin& join_;
  const std::vector<uint32_t> used_;
  const uint64_t bytes_;
  const uint64_t capacity_;
  Workers worker_{1};

  std::deque<ProbeBatch> batches_;
  /// Of all of them, by their dictionaries.
  uint64_t decoded_bytes_ = 0;
  /// Row of the first batch that the buffer begins with, and the first of the last batch that it does
  /// not have.
  uint64_t first_row_ = 0;
  uint64_t next_row_ = 0;

  uint64_t rows_ = 0;
  uint64_t searchable_ = 0;
  GrowingArray<uint64_t> codes_;
  GrowingArray<KeyState> states_;
  GrowingArray<uint32_t> groups_;
  /// For each batch that has rows in the buffer the first of these.
  std::vector<uint64_t> begins_;

  bool found_ = false;
  /// Batches and rows that next() has returned.
  size_t returned_batches_ = 0;
  uint64_t returned_rows_ = 0;
};

}  // namespace hail::join
