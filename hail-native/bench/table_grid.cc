// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "table_grid.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hail/arrow/owned_array.h"
#include "hail/join/operator/build_side.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/probe.h"
#include "hail/join/table/hash.h"
#include "hail/laboratory/workload/random.h"
#include "hail/work/workers.h"
#include "integer_batch.h"
#include "spread.h"

namespace hail::bench {
namespace {

using join::BuiltJoin;
using join::ProbeMode;
using join::Specification;
using join::TableChoice;

constexpr uint64_t kBatchRows = 8'192;

struct Setup {
  const char* name;
  TableChoice table;
  /// Bytes of each probe's buffer; 0 for direct probes.
  uint64_t buffer_bytes;
};

constexpr Setup kSetups[] = {
    {"concise hash, direct", TableChoice::kConciseHash, 0},
    {"concise hash, 64 MiB", TableChoice::kConciseHash, uint64_t{64} << 20},
    {"linear, direct", TableChoice::kLinearProbing, 0},
    {"linear, 64 MiB", TableChoice::kLinearProbing, uint64_t{64} << 20},
};

/// Seconds of one round, and the results that it found.
struct Measured {
  double build = 0;
  double probe = 0;
  uint64_t table_bytes = 0;
  uint64_t matches = 0;
  uint64_t sum = 0;
};

class Clock {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

class Sides {
 public:
  explicit Sides(const TableShape& shape) : threads_(shape.threads), build_(2), probe_(1) {
    workload::Random random(1);
    std::vector<uint64_t> numbers(shape.build_rows);
    std::iota(numbers.begin(), numbers.end(), 0);
    for (uint64_t i = shape.build_rows; i > 1; --i) {
      std::swap(numbers[i - 1], numbers[random.below(i)]);
    }
    for (const uint64_t number : numbers) {
      build_[0].push_back(static_cast<int64_t>(join::mix64(number)));
      build_[1].push_back(static_cast<int64_t>(number));
    }
    for (uint64_t row = 0; row < shape.probe_rows; ++row) {
      const uint64_t number = random.below(shape.build_rows);
      const bool match = shape.match_rate >= 1 || random.unit() < shape.match_rate;
      probe_[0].push_back(
          static_cast<int64_t>(join::mix64(match ? number : number + shape.build_rows)));
    }
  }

  Measured run(const Setup& setup) const {
    Specification specification;
    specification.build = integers(2);
    specification.probe = integers(1);
    specification.build_keys = {0};
    specification.probe_keys = {0};
    specification.build_outputs = {1};
    specification.table = setup.table;
    specification.threads = threads_;
    if (setup.buffer_bytes > 0) {
      specification.probe_mode = ProbeMode::kBuffered;
      specification.probe_buffer = setup.buffer_bytes;
    }
    specification.check();
    auto budget = std::make_shared<MemoryBudget>();
    join::BuildSide side(specification, *budget);
    BorrowedBatch batch(build_, 0, build_.front().size());
    side.add(batch.lend());
    const uint64_t before = budget->used();
    Measured measured;
    const Clock building;
    auto built = std::make_shared<BuiltJoin>(specification, budget, side.finish());
    measured.build = building.seconds();
    // The 8-byte keys have moved from the build columns to the table.
    measured.table_bytes = budget->used() - (before - build_.front().size() * sizeof(int64_t));
    Workers workers(threads_);
    std::vector<Measured> found(threads_);
    const Clock probing;
    workers.run([&](unsigned thread) { probe(built, thread, found[thread]); });
    measured.probe = probing.seconds();
    for (const Measured& mine : found) {
      measured.matches += mine.matches;
      measured.sum += mine.sum;
    }
    return measured;
  }

 private:
  void probe(const std::shared_ptr<BuiltJoin>& built, unsigned thread, Measured& found) const {
    // Batches with rows in a buffer must stay in memory.
    std::vector<std::unique_ptr<BorrowedBatch>> lent;
    join::Probe probe(built);
    auto read = [&] {
      ArrowArray result{};
      while (probe.next(&result) > 0) {
        const auto* values = static_cast<const int64_t*>(result.children[0]->buffers[1]);
        found.matches += static_cast<uint64_t>(result.length);
        found.sum +=
            static_cast<uint64_t>(std::accumulate(values, values + result.length, int64_t{0}));
        result.release(&result);
      }
    };
    const uint64_t end = piece_begin(probe_.front().size(), threads_, thread + 1);
    for (uint64_t from = piece_begin(probe_.front().size(), threads_, thread); from < end;
         from += kBatchRows) {
      lent.push_back(
          std::make_unique<BorrowedBatch>(probe_, from, std::min(kBatchRows, end - from)));
      probe.add(lent.back()->lend());
      read();
    }
    probe.finish();
    read();
  }

  const unsigned threads_;
  std::vector<Column> build_;
  std::vector<Column> probe_;
};

}  // namespace

void run_table_grid(const TableShape& shape) {
  const Sides sides(shape);
  std::printf(
      "%llu build rows, %llu probe rows, match rate %.2f, %u threads, %u rounds: medians with "
      "least and greatest\n",
      static_cast<unsigned long long>(shape.build_rows),
      static_cast<unsigned long long>(shape.probe_rows), shape.match_rate, shape.threads,
      shape.rounds);
  std::vector<std::vector<double>> builds(std::size(kSetups));
  std::vector<std::vector<double>> probes(std::size(kSetups));
  std::vector<Measured> last(std::size(kSetups));
  for (unsigned round = 0; round <= shape.rounds; ++round) {
    for (size_t i = 0; i < std::size(kSetups); ++i) {
      // Each round begins with another one.
      const size_t setup = (i + round) % std::size(kSetups);
      last[setup] = sides.run(kSetups[setup]);
      if (round > 0) {
        builds[setup].push_back(last[setup].build);
        probes[setup].push_back(last[setup].probe);
      }
    }
    for (const Measured& measured : last) {
      if (measured.matches != last[0].matches || measured.sum != last[0].sum) {
        throw std::logic_error("Tables give different rows");
      }
    }
  }
  for (size_t i = 0; i < std::size(kSetups); ++i) {
    const Spread build = Spread::of(builds[i]);
    const Spread probe = Spread::of(probes[i]);
    const double rows = static_cast<double>(shape.probe_rows) * 1e-6;
    std::printf(
        "%-22s table %7.1f MB  build %6.3f s [%.3f, %.3f]  probe %6.1f M rows/s [%.1f, %.1f]\n",
        kSetups[i].name, static_cast<double>(last[i].table_bytes) * 1e-6, build.median, build.least,
        build.greatest, rows / probe.median, rows / probe.greatest, rows / probe.least);
  }
}

}  // namespace hail::bench
