// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/calibrate.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "hail/join/table/hash.h"
#include "hail/join/table/partition.h"
#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/papers/identity_hash.h"
#include "hail/laboratory/papers/settings.h"
#include "hail/laboratory/papers/sinks.h"
#include "hail/memory/array.h"
#include "hail/work/workers.h"

namespace hail::select {
namespace {

using join::IdentityHash;
using join::Key;
using join::MixHash;
using join::SumSink;
using join::Tuple;

/// Makes the compiler compute a value that nothing else needs.
template <class T>
void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

/// A clock does not tell less than that from nothing.
constexpr double kLeast = 1e-3;

double now(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

/// Of the processor, which other processes on a busy host do not add to.
template <class Work>
double nanoseconds(const Work& work, clockid_t clock = CLOCK_THREAD_CPUTIME_ID) {
  const double begin = now(clock);
  work();
  return now(clock) - begin;
}

/// Measures the parts of joins one after the other.
class Host {
 public:
  Host(const Calibration& calibration, MemoryBudget& budget)
      : calibration_(calibration),
        budget_(budget),
        repeats_(std::max(1U, calibration.repeats)),
        workers_(1) {}

  HostCosts measure() {
    uint64_t most = std::min(calibration_.most_bytes, 4 * calibration_.caches.last_level);
    most = std::max(most, 4 * calibration_.caches.second_level);
    std::vector<CostCurve::Point> fresh;
    for (uint64_t bytes = std::min(kHugePage, most); bytes <= most; bytes *= 2) {
      fresh.push_back({bytes, fresh_byte(bytes, Pages::kHuge)});
    }
    const double small_pages = fresh_byte(kHugePage / 2, Pages::kSmall);
    Array<uint32_t> memory(budget_, MemoryUse::kBuffer, most / sizeof(uint32_t));
    // A group is looked up in a table of the next cache, as what is asked for there and rows that come from
    // memory wait for the same places in the processor.
    Array<uint32_t> table(budget_, MemoryUse::kBuffer,
                          4 * calibration_.caches.second_level / sizeof(uint32_t));
    std::fill_n(table.data(), table.size(), 1);
    const std::span<Tuple<uint32_t>> all(reinterpret_cast<Tuple<uint32_t>*>(memory.data()),
                                         most / sizeof(Tuple<uint32_t>));
    draw(table.size(), all);
    std::vector<CostCurve::Point> read;
    std::vector<CostCurve::Point> read_batched;
    for (uint64_t bytes = calibration_.caches.second_level / 4; bytes <= most; bytes *= 4) {
      const auto twice = [&](const auto& pass) {
        return per(bytes * kPasses, [&] {
          for (unsigned i = 0; i < kPasses; ++i) {
            pass();
          }
        });
      };
      const std::span<const uint32_t> words = memory.span().first(bytes / sizeof(uint32_t));
      const std::span<const Tuple<uint32_t>> rows = all.first(bytes / sizeof(Tuple<uint32_t>));
      read.push_back(
          {bytes, twice([&] { keep(std::accumulate(words.begin(), words.end(), uint32_t{0})); })});
      read_batched.push_back({bytes, twice([&] { access_in_groups(rows, table.span()); })});
    }
    table = {};
    std::fill_n(memory.data(), memory.size(), 1);
    Array<Tuple<uint32_t>> accesses(budget_, MemoryUse::kBuffer, kAccesses);
    std::vector<CostCurve::Point> filling;
    std::vector<CostCurve::Point> plain;
    std::vector<CostCurve::Point> batched;
    for (uint64_t bytes = kLeastBytes; bytes <= most; bytes *= 2) {
      const std::span<uint32_t> words = memory.span().first(bytes / sizeof(uint32_t));
      bring_in(words);
      const auto places = [&] { draw(words.size(), accesses.span()); };
      filling.push_back({bytes, per(kAccesses, places, [&] { fill(accesses.span(), words); })});
      plain.push_back(
          {bytes, per(kAccesses, places, [&] { access_plainly(accesses.span(), words); })});
      batched.push_back(
          {bytes, per(kAccesses, places, [&] { access_in_groups(accesses.span(), words); })});
    }
    const uint64_t cleared = calibration_.caches.second_level / 2;
    const double clear = per(cleared * kPasses, [&] {
      for (unsigned i = 0; i < kPasses; ++i) {
        std::memset(memory.data(), 0, cleared);
        keep(memory[0]);
      }
    });
    memory = {};
    accesses = {};
    return HostCosts({calibration_.caches, ascending(std::move(filling)),
                      ascending(std::move(plain)), ascending(std::move(batched)),
                      ascending(std::move(read)), ascending(std::move(read_batched)),
                      ascending(std::move(fresh)), small_pages, clear, round(), rows<uint32_t>(),
                      rows<uint64_t>()});
  }

 private:
  static constexpr uint64_t kLeastBytes = uint64_t{16} << 10;
  static constexpr uint64_t kHugePage = uint64_t{2} << 20;
  /// So many that caches have, of what fits them, what was accessed before.
  static constexpr uint64_t kAccesses = uint64_t{1} << 18;
  static constexpr unsigned kPasses = 2;
  static constexpr unsigned kGroup = 128;

  /// The least time of several for one of so many things that work does, with something to be
  /// prepared for each time.
  template <class Prepare, class Work>
  double per(uint64_t things, const Prepare& prepare, const Work& work,
             clockid_t clock = CLOCK_THREAD_CPUTIME_ID) const {
    double least = std::numeric_limits<double>::infinity();
    for (unsigned i = 0; i < repeats_; ++i) {
      prepare();
      least = std::min(least, nanoseconds(work, clock));
    }
    return std::max(kLeast, least / static_cast<double>(things));
  }

  template <class Work>
  double per(uint64_t things, const Work& work, clockid_t clock = CLOCK_THREAD_CPUTIME_ID) const {
    return per(
        things, [] {}, work, clock);
  }

  /// The costs of something that does not get cheaper with its size: what disturbs makes slower, so a cost
  /// above that of a greater size is that one.
  static CostCurve ascending(std::vector<CostCurve::Point> points) {
    for (size_t i = points.size() - 1; i > 0; --i) {
      points[i - 1].nanoseconds = std::min(points[i - 1].nanoseconds, points[i].nanoseconds);
    }
    return CostCurve(std::move(points));
  }

  /// Memory that is allocated, used for the first time, and given back, as that of each join is.
  double fresh_byte(uint64_t bytes, Pages pages) {
    constexpr uint64_t kPage = 4096;
    return per(bytes, [&] {
      Array<uint8_t> memory(budget_, MemoryUse::kBuffer, bytes, pages);
      for (uint64_t at = 0; at < bytes; at += kPage) {
        memory[at] = 1;
      }
      keep(memory[0]);
    });
  }

  static void bring_in(std::span<const uint32_t> words) {
    uint64_t sum = 0;
    for (size_t i = 0; i < words.size(); i += join::kLineBytes / sizeof(uint32_t)) {
      sum += words[i];
    }
    keep(sum);
  }

  uint64_t place(uint64_t i, uint64_t places) const {
    return join::fast_range(join::mix64(calibration_.seed + i), places);
  }

  /// Rows whose keys are places, none of them the same as the last time.
  void draw(uint64_t places, std::span<Tuple<uint32_t>> rows) {
    for (Tuple<uint32_t>& row : rows) {
      row.key = static_cast<uint32_t>(place(from_++, places));
    }
  }

  /// As filling a shared table does.
  static void fill(std::span<const Tuple<uint32_t>> rows, std::span<uint32_t> words) {
    for (const Tuple<uint32_t>& row : rows) {
      uint32_t expected = 1;
      std::atomic_ref<uint32_t>(words[row.key])
          .compare_exchange_strong(expected, 1, std::memory_order_relaxed);
    }
  }

  /// What looking up in an array does, as each instruction takes a part of those that the processor can
  /// have under way. Matches and their sum are in registers, as in the joins.
  struct Matches {
    uint64_t count = 0;
    uint64_t sum = 0;

    void look_up(const Tuple<uint32_t>& row, std::span<const uint32_t> words) {
      if (row.key < words.size()) {
        if (const uint32_t stored = words[row.key]; stored != 0) {
          ++count;
          sum += ~stored;
        }
      }
    }

    ~Matches() { asm volatile("" : : "r"(count), "r"(sum)); }
  };

  static void access_plainly(std::span<const Tuple<uint32_t>> rows,
                             std::span<const uint32_t> words) {
    Matches matches;
    for (const Tuple<uint32_t>& row : rows) {
      matches.look_up(row, words);
    }
  }

  static void access_in_groups(std::span<const Tuple<uint32_t>> rows,
                               std::span<const uint32_t> words) {
    Matches matches;
    for (size_t i = 0; i < rows.size(); i += kGroup) {
      const std::span<const Tuple<uint32_t>> group = rows.subspan(i, kGroup);
      for (const Tuple<uint32_t>& row : group) {
        __builtin_prefetch(&words[row.key]);
      }
      for (const Tuple<uint32_t>& row : group) {
        matches.look_up(row, words);
      }
    }
  }

  double round() const {
    constexpr unsigned kRounds = 64;
    Workers two(2);
    return per(
        kRounds,
        [&] {
          for (unsigned i = 0; i < kRounds; ++i) {
            two.run([](unsigned) {});
          }
        },
        CLOCK_MONOTONIC);
  }

  // ---- what depends on the size of rows ----

  template <Key K>
  class Sides;

  template <Key K>
  RowCosts rows() {
    RowCosts costs = partitioning<K>();
    const auto cost = [&costs](Kernel kernel) -> TableCost& {
      return costs.tables[static_cast<size_t>(kernel)];
    };
    using enum join::HashKind;
    {
      constexpr unsigned kTimes = 4;
      const Sides<K> few(*this, kTableRows, kProbeRows, kTimes);
      const Sides<K> many(*this, kConciseRows, 0, 1);
      cost(Kernel::kLinear) = shared("NOP", kMix, few, few);
      cost(Kernel::kLinearBatched) = shared("NOP-batched", kMix, few, few);
      cost(Kernel::kLinearDirect) = shared("NOP", kIdentity, few, few);
      cost(Kernel::kLinearBatchedDirect) = shared("NOP-batched", kIdentity, few, few);
      cost(Kernel::kArray) = shared("NOPA", kIdentity, few, few);
      cost(Kernel::kArrayBatched) = shared("NOPA-batched", kIdentity, few, few);
      cost(Kernel::kConciseHash) = shared("CHTJ", kMix, many, few);
      cost(Kernel::kConciseArray) = shared("CAT", kIdentity, many, few);
    }
    const uint64_t rows = few_of(calibration_.rows);
    const Sides<K> sides(*this, rows, rows, 1);
    cost(Kernel::kPartLinear) = parted("CPRL", kMix, sides, costs);
    cost(Kernel::kPartLinearDirect) = parted("CPRL", kIdentity, sides, costs);
    cost(Kernel::kPartChained) = parted("PRO", kMix, sides, costs);
    cost(Kernel::kPartChainedDirect) = parted("PRO", kIdentity, sides, costs);
    cost(Kernel::kPartArray) = parted("CPRA", kIdentity, sides, costs);
    return costs;
  }

  // Joins are measured as they are run, by their names: what a compiler makes of the same source in another
  // place may take twice the time.

  template <Key K>
  double time_of(std::string_view name, join::HashKind hash, join::Settings settings,
                 const Sides<K>& sides, bool probe) {
    const join::Algorithm<K>& join = join::algorithm<K>(name);
    settings.unique = true;
    settings.caches = calibration_.caches;
    unsigned time = 0;
    return per(1, [&] {
      settings.seed = calibration_.seed + time;
      const std::span<const Tuple<K>> rows = sides.probe(time++);
      SumSink sink;
      join.sum(sides.build(), probe ? rows : rows.first(0), hash, settings, workers_, budget_,
               sink);
      keep(sink);
    });
  }

  /// A join with one table, of which building it is measured with other sides.
  template <Key K>
  TableCost shared(std::string_view name, join::HashKind hash, const Sides<K>& built,
                   const Sides<K>& probed) {
    const auto time = [&](const Sides<K>& sides, bool probe) {
      return time_of(name, hash, {}, sides, probe);
    };
    return cost_of(
        time(built, false) / static_cast<double>(built.build().size()),
        (time(probed, true) - time(probed, false)) / static_cast<double>(probed.probe(0).size()));
  }

  /// A join by partitions of kTableRows, less what it is to split them.
  template <Key K>
  TableCost parted(std::string_view name, join::HashKind hash, const Sides<K>& sides,
                   const RowCosts& costs) {
    constexpr uint64_t kPartitions = kFewPartitionedRows / kTableRows;
    join::Settings settings;
    settings.radix_bits = std::bit_width(kPartitions) - 1;
    settings.write = join::Write::kPlain;
    const double split = costs.few.plain.at(static_cast<double>(kPartitions)) +
                         (hash == join::HashKind::kMix ? costs.mix : 0);
    const double build = time_of(name, hash, settings, sides, false);
    const double both = time_of(name, hash, settings, sides, true);
    const double rows = static_cast<double>(sides.build().size());
    return cost_of(build / rows - split, (both - build) / rows - split);
  }

  /// What others do on the host may be longer in one of two figures than their difference.
  static TableCost cost_of(double build, double probe) {
    return {std::max(kLeast, build), std::max(kLeast, probe)};
  }

  static uint64_t few_of(uint64_t many) {
    return std::max<uint64_t>(1, many / (kManyPartitionedRows / kFewPartitionedRows));
  }

  template <Key K>
  RowCosts partitioning() {
    constexpr unsigned kMixed = 256;
    Array<Tuple<K>> input(budget_, MemoryUse::kBuffer, std::max<uint64_t>(1, calibration_.rows));
    for (uint64_t i = 0; i < input.size(); ++i) {
      input[i] = {static_cast<K>(join::mix64(calibration_.seed ^ i)), static_cast<K>(i)};
    }
    const std::span<const Tuple<K>> many = input.span();
    const std::span<const Tuple<K>> few = many.first(few_of(many.size()));
    const auto with = [&](auto hash) { return split<K>(few, kMixed, hash, join::Write::kPlain); };
    const double mix = std::max(0.0, with(MixHash{calibration_.seed}) - with(IdentityHash{}));
    return {partition<K>(few), partition<K>(many), mix, {}};
  }

  template <Key K>
  PartitionCosts partition(std::span<const Tuple<K>> rows) {
    const auto written = [&](join::Write write) {
      // Nothing says that more partitions cost more: processors have numbers of streams of stores that they
      // are slowest with.
      std::vector<CostCurve::Point> points;
      for (uint64_t partitions : {1U, 16U, 32U, 64U, 128U, 256U, 1024U, 4096U}) {
        points.push_back({partitions, split<K>(rows, partitions, IdentityHash{}, write)});
      }
      return CostCurve(std::move(points));
    };
    return {written(join::Write::kPlain), written(join::Write::kStreaming)};
  }

  template <Key K, class Hash>
  double split(std::span<const Tuple<K>> input, uint64_t partitions, Hash hash, join::Write write) {
    const join::LowBits<Hash> part(hash, static_cast<unsigned>(std::bit_width(partitions)) - 1);
    return per(input.size(), [&] {
      join::Partitioner<K> partitioner(workers_, budget_, Pages::kHuge, write);
      keep(partitioner.split(input, partitions, part, join::Layout::kContiguous));
    });
  }

  /// A dense build side in random order, and rows that all have a match. Each time other rows are
  /// looked up, and hashes have other seeds: the processor learns the branches of few rows by heart.
  template <Key K>
  class Sides {
   public:
    Sides(const Host& host, uint64_t build_rows, uint64_t probe_rows, unsigned times)
        : probe_rows_(probe_rows),
          times_(times),
          build_(host.budget_, MemoryUse::kBuffer, build_rows),
          probe_(host.budget_, MemoryUse::kBuffer, times * probe_rows) {
      for (uint64_t i = 0; i < build_rows; ++i) {
        build_[i] = {static_cast<K>(i + 1), static_cast<K>(i)};
      }
      for (uint64_t i = build_rows; i > 1; --i) {
        std::swap(build_[i - 1], build_[host.place(i, i)]);
      }
      for (uint64_t i = 0; i < probe_.size(); ++i) {
        probe_[i] = {static_cast<K>(host.place(i, build_rows) + 1), static_cast<K>(i)};
      }
    }

    std::span<const Tuple<K>> build() const { return build_.span(); }

    std::span<const Tuple<K>> probe(unsigned time) const {
      return probe_.span().subspan(time % times_ * probe_rows_, probe_rows_);
    }

   private:
    const uint64_t probe_rows_;
    const unsigned times_;
    Array<Tuple<K>> build_;
    Array<Tuple<K>> probe_;
  };

  const Calibration& calibration_;
  MemoryBudget& budget_;
  const unsigned repeats_;
  Workers workers_;
  /// Which places come next: none twice, so that no cache has them from the last time.
  uint64_t from_ = 0;
};

}  // namespace

HostCosts calibrate(const Calibration& calibration, MemoryBudget& budget) {
  return Host(calibration, budget).measure();
}

}  // namespace hail::select
