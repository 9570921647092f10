// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "selector_grid.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/select/selector.h"
#include "hail/laboratory/select/skew.h"
#include "hail/laboratory/workload/random.h"

namespace hail::bench {
namespace {

using join::Key;
using select::JoinShape;

/// Memory for a join. A join that takes more is no candidate.
constexpr uint64_t kBudget = uint64_t{1} << 30;

/// Runs joins of one shape.
template <Key K>
class Cell {
 public:
  Cell(const workload::Relations<K>& rows, const JoinShape& shape)
      : rows_(rows), shape_(shape), workers_(shape.threads) {}

  /// Returns the seconds of the fastest round of each plan. Each round runs the plans in another
  /// order, because a plan can reuse memory of the plan before. Short runs get more rounds, since
  /// other work disturbs them more.
  std::vector<double> measure(const std::vector<select::Estimate>& plans, unsigned rounds) {
    constexpr uint64_t kManyRows = uint64_t{1} << 22;
    rounds *= static_cast<unsigned>(
        std::clamp<uint64_t>(kManyRows / (shape_.build_rows + shape_.probe_rows), 1, 8));
    std::vector<double> least(plans.size(), std::numeric_limits<double>::infinity());
    std::vector<size_t> order(plans.size());
    std::iota(order.begin(), order.end(), 0);
    workload::Random random(1);
    for (unsigned round = 0; round <= rounds; ++round) {
      for (size_t i = order.size(); i > 1; --i) {
        std::swap(order[i - 1], order[random.below(i)]);
      }
      for (const size_t which : order) {
        const double seconds = run(plans[which].plan);
        if (round > 0) {
          least[which] = std::min(least[which], seconds);
        }
      }
    }
    return least;
  }

 private:
  double run(const select::Plan& plan) {
    join::Settings settings;
    settings.radix_bits = plan.radix_bits;
    settings.write = plan.write;
    settings.unique = shape_.unique;
    settings.nodes = shape_.nodes;
    settings.caches = shape_.caches;
    MemoryBudget budget(shape_.memory_budget);
    join::SumSink sink;
    const auto begin = std::chrono::steady_clock::now();
    join::algorithm<K>(plan.candidate->name)
        .sum(rows_.build.span(), rows_.probe.span(), plan.hash, settings, workers_, budget, sink);
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    if (sink.matches != rows_.probe.size()) {
      throw std::logic_error(std::string(plan.candidate->name) + " found " +
                             std::to_string(sink.matches) + " matches of " +
                             std::to_string(rows_.probe.size()));
    }
    return elapsed.count();
  }

  const workload::Relations<K>& rows_;
  const JoinShape& shape_;
  Workers workers_;
};

class Report {
 public:
  explicit Report(const std::string& json) : path_(json) {
    if (!path_.empty()) {
      json_.open(path_, std::ios::app);
    }
    std::printf("%-34s %-13s %-13s %8s %9s %9s %9s\n", "shape", "chosen", "fastest", "ratio",
                "chosen ms", "fastest", "estimated");
  }

  void add(const std::string& shape, const select::Choice& choice,
           const std::vector<select::Estimate>& plans, const std::vector<double>& seconds) {
    size_t best = 0;
    size_t chosen = plans.size();
    for (size_t i = 0; i < plans.size(); ++i) {
      best = seconds[i] < seconds[best] ? i : best;
      chosen = plans[i].plan.candidate->name == choice.algorithm ? i : chosen;
    }
    const double ratio = seconds.at(chosen) / seconds[best];
    ratios_.push_back(ratio);
    std::printf("%-34s %-13s %-13s %8.2f %9.3f %9.3f %9.3f\n", shape.c_str(),
                std::string(choice.algorithm).c_str(),
                std::string(plans[best].plan.candidate->name).c_str(), ratio, seconds[chosen] * 1e3,
                seconds[best] * 1e3, choice.seconds * 1e3);
    std::fflush(stdout);
    write("selector/" + shape, "auto", "slowdown", ratio, 1);
    for (size_t i = 0; i < plans.size(); ++i) {
      write("selector/" + shape, plans[i].plan.candidate->name, "seconds", seconds[i], 1);
      write("selector/" + shape, plans[i].plan.candidate->name, "estimated_seconds",
            plans[i].seconds, 1);
    }
  }

  void finish() {
    double logarithms = 0;
    for (double ratio : ratios_) {
      logarithms += std::log(ratio);
    }
    const double mean = std::exp(logarithms / static_cast<double>(ratios_.size()));
    const double worst = *std::max_element(ratios_.begin(), ratios_.end());
    std::printf(
        "%zu shapes: chosen / fastest is %.3f in geometric mean (gate 1.10), %.2f at worst "
        "(gate 1.5)\n",
        ratios_.size(), mean, worst);
    write("selector/grid", "auto", "slowdown_geomean", mean, ratios_.size());
    write("selector/grid", "auto", "slowdown_worst", worst, ratios_.size());
    if (json_.is_open() && !json_.flush()) {
      throw std::runtime_error("Cannot write " + path_);
    }
  }

