#include "hail/select/calibrate.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "hail/join/concise_table.h"
#include "hail/join/hash.h"
#include "hail/join/partition.h"
#include "hail/join/partition_tables.h"
#include "hail/join/shared_tables.h"
#include "hail/join/sinks.h"
#include "hail/memory/array.h"
#include "hail/work/workers.h"

namespace hail::select {
namespace {

using join::CountSink;
using join::IdentityHash;
using join::Key;
using join::MixHash;
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
      add(fresh, bytes, fresh_byte(bytes));
    }
    Array<uint32_t> memory(budget_, MemoryUse::kBuffer, most / sizeof(uint32_t));
    std::fill_n(memory.data(), memory.size(), 1);
    std::vector<CostCurve::Point> read;
    for (uint64_t bytes = calibration_.caches.second_level / 4; bytes <= most; bytes *= 4) {
      const std::span<const uint32_t> words = memory.span().first(bytes / sizeof(uint32_t));
      add(read, bytes, per(bytes * kPasses, [&] {
            for (unsigned i = 0; i < kPasses; ++i) {
              keep(std::accumulate(words.begin(), words.end(), uint64_t{0}));
            }
          }));
    }
    Array<Tuple<uint32_t>> accesses(budget_, MemoryUse::kBuffer, kAccesses);
    std::vector<CostCurve::Point> filling;
    std::vector<CostCurve::Point> plain;
    std::vector<CostCurve::Point> batched;
    for (uint64_t bytes = kLeastBytes; bytes <= most; bytes *= 2) {
      const std::span<uint32_t> words = memory.span().first(bytes / sizeof(uint32_t));
      bring_in(words);
      const auto places = [&] { draw(words.size(), accesses.span()); };
      add(filling, bytes, per(kAccesses, places, [&] { fill(accesses.span(), words); }));
      add(plain, bytes, per(kAccesses, places, [&] { access_plainly(accesses.span(), words); }));
      add(batched, bytes,
          per(kAccesses, places, [&] { access_in_groups(accesses.span(), words); }));
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
    return HostCosts({calibration_.caches, CostCurve(std::move(filling)),
                      CostCurve(std::move(plain)), CostCurve(std::move(batched)),
                      CostCurve(std::move(read)), CostCurve(std::move(fresh)), clear, round(),
                      rows<uint32_t>(), rows<uint64_t>()});
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

  /// A point of a curve, which never descends: what measures less is noise.
  static void add(std::vector<CostCurve::Point>& points, uint64_t size, double cost) {
    points.push_back({size, points.empty() ? cost : std::max(cost, points.back().nanoseconds)});
  }

  /// Memory that is allocated, used for the first time, and given back, as that of each join is.
  double fresh_byte(uint64_t bytes) {
    constexpr uint64_t kPage = 4096;
    return per(bytes, [&] {
      Array<uint8_t> memory(budget_, MemoryUse::kBuffer, bytes);
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

  static void access_plainly(std::span<const Tuple<uint32_t>> rows,
                             std::span<const uint32_t> words) {
    uint64_t sum = 0;
    for (const Tuple<uint32_t>& row : rows) {
      sum += words[row.key];
    }
    keep(sum);
  }

  static void access_in_groups(std::span<const Tuple<uint32_t>> rows,
                               std::span<const uint32_t> words) {
    uint64_t sum = 0;
    for (size_t i = 0; i < rows.size(); i += kGroup) {
      const std::span<const Tuple<uint32_t>> group = rows.subspan(i, kGroup);
      for (const Tuple<uint32_t>& row : group) {
        __builtin_prefetch(&words[row.key]);
      }
      for (const Tuple<uint32_t>& row : group) {
        sum += words[row.key];
      }
    }
    keep(sum);
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
  RowCosts rows() {
    constexpr unsigned kMixed = 256;
    Array<Tuple<K>> input(budget_, MemoryUse::kBuffer, std::max<uint64_t>(calibration_.rows, 1));
    for (uint64_t i = 0; i < input.size(); ++i) {
      input[i] = {static_cast<K>(join::mix64(calibration_.seed ^ i)), static_cast<K>(i)};
    }
    std::vector<CostCurve::Point> partition;
    for (uint64_t partitions : {1U, 16U, 64U, 256U, 1024U, 4096U}) {
      add(partition, partitions, split<K>(input.span(), partitions, IdentityHash{}));
    }
    const double mix = std::max(0.0, split<K>(input.span(), kMixed, MixHash{calibration_.seed}) -
                                         split<K>(input.span(), kMixed, IdentityHash{}));
    RowCosts costs{CostCurve(std::move(partition)), mix, {}};
    const auto cost = [&costs](Kernel kernel) -> TableCost& {
      return costs.tables[static_cast<size_t>(kernel)];
    };
    shared_tables<K>(cost);
    concise_tables<K>(cost);
    const Sides<K> sides(*this, kTableRows);
    const auto mixing = [this](unsigned time) { return MixHash{calibration_.seed + time}; };
    const auto identity = [](unsigned) { return IdentityHash{}; };
    using join::ChainedPartitionTable;
    using join::LinearPartitionTable;
    cost(Kernel::kPartLinear) = sides.template part<LinearPartitionTable<K, MixHash>>(mixing);
    cost(Kernel::kPartLinearDirect) =
        sides.template part<LinearPartitionTable<K, IdentityHash>>(identity);
    cost(Kernel::kPartChained) = sides.template part<ChainedPartitionTable<K, MixHash>>(mixing);
    cost(Kernel::kPartChainedDirect) =
        sides.template part<ChainedPartitionTable<K, IdentityHash>>(identity);
    cost(Kernel::kPartArray) =
        sides.template part<join::ArrayPartitionTable<K, IdentityHash>>(identity);
    return costs;
  }

  template <Key K, class CostOf>
  void shared_tables(const CostOf& cost) {
    const Sides<K> sides(*this, kTableRows);
    const auto linear = [&]<class Hash>(Hash) {
      return [&](unsigned time) {
        Hash hash{};
        if constexpr (std::is_same_v<Hash, MixHash>) {
          hash = MixHash{calibration_.seed + time};
        }
        return join::SharedLinearTable<K, Hash>::build(sides.build(), hash, workers_, budget_,
                                                       Pages::kHuge);
      };
    };
    const auto array = [&](unsigned) {
      // The join looks for the least and the greatest key first.
      K least = std::numeric_limits<K>::max();
      K greatest = 0;
      for (const Tuple<K>& row : sides.build()) {
        least = std::min(least, row.key);
        greatest = std::max(greatest, row.key);
      }
      return join::SharedArrayTable<K>::build(sides.build(), least, uint64_t{greatest} - least + 1,
                                              workers_, budget_, Pages::kHuge, calibration_.seed);
    };
    const auto measure = [&](Kernel scalar, Kernel batched, const auto& make) {
      const double build = sides.built(make);
      const auto table = make(0);
      cost(scalar) = {build, sides.template probed<1>(table)};
      cost(batched) = {build, sides.template probed<kGroup>(table)};
    };
    measure(Kernel::kLinear, Kernel::kLinearBatched, linear(MixHash{}));
    measure(Kernel::kLinearDirect, Kernel::kLinearBatchedDirect, linear(IdentityHash{}));
    measure(Kernel::kArray, Kernel::kArrayBatched, array);
  }

  template <Key K, class CostOf>
  void concise_tables(const CostOf& cost) {
    const auto hash = [&](const Sides<K>& sides, unsigned time, unsigned bits) {
      const join::HashBuckets<K, MixHash> buckets(MixHash{calibration_.seed + time},
                                                  sides.build().size(), bits);
      return join::ConciseHashTable<K, MixHash>::build(sides.build(), buckets, workers_, budget_,
                                                       Pages::kHuge, join::Write::kCombined);
    };
    const auto array = [&](const Sides<K>& sides, unsigned, unsigned bits) {
      const join::DomainBuckets<K> buckets(1, sides.build().size(), bits);
      return join::ConciseArrayTable<K>::build(sides.build(), buckets, workers_, budget_,
                                               Pages::kHuge, join::Write::kCombined);
    };
    const Sides<K> few(*this, kTableRows);
    const Sides<K> many(*this, kConciseRows);
    const unsigned bits =
        join::concise_piece_bits(kConciseRows, sizeof(Tuple<K>) + 2, calibration_.caches);
    const auto measure = [&](Kernel kernel, const auto& make) {
      cost(kernel) = {many.built([&](unsigned time) { return make(many, time, bits); }),
                      few.template probed<kGroup>(make(few, 0, 0))};
    };
    measure(Kernel::kConciseHash, hash);
    measure(Kernel::kConciseArray, array);
  }

  template <Key K, class Hash>
  double split(std::span<const Tuple<K>> input, uint64_t partitions, Hash hash) {
    const join::LowBits<Hash> part(hash, static_cast<unsigned>(std::bit_width(partitions)) - 1);
    return per(input.size(), [&] {
      join::Partitioner<K> partitioner(workers_, budget_, Pages::kHuge, join::Write::kStreaming);
      keep(partitioner.split(input, partitions, part, join::Layout::kContiguous));
    });
  }

  /// A dense build side in random order, and rows that all have a match. Each time other rows are
  /// looked up, and hashes have other seeds: the processor learns the branches of few rows by heart.
  template <Key K>
  class Sides {
   public:
    Sides(const Host& host, uint64_t rows)
        : host_(host),
          build_(host.budget_, MemoryUse::kBuffer, rows),
          probe_(host.budget_, MemoryUse::kBuffer, kTimes * kProbeRows) {
      for (uint64_t i = 0; i < rows; ++i) {
        build_[i] = {static_cast<K>(i + 1), static_cast<K>(i)};
      }
      for (uint64_t i = rows; i > 1; --i) {
        std::swap(build_[i - 1], build_[host.place(i, i)]);
      }
      for (uint64_t i = 0; i < probe_.size(); ++i) {
        probe_[i] = {static_cast<K>(host.place(i, rows) + 1), static_cast<K>(i)};
      }
    }

    std::span<const Tuple<K>> build() const { return build_.span(); }

    template <class Make>
    double built(const Make& make) const {
      unsigned time = 0;
      return host_.per(build_.size(), [&] { keep(make(time++)); });
    }

    template <unsigned Group, class Table>
    double probed(const Table& table) const {
      return looked_up([&](std::span<const Tuple<K>> rows) {
        CountSink sink;
        table.template probe<true, Group>(rows, sink);
        keep(sink);
      });
    }

    /// hash: one for each time
    template <class Table, class Hash>
    TableCost part(const Hash& hash) const {
      std::optional<Table> table;
      const auto make = [&](unsigned time) {
        table.emplace(host_.budget_, build_.size(), 0, build_.size() + 1, hash(time),
                      host_.calibration_.seed);
      };
      unsigned time = 0;
      const double filled = host_.per(
          build_.size(), [&] { make(time++); },
          [&] {
            table->begin(build_.size());
            table->add(build());
            table->seal();
          });
      return {filled, looked_up([&](std::span<const Tuple<K>> rows) {
                CountSink sink;
                table->template probe<true>(rows, sink);
                keep(sink);
              })};
    }

   private:
    static constexpr unsigned kTimes = 4;

    template <class LookUp>
    double looked_up(const LookUp& look_up) const {
      unsigned time = 0;
      return host_.per(kProbeRows, [&] {
        look_up(probe_.span().subspan(time++ % kTimes * kProbeRows, kProbeRows));
      });
    }

    const Host& host_;
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
