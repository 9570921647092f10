// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "selector_cases.h"

#include "hail/join/table/table_size.h"
#include "hail/laboratory/select/cost_curve.h"

namespace hail::testing_select {

using select::CostCurve;
using select::HostCosts;
using select::JoinShape;
using select::RowCosts;

HostCosts fixed_costs() {
  const CostCurve filling({{kMega / 64, 5}, {kMega / 4, 6}, {4 * kMega, 16}, {64 * kMega, 26}});
  const CostCurve plain({{kMega / 64, 1}, {kMega / 4, 2}, {4 * kMega, 4}, {64 * kMega, 30}});
  const CostCurve batched({{kMega / 64, 2}, {kMega / 4, 3}, {4 * kMega, 4}, {64 * kMega, 12}});
  const CostCurve read({{kMega / 4, 0.01}, {64 * kMega, 0.05}});
  const CostCurve fresh({{2 * kMega, 0.03}, {64 * kMega, 0.1}});
  const CostCurve plain_rows({{1, 2}, {64, 2.5}, {1024, 6}, {4096, 7}});
  const CostCurve streamed_lines({{1, 2}, {64, 3}, {1024, 3.5}, {4096, 5}});
  const RowCosts rows{{plain_rows, plain_rows},
                      {plain_rows, streamed_lines},
                      0.5,
                      {{{6, 2},
                        {6, 3},
                        {5, 1},
                        {5, 2},
                        {5, 1},
                        {5, 2},
                        {16, 6},
                        {10, 5},
                        {3, 2},
                        {2, 1},
                        {4, 4},
                        {2, 2},
                        {2, 1}}}};
  return HostCosts(
      {join::Caches{}, filling, plain, batched, read, read, fresh, 0.1, 0.02, 10'000, rows, rows});
}

JoinShape materialised(uint64_t build, uint64_t probe) {
  JoinShape shape;
  shape.build_rows = build;
  shape.probe_rows = probe;
  shape.key_bytes = 4;
  shape.payload_bytes = 4;
  shape.unique = true;
  return shape;
}

}  // namespace hail::testing_select
