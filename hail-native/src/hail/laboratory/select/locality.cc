// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/locality.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "hail/join/table/partition.h"
#include "hail/laboratory/select/skew.h"

namespace hail::select {
namespace {

constexpr double kLine = join::kLineBytes;

/// Lines that are accessed as often as each other.
struct Lines {
  double count;
  /// Share of the accesses that go to one of them.
  double share;
};

/// Keys of neighbouring ranks, of which one is about as hot as another.
struct Band {
  double from;  ///< keys that are hotter
  double to;
  double share;  ///< of all accesses
};

std::vector<Band> bands_of(double keys, double skew) {
  if (skew <= 0) {
    return {{0, keys, 1}};
  }
  std::vector<Band> bands;
  double share = 0;
  for (double from = 0; from < keys;) {
    const double to = std::min(keys, std::max(1.0, 2 * from));
    const double upto = zipf_share(static_cast<uint64_t>(to), static_cast<uint64_t>(keys), skew);
    bands.push_back({from, to, upto - share});
    share = upto;
    from = to;
  }
  return bands;
}

/// The lines of a part, by the hottest key on each.
std::vector<Lines> lines_of(double part, double keys, const std::vector<Band>& bands) {
  const double all = std::max(1.0, std::min(part / kLine, keys));
  const double on_line = keys / all;
  // Lines without one of the hottest keys.
  const auto without = [&](double hottest) { return all * std::pow(1 - hottest / keys, on_line); };
  std::vector<Lines> lines;
  double sum = 0;
  double colder = 1;
  for (const Band& band : bands) {
    colder -= band.share;
    const double count = without(band.from) - without(band.to);
    const double left = keys - band.to;
    const double share = band.share / (band.to - band.from) +
                         (left > 0 ? (on_line - 1) * std::max(0.0, colder) / left : 0);
    lines.push_back({count, share});
    sum += count * share;
  }
  for (Lines& each : lines) {
    each.share /= sum;
  }
  return lines;
}

}  // namespace

double access_cost(const CostCurve& curve, std::span<const double> parts, double passing,
                   double keys, double skew) {
  keys = std::max(1.0, keys);
  const std::vector<Band> bands = bands_of(keys, skew);
  std::vector<Lines> lines;
  for (const double part : parts) {
    const std::vector<Lines> of_part = lines_of(part, keys, bands);
    lines.insert(lines.end(), of_part.begin(), of_part.end());
  }
  // Of so many lines accessed evenly this share is accessed between two accesses to the same one.
  const double evenly = 1 - std::exp(-1.0);
  double cost = 0;
  for (const Lines& accessed : lines) {
    double between = passing / kLine / accessed.share;
    for (const Lines& other : lines) {
      between += other.count * (1 - std::exp(-other.share / accessed.share));
    }
    cost += accessed.count * accessed.share * curve.at(between * kLine / evenly);
  }
  return cost;
}

}  // namespace hail::select
