// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hail/arrow/schema.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/specification.h"

namespace hail::join {

/// Several joins of one probe side, and what their result has: the rows that all of these joins
/// together give, as if each took the result of the one before.
struct Star {
  static constexpr size_t kMostJoins = 64;

  /// Each tells its kind, its key columns of the probe side and its outputs of the build side; how
  /// its own probes look up rows, and which outputs of the probe side they give, does not matter.
  std::vector<std::shared_ptr<BuiltJoin>> joins;
  /// Numbers of columns of the probe side.
  std::vector<uint32_t> probe_outputs;
  uint32_t batch_rows = Specification::kDefaultBatchRows;

  /// Throws InvalidArgument if there are no stars of so many joins.
  static void check_number(uint64_t joins);

  /// Throws InvalidArgument or UnsupportedType if something cannot be: a join of a kind that is
  /// not about rows of the probe side alone, or probe sides of different columns.
  void check() const;

  /// Columns of the probe side. Only of what check() lets pass, as all that follows.
  const arrow::Schema& probe() const { return joins.front()->specification().probe; }

  /// Columns of the probe side that are keys or outputs, each once.
  std::vector<uint32_t> used_probe_columns() const;

  /// The columns of the result: outputs of the probe side, then those of the joins in their order.
  arrow::Schema result() const;
};

}  // namespace hail::join
