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

/// Takes batches of the probe side and gives those of a result, for one thread.
class BatchProbe {
 public:
  BatchProbe() = default;
  virtual ~BatchProbe() = default;

  BatchProbe(const BatchProbe&) = delete;
  BatchProbe& operator=(const BatchProbe&) = delete;

  /// The columns of what next() writes.
  virtual arrow::Schema result() const = 0;

  /// Takes a batch, whose rows next() gives, though perhaps not before further batches or the end
  /// have come. Throws InvalidBatch, or WrongState if next() has rows to give.
  virtual void add(arrow::OwnedArray batch) = 0;

  /// Writes the next rows and returns how many; 0, and nothing is written, if there are no more. If
  /// it throws, the same rows can be asked for again.
  virtual uint64_t next(ArrowArray* out) = 0;

  /// Ends the batches of this probe, after which next() gives what is left. Returns how many probes
  /// that share what is left with this one are still open. Throws WrongState as add() does, and
  /// BudgetExceeded if there is no memory to look up rows that waited; then it can be called again.
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
