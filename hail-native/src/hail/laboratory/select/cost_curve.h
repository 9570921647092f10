// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hail::select {

/// What something costs, in nanoseconds, by a size: measured at some sizes, linear in the logarithm
/// of the size between them, and constant below the first and above the last.
class CostCurve {
 public:
  struct Point {
    uint64_t size;
    double nanoseconds;

    friend bool operator==(const Point&, const Point&) = default;
  };

  /// Throws std::invalid_argument unless there are points, sizes are at least 1 and ascend, and costs
  /// are finite and above 0.
  explicit CostCurve(std::vector<Point> points);

  double at(double size) const;

  std::span<const Point> points() const { return points_; }

  friend bool operator==(const CostCurve&, const CostCurve&) = default;

 private:
  std::vector<Point> points_;
};

}  // namespace hail::select
