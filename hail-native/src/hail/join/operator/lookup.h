// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hail/arrow/batch.h"
#include "hail/arrow/column_view.h"
#include "hail/arrow/owned_array.h"
#include "hail/join/key_codec.h"
#include "hail/join/operator/specification.h"
#include "hail/memory/budget.h"

namespace hail::join {

/// A batch of the probe side, held as long as its rows may be asked for.
struct ProbeBatch {
  /// used   columns that are keys or outputs
  /// Throws InvalidBatch; then the array is released.
  ProbeBatch(arrow::OwnedArray array, const Specification& specification,
             std::span<const uint32_t> used, MemoryBudget& budget)
      : batch(std::move(array), specification.probe, used, "probe", budget) {
    for (const uint32_t key : specification.probe_keys) {
      keys.push_back(batch.column(key));
    }
    for (const uint32_t output : specification.probe_outputs) {
      outputs.push_back(batch.column(output));
    }
  }

  uint64_t rows() const { return batch.rows(); }

  arrow::Batch batch;
  std::vector<arrow::ColumnView> keys;
  std::vector<arrow::ColumnView> outputs;
};

/// Rows of a batch of the probe side, one after the other, that were looked up.
struct FoundRows {
  const ProbeBatch* batch = nullptr;
  /// The first of them.
  uint64_t from = 0;
  uint64_t rows = 0;
  /// For each row the group of the build side that has its key, or kNone.
  const uint32_t* groups = nullptr;
  const KeyState* states = nullptr;
};

/// Looks up rows of the probe side, in the order in which they come:
///
///   add(batch), then find() until it is false, and so on; at the end find() with `end`
///   after each find() that is true, next() until it is false
class Lookup {
 public:
  virtual ~Lookup() = default;

  /// Takes a batch when no rows are pending, and releases it if it has no rows. Throws InvalidBatch
  /// or BudgetExceeded; then rows of batches before are as they were.
  virtual void add(arrow::OwnedArray batch) = 0;

  /// Whether there are rows that next() has not returned and that do not wait for others.
  virtual bool pending() const = 0;

  /// Looks up further rows when next() has returned all that were, and may release their batches,
  /// those first that came first. False if there are no rows, or those that are there wait for
  /// others. If it throws it can be called again.
  ///
  /// end   no batch follows: nothing waits any more
  virtual bool find(bool end) = 0;

  /// Groups of all rows that the last find() looked up.
  virtual std::span<const uint32_t> groups() const = 0;

  /// Sets the next of these rows, which are of one batch; false if all have been returned.
  virtual bool next(FoundRows& rows) = 0;

  /// Whether rows after those that next() returned last are of the same batch.
  virtual bool in_midst_of_batch() const = 0;
};

}  // namespace hail::join
