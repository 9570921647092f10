// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/arrow/owned_array.h"
#include "hail/join/operator/batch_probe.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/lookup.h"
#include "hail/join/operator/result_side.h"
#include "hail/memory/array.h"

namespace hail::join {

/// Joins batches of the probe side with a build side, for one thread. Its memory does not grow with
/// the number of matches: what is found are pairs of row numbers, as many as a batch of the result
/// has, and where to go on.
///
///   batch -> rows -> codes -> groups (Lookup) -> pairs of rows -> columns
class Probe final : public BatchProbe {
 public:
  explicit Probe(std::shared_ptr<BuiltJoin> join);
  ~Probe() override;

  arrow::Schema result() const override { return join_->specification().result(); }
  void add(arrow::OwnedArray batch) override;
  uint64_t next(ArrowArray* out) override;

  /// Returns how many probes of the join are still open.
  uint32_t finish() override;

 private:
  bool is_pending() const override;

  void fill_from_batches();
  bool next_rows();
  void mark_and_count(std::span<const uint32_t> groups);
  void pair_rows();
  void pair_unique_rows();
  void pick_rows();
  void mark_rows();
  void fill_from_build_side();
  void put(uint32_t probe_row, uint32_t build_row);
  /// Pairs of one probe row with rows of the build side.
  void put(uint32_t probe_row, std::span<const uint32_t> build_rows);

  uint64_t give_pairs(ArrowArray* out);
  uint64_t give_count(ArrowArray* out);

  const std::shared_ptr<BuiltJoin> join_;
  const BuiltSide& side_;
  const JoinKind kind_;
  const uint32_t limit_;
  bool is_last_ = false;

  const std::unique_ptr<Lookup> lookup_;

  /// The next of these rows is row_, and place_ is how many rows of its group have been paired.
  FoundRows found_;
  uint64_t row_ = 0;
  uint64_t place_ = 0;

  /// The next group or row of the build side to be looked at when what is owed is given.
  uint64_t owed_ = 0;

  /// Outputs of the probe side, of one batch or, without a row, beside rows that are owed.
  std::vector<arrow::ColumnView> no_rows_;
  const std::vector<arrow::ColumnView>* outputs_ = &no_rows_;

  /// Pairs [given_, pairs_) have not been given.
  ResultSide probe_side_;
  ResultSide build_side_;
  Array<uint8_t> marks_;
  uint64_t pairs_ = 0;
  uint64_t given_ = 0;

  uint64_t count_ = 0;
  bool count_given_ = false;
};

}  // namespace hail::join
