// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/cost_curve.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace hail::select {

CostCurve::CostCurve(std::vector<Point> points) : points_(std::move(points)) {
  if (points_.empty()) {
    throw std::invalid_argument("A curve of costs has at least one point");
  }
  Point last{0, 0};
  for (const Point& point : points_) {
    const std::string here =
        "Cost " + std::to_string(point.nanoseconds) + " of size " + std::to_string(point.size);
    if (!std::isfinite(point.nanoseconds) || point.nanoseconds <= 0) {
      throw std::invalid_argument(here + " is not a finite number above 0");
    }
    if (point.size <= last.size) {
      throw std::invalid_argument(here + " comes after size " + std::to_string(last.size));
    }
    last = point;
  }
}

double CostCurve::at(double size) const {
  if (!(size > static_cast<double>(points_.front().size))) {
    return points_.front().nanoseconds;
  }
  for (size_t i = 1; i < points_.size(); ++i) {
    const double to = static_cast<double>(points_[i].size);
    if (size <= to) {
      const double from = static_cast<double>(points_[i - 1].size);
      const double part = std::log(size / from) / std::log(to / from);
      return points_[i - 1].nanoseconds +
             part * (points_[i].nanoseconds - points_[i - 1].nanoseconds);
    }
  }
  return points_.back().nanoseconds;
}

}  // namespace hail::select
