// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "hail/arrow/schema.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/specification.h"

namespace hail::join {

/// Several joins of one probe side. Their result is the result of a chain, in which each join takes
/// the result of the join before.
struct Star {
  static constexpr size_t kMostJoins = 64;
  /// The column that row_numbers adds.
  static constexpr std::string_view kRow = "row";

  /// From each join the star takes the kind, the probe key columns and the build outputs. Probe
  /// outputs and the probe mode of the join do not matter.
  std::vector<std::shared_ptr<BuiltJoin>> joins;
  /// Numbers of probe columns in the result.
  std::vector<uint32_t> probe_outputs;
  /// Whether the result begins with the numbers of the probe rows in their batch.
  bool row_numbers = false;
  uint32_t batch_rows = Specification::kDefaultBatchRows;

  /// Throws InvalidArgument unless the number of joins is 1 to kMostJoins.
  static void check_number(uint64_t joins);

  /// Checks that the star can run. All joins must decide about each probe row alone, and have the
  /// same probe schema.
  /// Throws InvalidArgument or UnsupportedType.
  void check() const;

  /// The schema of the probe side. Call this, and the methods below, only after check() has passed.
  const arrow::Schema& probe() const { return joins.front()->specification().probe; }

  /// Probe columns that are keys or outputs, ascending, each once.
  std::vector<uint32_t> used_probe_columns() const;

  /// The schema of the result: row numbers if asked for, probe outputs, then build outputs of the joins in their order.
  arrow::Schema result() const;
};

}  // namespace hail::join
