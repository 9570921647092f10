// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <string>

#include "hail/arrow/c_data.h"
#include "hail/arrow/owned_array.h"
#include "hail/arrow/schema.h"
#include "hail/errors.h"

namespace hail::join {

/// Turns batches of the probe side into batches of a result, for one thread at a time. Call add()
/// for a batch, then next() until it returns 0, and so on. After the last batch call finish(), then
/// next() until it returns 0.
class BatchProbe {
 public:
  BatchProbe() = default;
  virtual ~BatchProbe() = default;

  BatchProbe(const BatchProbe&) = delete;
  BatchProbe& operator=(const BatchProbe&) = delete;

  /// The schema of the batches that next() writes.
  virtual arrow::Schema result() const = 0;

  /// Takes a batch. next() gives its rows, but perhaps only after further batches or the end.
  /// Throws InvalidBatch, or WrongState if next() still has rows to give or finish() was called.
  virtual void add(arrow::OwnedArray batch) = 0;

  /// Writes the next rows as a batch and returns their number. Returns 0 and writes nothing if
  /// there are no more rows for now. After an exception the same rows can be asked for again.
  virtual uint64_t next(ArrowArray* out) = 0;

  /// Ends the batches of this probe; next() then gives the rows that are left. Returns the number
  /// of other open probes that share the last rows of the build side with this one.
  /// Throws WrongState as add() does, and BudgetExceeded if there is no memory to look up rows that
  /// waited. After BudgetExceeded the call can be repeated.
  virtual uint32_t finish() = 0;

 protected:
  /// Whether next() has rows to give.
  virtual bool is_pending() const = 0;

  /// Throws WrongState unless a batch or the end may come now.
  void check_given(const char* what) const {
    if (finished_) {
      throw WrongState(std::string(what) + " came after the probe had finished");
    }
    if (is_pending()) {
      throw WrongState(std::string(what) + " came before all rows of the batch before were given");
    }
  }

  bool finished_ = false;
};

}  // namespace hail::join
