#include "hail/select/calibrate.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <limits>
#include <span>
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
    const uint64_t least = std::max<uint64_t>(calibration_.caches.second_level / 2, kLeastBytes);
    uint64_t most = std::min(calibration_.most_bytes, 4 * calibration_.caches.last_level);
    most = std::max(most, 2 * least);
    const double fresh = fresh_byte(most);
    Array<uint64_t> memory(budget_, MemoryUse::kBuffer, most / sizeof(uint64_t));
    std::fill_n(memory.data(), memory.size(), 1);
    const double read = per(memory.size() * sizeof(uint64_t), [&] {
      uint64_t sum = 0;
      for (uint64_t value : memory.span()) {
        sum += value;
      }
      keep(sum);
    });
    const double clear = per(least * kClears, [&] {
      for (unsigned i = 0; i < kClears; ++i) {
        std::memset(memory.data(), 0, least);
        keep(memory[0]);
      }
    });
    std::vector<CostCurve::Point> dependent;
    std::vector<CostCurve::Point> plain;
    std::vector<CostCurve::Point> batched;
    for (uint64_t bytes = least; bytes <= most; bytes *= 2) {
      const std::span<uint64_t> words = memory.span().first(bytes / sizeof(uint64_t));
      bring_in(words);
      add(dependent, bytes, per(kAccesses, [&] { access_dependently(words); }));
      add(plain, bytes, per(kAccesses, [&] { access_plainly(words); }));
      add(batched, bytes, per(kAccesses, [&] { access_in_groups(words); }));
    }
    memory = {};
    return HostCosts({calibration_.caches, CostCurve(std::move(dependent)),
                      CostCurve(std::move(plain)), CostCurve(std::move(batched)), read, clear,
                      fresh, round(), rows<uint32_t>(), rows<uint64_t>()});
  }

 private:
  static constexpr uint64_t kLeastBytes = uint64_t{64} << 10;
  static constexpr uint64_t kAccesses = uint64_t{1} << 16;
  static constexpr unsigned kClears = 8;
  static constexpr uint64_t kFreshBytes = uint64_t{16} << 20;
  static constexpr unsigned kGroup = 128;

  /// The least time of several for one of so many things that work does.
  template <class Work>
  double per(uint64_t things, const Work& work, clockid_t clock = CLOCK_THREAD_CPUTIME_ID) const {
    double least = std::numeric_limits<double>::infinity();
    for (unsigned i = 0; i < repeats_; ++i) {
      least = std::min(least, nanoseconds(work, clock));
    }
    return std::max(kLeast, least / static_cast<double>(things));
  }

  /// A point of a curve, which never descends: what measures less is noise.
  static void add(std::vector<CostCurve::Point>& points, uint64_t size, double cost) {
    points.push_back({size, points.empty() ? cost : std::max(cost, points.back().nanoseconds)});
  }

  /// Memory that is allocated, used for the first time, and given back, as that of each join is.
  double fresh_byte(uint64_t most) {
    constexpr uint64_t kPage = 4096;
    const uint64_t bytes = std::min(most, kFreshBytes);
    return per(bytes, [&] {
      Array<uint8_t> memory(budget_, MemoryUse::kBuffer, bytes);
      for (uint64_t at = 0; at < bytes; at += kPage) {
        memory[at] = 1;
      }
      keep(memory[0]);
    });
  }

  static void bring_in(std::span<const uint64_t> words) {
    uint64_t sum = 0;
    for (size_t i = 0; i < words.size(); i += join::kLineBytes / sizeof(uint64_t)) {
      sum += words[i];
    }
    keep(sum);
  }

  uint64_t place(uint64_t i, uint64_t places) const {
    return join::fast_range(join::mix64(calibration_.seed + i), places);
  }

  /// As filling a shared table does: a slot is looked at and then taken, one after the other.
  void access_dependently(std::span<uint64_t> words) {
    for (uint64_t i = 0; i < kAccesses; ++i) {
      std::atomic_ref<uint64_t> word(words[place(i + from_, words.size())]);
      uint64_t found = word.load(std::memory_order_relaxed);
      word.compare_exchange_strong(found, found + 1, std::memory_order_relaxed);
    }
    from_ += kAccesses;
  }

  void access_plainly(std::span<const uint64_t> words) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < kAccesses; ++i) {
      sum += words[place(i + from_, words.size())];
    }
    from_ += kAccesses;
    keep(sum);
  }

  void access_in_groups(std::span<const uint64_t> words) {
    uint64_t sum = 0;
    uint64_t places[kGroup];
    for (uint64_t i = 0; i < kAccesses; i += kGroup) {
      for (unsigned j = 0; j < kGroup; ++j) {
        places[j] = place(i + j + from_, words.size());
        __builtin_prefetch(&words[places[j]]);
      }
      for (uint64_t at : places) {
        sum += words[at];
      }
    }
    from_ += kAccesses;
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
    auto cost = [&costs](Kernel kernel) -> TableCost& {
      return costs.tables[static_cast<size_t>(kernel)];
    };
    const Sides<K> sides(*this);
    cost(Kernel::kLinear) = cost(Kernel::kLinearBatched) = sides.built([&] {
      return join::SharedLinearTable<K, MixHash>::build(sides.build(), MixHash{}, workers_, budget_,
                                                        Pages::kHuge);
    });
    auto linear = join::SharedLinearTable<K, MixHash>::build(sides.build(), MixHash{}, workers_,
                                                             budget_, Pages::kHuge);
    cost(Kernel::kLinear).probe = sides.template probed<1>(linear);
    cost(Kernel::kLinearBatched).probe = sides.template probed<kGroup>(linear);
    auto make_array = [&] {
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
    cost(Kernel::kArray) = cost(Kernel::kArrayBatched) = sides.built(make_array);
    auto array = make_array();
    cost(Kernel::kArray).probe = sides.template probed<1>(array);
    cost(Kernel::kArrayBatched).probe = sides.template probed<kGroup>(array);
    auto make_concise_hash = [&] {
      return join::ConciseHashTable<K, MixHash>::build(
          sides.build(), join::HashBuckets<K, MixHash>(MixHash{}, kTableRows, 0), workers_, budget_,
          Pages::kHuge, join::Write::kCombined);
    };
    cost(Kernel::kConciseHash) = sides.built(make_concise_hash);
    cost(Kernel::kConciseHash).probe = sides.template probed<kGroup>(make_concise_hash());
    auto make_concise_array = [&] {
      return join::ConciseArrayTable<K>::build(sides.build(),
                                               join::DomainBuckets<K>(1, kTableRows, 0), workers_,
                                               budget_, Pages::kHuge, join::Write::kCombined);
    };
    cost(Kernel::kConciseArray) = sides.built(make_concise_array);
    cost(Kernel::kConciseArray).probe = sides.template probed<kGroup>(make_concise_array());
    cost(Kernel::kPartLinear) =
        sides.template part<join::LinearPartitionTable<K, MixHash>>(MixHash{});
    cost(Kernel::kPartChained) =
        sides.template part<join::ChainedPartitionTable<K, MixHash>>(MixHash{});
    cost(Kernel::kPartArray) =
        sides.template part<join::ArrayPartitionTable<K, IdentityHash>>(IdentityHash{});
    return costs;
  }

  template <Key K, class Hash>
  double split(std::span<const Tuple<K>> input, uint64_t partitions, Hash hash) {
    const join::LowBits<Hash> part(hash, static_cast<unsigned>(std::bit_width(partitions)) - 1);
    return per(input.size(), [&] {
      join::Partitioner<K> partitioner(workers_, budget_, Pages::kHuge, join::Write::kStreaming);
      keep(partitioner.split(input, partitions, part, join::Layout::kContiguous));
    });
  }

  /// Rows of one table that is in the second-level cache.
  static constexpr uint64_t kTableRows = 4096;

  /// A dense build side in random order, and rows that all have a match.
  template <Key K>
  class Sides {
   public:
    explicit Sides(const Host& host)
        : host_(host),
          build_(host.budget_, MemoryUse::kBuffer, kTableRows),
          probe_(host.budget_, MemoryUse::kBuffer, kProbeRows) {
      for (uint64_t i = 0; i < kTableRows; ++i) {
        build_[i] = {static_cast<K>(i + 1), static_cast<K>(i)};
      }
      for (uint64_t i = kTableRows; i > 1; --i) {
        std::swap(build_[i - 1], build_[host.place(i, i)]);
      }
      for (uint64_t i = 0; i < kProbeRows; ++i) {
        probe_[i] = {static_cast<K>(host.place(i, kTableRows) + 1), static_cast<K>(i)};
      }
    }

    std::span<const Tuple<K>> build() const { return build_.span(); }

    template <class Make>
    TableCost built(const Make& make) const {
      return {host_.per(kTableRows, [&] { keep(make()); }), 0};
    }

    template <unsigned Group, class Table>
    double probed(const Table& table) const {
      return host_.per(kProbeRows, [&] {
        CountSink sink;
        table.template probe<true, Group>(probe_.span(), sink);
        keep(sink);
      });
    }

    template <class Table, class Hash>
    TableCost part(Hash hash) const {
      Table table(host_.budget_, kTableRows, 0, kTableRows + 1, hash, host_.calibration_.seed);
      auto fill = [&] {
        table.begin(kTableRows);
        table.add(build());
        table.seal();
      };
      const double filled = host_.per(kTableRows, fill);
      const double found = host_.per(kProbeRows, [&] {
        CountSink sink;
        table.template probe<true>(probe_.span(), sink);
        keep(sink);
      });
      return {filled, found};
    }

   private:
    static constexpr uint64_t kProbeRows = 16 * kTableRows;

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
