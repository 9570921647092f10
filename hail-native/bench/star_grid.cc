// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "star_grid.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hail/arrow/owned_array.h"
#include "hail/join/operator/build_side.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/probe.h"
#include "hail/join/operator/star_probe.h"
#include "hail/laboratory/workload/random.h"
#include "integer_batch.h"

namespace hail::bench {
namespace {

using join::BatchProbe;
using join::BuiltJoin;
using join::Specification;

constexpr size_t kJoins = 3;
constexpr uint64_t kProbeRows = 4'000'000;
constexpr uint64_t kBatchRows = 8'192;

struct StarShape {
  const char* name;
  /// Number of values that keys of the probe side are drawn from.
  uint64_t values;
  /// Distance between neighbouring keys. With 1, tables are arrays; with 64, hash tables.
  int64_t step;
  /// Share of the values that each build side contains.
  std::array<double, kJoins> match_rates;
};

constexpr StarShape kShapes[] = {
    {"arrays of 100k values", 100'000, 1, {0.1, 0.1, 0.1}},
    {"arrays of 100k values", 100'000, 1, {0.9, 0.5, 0.1}},
    {"arrays of 100k values", 100'000, 1, {0.1, 0.5, 0.9}},
    {"arrays of 100k values", 100'000, 1, {1, 1, 1}},
    {"arrays of 4m values", 4'000'000, 1, {0.1, 0.1, 0.1}},
    {"arrays of 4m values", 4'000'000, 1, {0.9, 0.5, 0.1}},
    {"arrays of 4m values", 4'000'000, 1, {1, 1, 1}},
    {"hash tables of 100k values", 100'000, 64, {0.1, 0.1, 0.1}},
    {"hash tables of 100k values", 100'000, 64, {0.9, 0.5, 0.1}},
    {"hash tables of 100k values", 100'000, 64, {1, 1, 1}},
    {"hash tables of 4m values", 4'000'000, 64, {0.1, 0.1, 0.1}},
    {"hash tables of 4m values", 4'000'000, 64, {0.9, 0.5, 0.1}},
    {"hash tables of 4m values", 4'000'000, 64, {0.1, 0.5, 0.9}},
    {"hash tables of 4m values", 4'000'000, 64, {1, 1, 1}},
};

std::shared_ptr<BuiltJoin> build(const Specification& specification,
                                 const std::vector<Column>& rows) {
  specification.check();
  auto budget = std::make_shared<MemoryBudget>();
  join::BuildSide side(specification, *budget);
  BorrowedBatch batch(rows, 0, rows.front().size());
  side.add(batch.lend());
  return std::make_shared<BuiltJoin>(specification, budget, side.finish());
}

/// What the results of star and chain must share, however long each takes.
struct Outcome {
  uint64_t rows = 0;
  uint64_t sum = 0;

  void add(const ArrowArray& batch) {
    rows += static_cast<uint64_t>(batch.length);
    for (int64_t column = 0; column < batch.n_children; ++column) {
      const auto* values = static_cast<const int64_t*>(batch.children[column]->buffers[1]);
      sum += static_cast<uint64_t>(std::accumulate(values, values + batch.length, int64_t{0}));
    }
  }

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// Sends a batch through probes, each of which takes the results of the one before.
void probe(std::vector<std::unique_ptr<BatchProbe>>& probes, size_t first, arrow::OwnedArray batch,
           Outcome& outcome) {
  if (first == probes.size()) {
    outcome.add(batch.get());
    return;
  }
  probes[first]->add(std::move(batch));
  ArrowArray result{};
  while (probes[first]->next(&result) > 0) {
    probe(probes, first + 1, arrow::OwnedArray(result), outcome);
  }
}

class Tables {
 public:
  explicit Tables(const StarShape& shape) : probe_(kJoins + 1) {
    workload::Random random(1);
    for (size_t join = 0; join < kJoins; ++join) {
      std::vector<Column> rows(2);
      for (uint64_t value = 0; value < shape.values; ++value) {
        if (random.unit() < shape.match_rates[join]) {
          rows[0].push_back(static_cast<int64_t>(value) * shape.step);
        }
      }
      for (size_t i = 0; i < rows[0].size(); ++i) {
        std::swap(rows[0][i], rows[0][random.below(i + 1)]);
        rows[1].push_back(static_cast<int64_t>(random.below(1'000'000)));
      }
      // A join in a chain also outputs the keys of later joins, the value and the earlier results.
      Specification chained = specification(0, kJoins + 1);
      for (uint32_t column = 1; column <= kJoins; ++column) {
        chained.probe_outputs.push_back(column);
      }
      chain_.push_back(build(chained, rows));
      star_.joins.push_back(build(specification(static_cast<uint32_t>(join), kJoins + 1), rows));
    }
    for (uint64_t row = 0; row < kProbeRows; ++row) {
      for (size_t join = 0; join < kJoins; ++join) {
        probe_[join].push_back(static_cast<int64_t>(random.below(shape.values)) * shape.step);
      }
      probe_[kJoins].push_back(static_cast<int64_t>(row));
    }
    star_.probe_outputs = {kJoins};
  }

  std::vector<std::unique_ptr<BatchProbe>> star() const {
    std::vector<std::unique_ptr<BatchProbe>> probes;
    probes.push_back(std::make_unique<join::StarProbe>(star_, std::make_shared<MemoryBudget>()));
    return probes;
  }

  std::vector<std::unique_ptr<BatchProbe>> chain() const {
    std::vector<std::unique_ptr<BatchProbe>> probes;
    for (const std::shared_ptr<BuiltJoin>& join : chain_) {
      probes.push_back(std::make_unique<join::Probe>(join));
    }
    return probes;
  }

  /// Returns the seconds that the run took.
  double run(std::vector<std::unique_ptr<BatchProbe>> probes, Outcome& outcome) const {
    const auto begin = std::chrono::steady_clock::now();
    for (uint64_t from = 0; from < kProbeRows; from += kBatchRows) {
      BorrowedBatch batch(probe_, from, std::min(kBatchRows, kProbeRows - from));
      probe(probes, 0, batch.lend(), outcome);
    }
    // Release the batches before their rows are freed.
    probes.clear();
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    return elapsed.count();
  }

 private:
  static Specification specification(uint32_t probe_key, size_t probe_columns) {
    Specification made;
    made.build = integers(2);
    made.probe = integers(probe_columns);
    made.build_keys = {0};
    made.probe_keys = {probe_key};
    made.build_outputs = {1};
    return made;
  }

  std::vector<Column> probe_;
  join::Star star_;
  std::vector<std::shared_ptr<BuiltJoin>> chain_;
};

}  // namespace

void run_star_grid(unsigned rounds) {
  std::printf("%llu probe rows, %zu joins, seconds: the least of %u rounds\n",
              static_cast<unsigned long long>(kProbeRows), kJoins, rounds);
  for (const StarShape& shape : kShapes) {
    const Tables tables(shape);
    double star = std::numeric_limits<double>::infinity();
    double chain = star;
    for (unsigned round = 0; round <= rounds; ++round) {
      Outcome of_star;
      Outcome of_chain;
      const double star_seconds = tables.run(tables.star(), of_star);
      const double chain_seconds = tables.run(tables.chain(), of_chain);
      if (of_star != of_chain) {
        throw std::logic_error("A star and the chain of its joins differ");
      }
      if (round > 0) {
        star = std::min(star, star_seconds);
        chain = std::min(chain, chain_seconds);
      }
    }
    std::printf("%-28s match rates %.1f %.1f %.1f  star %6.3f  chain %6.3f  chain / star %5.2f\n",
                shape.name, shape.match_rates[0], shape.match_rates[1], shape.match_rates[2], star,
                chain, chain / star);
    std::fflush(stdout);
  }
}

}  // namespace hail::bench
