#include "selector_grid.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "hail/join/algorithms.h"
#include "hail/select/selector.h"
#include "hail/select/skew.h"

namespace hail::bench {
namespace {

using join::Key;
using select::JoinShape;

/// Memory for a join; what takes more is no candidate.
constexpr uint64_t kBudget = uint64_t{1} << 30;

/// Runs joins of one shape.
template <Key K>
class Cell {
 public:
  Cell(const workload::Relations<K>& rows, const JoinShape& shape)
      : rows_(rows), shape_(shape), workers_(shape.threads) {}

  /// Seconds of the fastest of some rounds, for each plan; each round begins with another one.
  std::vector<double> measure(const std::vector<select::Estimate>& plans, unsigned rounds) {
    std::vector<double> least(plans.size(), std::numeric_limits<double>::infinity());
    for (unsigned round = 0; round <= rounds; ++round) {
      for (size_t i = 0; i < plans.size(); ++i) {
        const size_t which = (i + round) % plans.size();
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
    settings.unique = shape_.unique;
    settings.nodes = shape_.nodes;
    settings.caches = shape_.caches;
    MemoryBudget budget(shape_.memory_budget);
    join::CountSink sink;
    const auto begin = std::chrono::steady_clock::now();
    join::algorithm<K>(plan.candidate->name)
        .count(rows_.build.span(), rows_.probe.span(), plan.hash, settings, workers_, budget, sink);
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

void run_selector_grid(const select::HostCosts& costs, unsigned rounds, const std::string& json) {
  // Rows of both sides beyond which shapes take too long for all candidates.
  constexpr uint64_t kMostRows = 13'000'000;
  using K = uint32_t;
  Report report(json);
  for (const unsigned bits : {16U, 18U, 20U, 22U}) {
    for (const uint64_t factor : {1U, 10U}) {
      for (const uint64_t density : {1U, 2U, 8U, 100U}) {
        for (const double zipf : {0.0, 0.9, 0.99}) {
          workload::RelationsShape made{.build_rows = uint64_t{1} << bits,
                                        .probe_rows = factor << bits,
                                        .density_factor = density,
                                        .zipf = zipf};
          if (made.build_rows + made.probe_rows > kMostRows) {
            continue;
          }
          MemoryBudget inputs;
          const auto rows = workload::make_relations<K>(made, inputs);
          for (const unsigned threads : {1U, 2U}) {
            JoinShape shape = shape_of<K>(rows, threads, costs.figures().caches);
            shape.memory_budget = kBudget;
            const auto choice = std::get<select::Choice>(select::choose(shape, costs));
            std::vector<select::Estimate> plans = select::estimates(shape, costs);
            std::erase_if(plans, [](const auto& each) { return each.peak_bytes > kBudget; });
            const std::vector<double> seconds = Cell<K>(rows, shape).measure(plans, rounds);
            char name[80];
            std::snprintf(name, sizeof(name), "4+4/2^%u-%llux/d%llu/z%.2f/t%u", bits,
                          static_cast<unsigned long long>(factor),
                          static_cast<unsigned long long>(density), zipf, threads);
            report.add(name, choice, plans, seconds);
          }
        }
      }
    }
  }
  report.finish();
}

template JoinShape shape_of(const workload::Relations<uint32_t>&, unsigned, const join::Caches&);
template JoinShape shape_of(const workload::Relations<uint64_t>&, unsigned, const join::Caches&);

}  // namespace hail::bench