 private:
  void write(const std::string& shape, std::string_view system, const char* metric, double value,
             size_t runs) {
    if (!json_.is_open()) {
      return;
    }
    std::ostringstream line;
    line.precision(6);
    line << R"({"bench":"join","case":")" << shape << R"(","system":")" << system
         << R"(","metric":")" << metric << R"(","median":)" << value << R"(,"min":)" << value
         << R"(,"max":)" << value << R"(,"runs":)" << runs << "}\n";
    json_ << line.str();
  }

  const std::string path_;
  std::ofstream json_;
  std::vector<double> ratios_;
};

}  // namespace

template <Key K>
JoinShape shape_of(const workload::Relations<K>& rows, unsigned threads,
                   const join::Caches& caches) {
  JoinShape shape;
  shape.build_rows = rows.build.size();
  shape.probe_rows = rows.probe.size();
  shape.key_bytes = sizeof(K);
  shape.payload_bytes = sizeof(K);
  shape.unique = true;
  shape.threads = threads;
  shape.caches = caches;
  if (rows.build.size() > 0) {
    const auto [least, greatest] =
        std::minmax_element(rows.build.span().begin(), rows.build.span().end(),
                            [](const auto& a, const auto& b) { return a.key < b.key; });
    shape.key_range = uint64_t{greatest->key} - least->key + 1;
  }
  shape.skew = select::estimate_skew<K>(rows.probe.span(), rows.build.size());
  return shape;
}

namespace {

/// The values that shapes combine; the grid has all combinations.
struct Grid {
  std::vector<uint64_t> build_rows;
  std::vector<uint64_t> factors;  ///< rows of the probe side per row of the build side
  std::vector<uint64_t> densities;
  std::vector<double> skews;
  uint64_t seed;
};

template <Key K>
void run_grid(const Grid& grid, const select::HostCosts& costs, unsigned rounds, Report& report) {
  // Bytes of both sides. Larger shapes would take too long with all candidates.
  constexpr uint64_t kMostBytes = 130'000'000;
  for (const uint64_t build_rows : grid.build_rows) {
    for (const uint64_t factor : grid.factors) {
      if ((1 + factor) * build_rows * 2 * sizeof(K) > kMostBytes) {
        continue;
      }
      for (const uint64_t density : grid.densities) {
        for (const double zipf : grid.skews) {
          MemoryBudget inputs;
          const auto rows = workload::make_relations<K>({.build_rows = build_rows,
                                                         .probe_rows = factor * build_rows,
                                                         .density_factor = density,
                                                         .zipf = zipf,
                                                         .seed = grid.seed},
                                                        inputs);
          for (const unsigned threads : {1U, 2U}) {
            JoinShape shape = shape_of<K>(rows, threads, costs.figures().caches);
            shape.memory_budget = kBudget;
            const auto choice = std::get<select::Choice>(select::choose(shape, costs));
            std::vector<select::Estimate> plans = select::estimates(shape, costs);
            std::erase_if(plans, [](const auto& each) { return each.peak_bytes > kBudget; });
            const std::vector<double> seconds = Cell<K>(rows, shape).measure(plans, rounds);
            char name[96];
            std::snprintf(name, sizeof(name), "%zu+%zu/%lluk-x%llu/d%llu/z%.2f/t%u", sizeof(K),
                          sizeof(K), static_cast<unsigned long long>(build_rows >> 10),
                          static_cast<unsigned long long>(factor),
                          static_cast<unsigned long long>(density), zipf, threads);
            report.add(name, choice, plans, seconds);
          }
        }
      }
    }
  }
}

}  // namespace

void run_selector_grid(bool other, const select::HostCosts& costs, unsigned rounds,
                       const std::string& json) {
  Report report(json);
  if (other) {
    const Grid grid{{3U << 15, 3U << 17, 3U << 19}, {1, 4}, {1, 3, 20}, {0, 0.95}, 7};
    run_grid<uint32_t>(grid, costs, rounds, report);
    run_grid<uint64_t>(grid, costs, rounds, report);
  } else {
    run_grid<uint32_t>(
        {{1U << 16, 1U << 18, 1U << 20, 1U << 22}, {1, 10}, {1, 2, 8, 100}, {0, 0.9, 0.99}, 1},
        costs, rounds, report);
  }
  report.finish();
}

template JoinShape shape_of(const workload::Relations<uint32_t>&, unsigned, const join::Caches&);
template JoinShape shape_of(const workload::Relations<uint64_t>&, unsigned, const join::Caches&);

}  // namespace hail::bench
