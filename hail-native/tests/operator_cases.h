// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hail/arrow/schema.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/probe.h"
#include "hail/join/operator/specification.h"
#include "hail/laboratory/workload/random.h"
#include "hail/memory/budget.h"
#include "key_types.h"
#include "rows.h"

// Cases for tests of the join operator: rows of both sides, a join, and what it must give.

namespace hail::testing_operators {

inline constexpr join::JoinKind kKinds[] = {
    join::JoinKind::kInner,     join::JoinKind::kProbeOuter, join::JoinKind::kBuildOuter,
    join::JoinKind::kFullOuter, join::JoinKind::kProbeSemi,  join::JoinKind::kProbeAnti,
    join::JoinKind::kBuildSemi, join::JoinKind::kBuildAnti,  join::JoinKind::kNullAwareAnti,
    join::JoinKind::kMark,      join::JoinKind::kCount};

/// Whether joins of the kind allow only one key column.
bool takes_one_key(join::JoinKind kind);

/// Both sides of a join, and the number of its probes.
struct Case {
  testing_rows::Shape build_shape;
  testing_rows::Shape probe_shape;
  testing_rows::Rows build;
  testing_rows::Rows probe;
  join::Specification specification;
  unsigned probes = 1;
};

/// Builds the join from batches of random sizes.
std::shared_ptr<join::BuiltJoin> build_join(const Case& made,
                                            const std::shared_ptr<MemoryBudget>& budget,
                                            workload::Random& random);

/// Appends the results that a probe has ready.
void read_all(join::Probe& probe, const arrow::Schema& schema,
              const join::Specification& specification, testing_rows::Rows& result);

/// Opens made.probes probes, which take batches of random sizes in random turn. Sets results[i] to
/// the rows of probe i.
void probe_in_turn(const Case& made, const std::shared_ptr<join::BuiltJoin>& join,
                   workload::Random& random, std::vector<testing_rows::Rows>& results);

/// Sets `result` to the rows of all probes, or to the sum of their counts.
void probe_join(const Case& made, const std::shared_ptr<join::BuiltJoin>& join,
                workload::Random& random, testing_rows::Rows& result);

/// Expects a join to give the same as the plainest join of its rows, and to leave no memory behind.
void expect_right(const Case& made, workload::Random& random);

/// Gives a case all output columns that its kind allows.
void give_all_columns(Case& made, join::JoinKind kind);

/// Calls expect_right() for the case as a join of another kind, with outputs of all columns.
void expect_right_as(Case made, join::JoinKind kind, workload::Random& random);

/// Makes a join on integers and NULLs. Build rows also have a number, probe rows a text.
Case integers(const std::vector<std::optional<int64_t>>& build,
              const std::vector<std::optional<int64_t>>& probe);

/// Calls expect_right_as() for all kinds of joins that allow so many key columns.
void expect_right_in_all_kinds(const Case& made, workload::Random& random);

/// Makes a random join on these keys. A key has few rows, so matches stay few.
Case random_case(const std::vector<const testing_rows::KeyTypes*>& keys, workload::Random& random);

/// Makes a join on near keys. No key comes twice, except NULL. Build rows also have a value of a
/// type and a small number, probe rows a text.
Case different_keys(const testing_rows::KeyTypes& value, size_t rows, unsigned null_share,
                    workload::Random& random);

/// Returns keys from 1000 on. One in `one_in` keys is far from all others; these outliers have
/// `values` different values.
std::vector<std::optional<int64_t>> keys_with_outliers(int64_t rows, int64_t one_in,
                                                       uint64_t values);

}  // namespace hail::testing_operators
