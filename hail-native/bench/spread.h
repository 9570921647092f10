// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hail::bench {

/// Figures of some rounds. With an even number of rounds, the median is the mean of the middle two.
struct Spread {
  double least;
  double median;
  double greatest;

  /// values   at least one
  static Spread of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const size_t n = values.size();
    const double median = n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
    return {values.front(), median, values.back()};
  }
};

}  // namespace hail::bench
