// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace hail::workload {

/// Ranks of a Zipf distribution over 1 to n, by the method of Gray et al. (SIGMOD 1994).
class Zipf {
 public:
  /// theta: in [0, 1)
  Zipf(uint64_t n, double theta) : n_(n), theta_(theta), alpha_(1 / (1 - theta)) {
    for (uint64_t i = 1; i <= n; ++i) {
      zeta_ += 1 / std::pow(static_cast<double>(i), theta);
    }
    double zeta_two = 1 + std::pow(0.5, theta);
    eta_ = (1 - std::pow(2.0 / static_cast<double>(n), 1 - theta)) / (1 - zeta_two / zeta_);
  }

  /// The rank that a uniform number of [0, 1) stands for; 1 is the most frequent.
  uint64_t rank(double uniform) const {
    double scaled = uniform * zeta_;
    if (scaled < 1) {
      return 1;
    }
    if (scaled < 1 + std::pow(0.5, theta_)) {
      return 2;
    }
    double rank = static_cast<double>(n_) * std::pow(eta_ * uniform - eta_ + 1, alpha_);
    return std::min(n_, 1 + static_cast<uint64_t>(rank));
  }

 private:
  uint64_t n_;
  double theta_;
  double alpha_;
  double zeta_ = 0;
  double eta_ = 0;
};

}  // namespace hail::workload
