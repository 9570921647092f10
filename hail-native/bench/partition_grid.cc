// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "partition_grid.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <limits>
#include <stdexcept>

#include "hail/join/table/hash.h"
#include "hail/join/table/partition.h"
#include "hail/laboratory/papers/identity_hash.h"
#include "hail/laboratory/select/candidate.h"
#include "hail/laboratory/select/cost_model.h"
#include "hail/laboratory/select/join_shape.h"
#include "hail/work/workers.h"

namespace hail::bench {
namespace {

using Row = join::Tuple<uint32_t>;

constexpr std::array kWrites{join::Write::kPlain, join::Write::kCombined, join::Write::kStreaming};

/// Splits rows and returns the seconds it took.
double split(std::span<const Row> rows, unsigned bits, Pages pages, join::Write write,
             Workers& workers) {
  MemoryBudget budget;
  const auto begin = std::chrono::steady_clock::now();
  const auto parts = join::Partitioner<uint32_t>(workers, budget, pages, write)
                         .split(rows, size_t{1} << bits, join::LowBits(join::IdentityHash{}, bits),
                                join::Layout::kContiguous);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  if (parts.partitions() != size_t{1} << bits) {
    throw std::logic_error("partitions are missing");
  }
  return elapsed.count();
}

/// Returns the way to write that CPRL takes for sides of so many rows.
join::Write way_of_a_join(uint64_t rows, unsigned bits, unsigned threads,
                          const select::HostCosts& costs) {
  select::JoinShape shape;
  shape.build_rows = rows;
  shape.probe_rows = rows;
  shape.key_bytes = sizeof(uint32_t);
  shape.payload_bytes = sizeof(uint32_t);
  shape.threads = threads;
  shape.caches = costs.figures().caches;
  const auto candidates = select::candidates();
  const auto* join = &*std::find_if(candidates.begin(), candidates.end(),
                                    [](const auto& each) { return each.name == "CPRL"; });
  return select::fastest_write({join, join::HashKind::kIdentity, bits, join::Write::kPlain}, shape,
                               costs);
}

}  // namespace

void run_partition_grid(uint64_t rows, unsigned threads, unsigned rounds,
                        const select::HostCosts& costs) {
  MemoryBudget budget;
  Array<Row> input(budget, MemoryUse::kBuffer, rows);
  for (uint64_t i = 0; i < rows; ++i) {
    input[i] = {static_cast<uint32_t>(join::mix64(i)), static_cast<uint32_t>(i)};
  }
  Workers workers(threads);
  std::printf("%llu rows, seconds: the least of %u rounds\n", static_cast<unsigned long long>(rows),
              rounds);
  for (const Pages pages : {Pages::kHuge, Pages::kSmall}) {
    for (const unsigned bits : {5U, 6U, 7U, 8U, 10U, 12U, 14U}) {
      std::array<double, kWrites.size()> least;
      least.fill(std::numeric_limits<double>::infinity());
      for (unsigned round = 0; round <= rounds; ++round) {
        for (size_t i = 0; i < kWrites.size(); ++i) {
          const double seconds = split(input.span(), bits, pages, kWrites[i], workers);
          if (round > 0) {
            least[i] = std::min(least[i], seconds);
          }
        }
      }
      std::printf(
          "pages %s bits %2u  plain %.3f lines %.3f streamed %.3f chosen %s\n",
          pages == Pages::kSmall ? "4KB" : "2MB", bits, least[0], least[1], least[2],
          way_of_a_join(rows, bits, threads, costs) == join::Write::kPlain ? "plain" : "streamed");
      std::fflush(stdout);
    }
  }
}

}  // namespace hail::bench
