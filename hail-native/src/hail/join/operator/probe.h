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

/// Joins batches of the probe side with one build side, for one thread at a time. Memory does not
/// grow with the number of matches: the probe keeps the row numbers of one result batch, and where
/// to go on.
///
///   batch -> rows -> codes -> groups (Lookup) -> pairs of rows -> columns
class Probe final : public BatchProbe {
 public:
  explicit Probe(std::shared_ptr<BuiltJoin> join);
  ~Probe() override;

  arrow::Schema result() const override { return join_->specification().result(); }
  void add(arrow::OwnedArray batch) override;
  uint64_t next(ArrowArray* out) override;

  /// Ends this probe. Returns the number of probes of the join that are still open. At 0, next()
  /// also gives the build rows that are owed.
  uint32_t finish() override;

 private:
  bool is_pending() const override;

  /// Collects pairs from probe batches until a result batch is full or no rows are left.
  void fill_from_batches();
  /// Goes on to the next rows that were looked up. Returns false if there are none for this result
  /// batch.
  bool next_rows();
  /// Marks or counts the groups of newly looked-up rows, if the kind needs that.
  void mark_and_count(std::span<const uint32_t> groups);
  /// Each of these fills the result with rows of found_, from row_ on: pairs, chosen rows, or
  /// marked rows.
  void pair_rows();
  void pair_unique_rows();
  void pick_rows();
  void mark_rows();
  /// Collects build rows that are owed, from owed_ on, until a result batch is full.
  void fill_from_build_side();
  /// Appends a pair; kNone stands for no row.
  void put(uint32_t probe_row, uint32_t build_row);
  /// Appends pairs of one probe row with build rows.
  void put(uint32_t probe_row, std::span<const uint32_t> build_rows);

  /// Writes as many collected pairs as fit one batch. Returns their number.
  uint64_t give_pairs(ArrowArray* out);
  /// Writes the batch with the count, once. Returns 1, and 0 afterwards.
  uint64_t give_count(ArrowArray* out);

  const std::shared_ptr<BuiltJoin> join_;
  const JoinTable& table_;
  const JoinKind kind_;
  const uint32_t limit_;
  bool is_last_ = false;

  const std::unique_ptr<Lookup> lookup_;

  /// Rows that were looked up. row_ is the next of them; place_ rows of its group are paired
  /// already.
  FoundRows found_;
  uint64_t row_ = 0;
  uint64_t place_ = 0;

  /// The next group, or row if groups are rows, to check for owed build rows.
  uint64_t owed_ = 0;

  /// Probe outputs: columns of one batch, or columns without rows beside owed build rows.
  std::vector<arrow::ColumnView> no_rows_;
  const std::vector<arrow::ColumnView>* outputs_ = &no_rows_;

  /// Pairs [given_, pairs_) have not been given yet.
  ResultSide probe_side_;
  ResultSide build_side_;
  Array<uint8_t> marks_;
  uint64_t pairs_ = 0;
  uint64_t given_ = 0;

  uint64_t count_ = 0;
  bool count_given_ = false;
};

}  // namespace hail::join
