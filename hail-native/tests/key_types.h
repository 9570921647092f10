// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hail/laboratory/workload/random.h"
#include "rows.h"

// Random rows of all types of keys.

namespace hail::testing_rows {

/// Types of keys that are equal by value, for one side and the other.
struct KeyTypes {
  ColumnShape build;
  ColumnShape probe;
  /// The value of a number.
  Cell (*value)(uint64_t number, bool build);
};

extern const std::array<KeyTypes, 26> kKeyTypes;

/// Rows of keys, a number, a text and a boolean.
///
/// build        whether they are of the build side
/// values       numbers that keys are drawn from
/// null_share   NULLs among keys, percent
Rows random_rows(const std::vector<const KeyTypes*>& keys, bool build, size_t rows, uint64_t values,
                 unsigned null_share, workload::Random& random);

}  // namespace hail::testing_rows
