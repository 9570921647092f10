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

/// A pair of types, one per side, whose values can be equal keys.
struct KeyTypes {
  ColumnShape build;
  ColumnShape probe;
  /// Makes the value of a number.
  Cell (*value)(uint64_t number, bool build);
};

extern const std::array<KeyTypes, 26> kKeyTypes;

/// Returns rows of keys, a number, a text and a boolean.
///
/// build        rows are of the build side
/// values       number of values that keys are drawn from
/// null_share   percentage of NULLs among keys
Rows random_rows(const std::vector<const KeyTypes*>& keys, bool build, size_t rows, uint64_t values,
                 unsigned null_share, workload::Random& random);

}  // namespace hail::testing_rows
