// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/join/operator/star.h"

#include <string>
#include <utility>

#include "hail/errors.h"

namespace hail::join {
namespace {

/// Whether each probe row alone decides what this kind gives for it, whatever other rows come.
bool can_be_in_star(JoinKind kind) {
  switch (kind) {
    case JoinKind::kInner:
    case JoinKind::kProbeOuter:
    case JoinKind::kProbeSemi:
    case JoinKind::kProbeAnti:
    case JoinKind::kNullAwareAnti:
      return true;
    default:
      return false;
  }
}

}  // namespace

void Star::check_number(uint64_t joins) {
  if (joins == 0 || joins > kMostJoins) {
    throw InvalidArgument("A star has 1 to " + std::to_string(kMostJoins) + " joins, not " +
                          std::to_string(joins));
  }
}

void Star::check() const {
  check_number(joins.size());
  for (size_t i = 0; i < joins.size(); ++i) {
    const Specification& join = joins[i]->specification();
    const std::string name = "Join " + std::to_string(i) + " of the star";
    if (!can_be_in_star(join.kind)) {
      throw InvalidArgument(name + " is of kind " + name_of(join.kind) +
                            "; there can be INNER, PROBE_OUTER, PROBE_SEMI, PROBE_ANTI and "
                            "NULL_AWARE_ANTI");
    }
    if (join.probe != probe()) {
      throw InvalidArgument(name + " has another probe side than join 0, of " +
                            std::to_string(join.probe.size()) + " columns and " +
                            std::to_string(probe().size()) +
                            ": names, formats, flags and metadata of all columns must be the same");
    }
  }
  check_columns(probe_outputs, probe(), "probe", "Output");
  check_batch_rows(batch_rows);
}

std::vector<uint32_t> Star::used_probe_columns() const {
  std::vector<uint32_t> columns = probe_outputs;
  for (const std::shared_ptr<BuiltJoin>& join : joins) {
    columns = each_once(std::move(columns), join->specification().probe_keys);
  }
  return columns;
}

arrow::Schema Star::result() const {
  arrow::Schema columns;
  if (row_numbers) {
    columns.push_back(arrow::Field{std::string(kRow), "I", {}, 0, {}, {}});
  }
  append_outputs(probe(), probe_outputs, false, columns);
  for (const std::shared_ptr<BuiltJoin>& join : joins) {
    const Specification& specification = join->specification();
    append_outputs(specification.build, specification.build_outputs,
                   misses_build_rows(specification.kind), columns);
  }
  return columns;
}

}  // namespace hail::join
