// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hail/arrow/batch.h"
#include "hail/arrow/column_view.h"
#include "hail/arrow/owned_array.h"
#include "hail/join/key/key_codec.h"
#include "hail/join/operator/specification.h"
#include "hail/memory/budget.h"

namespace hail::join {

/// A batch of the probe side. It is kept while its rows may be asked for.
struct ProbeBatch {
  /// used   numbers of columns that are keys or outputs
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

/// Consecutive rows of a probe batch that were looked up.
struct FoundRows {
  const ProbeBatch* batch = nullptr;
  /// The first of these rows.
  uint64_t from = 0;
  uint64_t rows = 0;
  /// For each row: the build side's group with the row's key, or kNone.
  const uint32_t* groups = nullptr;
  const KeyState* states = nullptr;
};

/// Looks up rows of the probe side in the order in which they come:
///
///   add(batch), then find() until it is false, and so on; at the end find() with `end`
///   after each find() that is true, next() until it is false
///
/// For one thread at a time.
class Lookup {
 public:
  virtual ~Lookup() = default;

  /// Takes a batch while no rows are pending. A batch without rows is released at once.
  /// Throws InvalidBatch or BudgetExceeded; then rows of earlier batches are as they were.
  virtual void add(arrow::OwnedArray batch) = 0;

  /// Whether there are rows that next() has not returned and that need not wait for others.
  virtual bool pending() const = 0;

  /// Looks up further rows, after next() has returned all rows of the last find(). May release
  /// batches, the oldest first. If it throws, it can be called again.
  ///
  /// end   no batch follows, so no rows wait any longer
  /// Returns false if there are no rows, or if the rows that are there wait for others.
  virtual bool find(bool end) = 0;

  /// The groups of all rows that the last find() looked up.
  virtual std::span<const uint32_t> groups() const = 0;

  /// Sets `rows` to the next of these rows, all of one batch. Returns false if all have been
  /// returned.
  virtual bool next(FoundRows& rows) = 0;

  /// Whether the batch of the rows that next() returned last has more rows.
  virtual bool in_midst_of_batch() const = 0;
};

}  // namespace hail::join
