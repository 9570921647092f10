// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/papers/algorithms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "hail/join/table/concise_table.h"
#include "hail/join/table/hash.h"
#include "hail/join/table/key_window.h"
#include "hail/join/table/partition.h"
#include "hail/laboratory/papers/buffered_probe.h"
#include "hail/laboratory/papers/chained_table.h"
#include "hail/laboratory/papers/identity_hash.h"
#include "hail/laboratory/papers/merge_join.h"
#include "hail/laboratory/papers/partition_tables.h"
#include "hail/laboratory/papers/partitioned_join.h"
#include "hail/laboratory/papers/shared_join.h"
#include "hail/laboratory/papers/shared_tables.h"

namespace hail::join {
namespace {

/// The key minus the least key: hashes of a dense build side are dense from 0.
struct OffsetHash {
  uint64_t least;
  uint64_t operator()(uint64_t key) const { return key - least; }
};

struct KeyBounds {
  uint64_t least = 0;
  /// Number of values from the least to the greatest key; 0 if there are no rows.
  uint64_t range = 0;
};

template <Key K>
KeyBounds bounds(std::span<const Tuple<K>> rows, Workers& workers) {
  struct alignas(kLineBytes) LeastGreatest {
    K least = std::numeric_limits<K>::max();
    K greatest = 0;
  };
  std::vector<LeastGreatest> found(workers.threads());
  workers.run([&](unsigned thread) {
    LeastGreatest mine;
    for (const Tuple<K>& row : piece_of(rows, workers.threads(), thread)) {
      mine.least = std::min(mine.least, row.key);
      mine.greatest = std::max(mine.greatest, row.key);
    }
    found[thread] = mine;
  });
  if (rows.empty()) {
    return {};
  }
  LeastGreatest all;
  for (const LeastGreatest& mine : found) {
    all.least = std::min(all.least, mine.least);
    all.greatest = std::max(all.greatest, mine.greatest);
  }
  // No machine has memory for this many values, even with a bit for each. Larger ranges would
  // overflow 64 bits.
  constexpr uint64_t kMostValues = uint64_t{1} << 56;
  uint64_t width = uint64_t{all.greatest} - all.least;
  if (width >= kMostValues) {
    throw BudgetExceeded(MemoryUse::kTable, width, 0, kMostValues);
  }
  return {all.least, width + 1};
}

template <class Sink>
void add_up(const std::vector<Sink>& sinks, Sink& sum) {
  for (const Sink& sink : sinks) {
    sum.add(sink);
  }
}

// ---- joins by partitions ----

enum class PartTable { kLinear, kChained, kArray };

template <Key K, PartTable kTable, PartitionedShape kShape, class Hash, class Sink>
void join_partitions(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe, Hash hash,
                     uint64_t range, const Settings& settings, Workers& workers,
                     MemoryBudget& budget, std::vector<Sink>& sinks) {
  auto run = [&]<class Table>(double entry, double load, double rows) {
    constexpr bool kMixed = std::is_same_v<Hash, MixHash>;
    unsigned bits = settings.radix_bits != Settings::kModel
                        ? settings.radix_bits
                        : radix_bits(static_cast<uint64_t>(rows), entry, load, kMixed,
                                     settings.caches, workers.threads());
    PartitionedJoin<K, Hash, Table, kShape>(hash, range, settings, bits, workers, budget)
        .run(build, probe, sinks);
  };
  const double rows = static_cast<double>(build.size());
  if constexpr (kTable == PartTable::kLinear) {
    run.template operator()<LinearPartitionTable<K, Hash>>(sizeof(Tuple<K>), 0.5, rows);
  } else if constexpr (kTable == PartTable::kChained) {
    run.template operator()<ChainedPartitionTable<K, Hash>>(sizeof(Tuple<K>) + 2 * sizeof(uint32_t),
                                                            1, rows);
  } else {
    run.template operator()<ArrayPartitionTable<K, Hash>>(sizeof(K), 1, static_cast<double>(range));
  }
}

template <PartTable kTable, PartitionedShape kShape>
struct ByPartitions {
  static constexpr KeyRange kRange =
      kTable == PartTable::kArray ? KeyRange::kDense : KeyRange::kAny;

  template <Key K, class Sink>
  static void run(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe, HashKind hash,
                  const Settings& settings, Workers& workers, MemoryBudget& budget, Sink& sink) {
    std::vector<Sink> sinks(workers.threads());
    auto with = [&](auto function, uint64_t range) {
      join_partitions<K, kTable, kShape>(build, probe, function, range, settings, workers, budget,
                                         sinks);
    };
    if constexpr (kTable == PartTable::kArray) {
      KeyBounds keys = bounds(build, workers);
      with(OffsetHash{keys.least}, keys.range);
    } else if (hash == HashKind::kIdentity) {
      with(IdentityHash{}, 0);
    } else {
      with(MixHash(settings.seed), 0);
    }
    add_up(sinks, sink);
  }
};

struct SortMerge {
  static constexpr KeyRange kRange = KeyRange::kAny;

  template <Key K, class Sink>
  static void run(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe, HashKind,
                  const Settings& settings, Workers& workers, MemoryBudget& budget, Sink& sink) {
    // Partitions only spread work over threads here. Their size need not fit a cache.
    constexpr unsigned kBits = 5;
    unsigned bits = settings.radix_bits != Settings::kModel ? settings.radix_bits : kBits;
    std::vector<Sink> sinks(workers.threads());
    MergeJoin<K>(settings, bits, workers, budget).run(build, probe, sinks);
    add_up(sinks, sink);
  }
};

// ---- joins with one table ----

/// Rows of the probe side whose accesses to memory overlap.
constexpr unsigned kGroup = 128;

template <unsigned kRows, Key K, class Table, class Sink>
void probe_with(const Table& table, std::span<const Tuple<K>> probe, const Settings& settings,
                Workers& workers, Sink& sink) {
  std::vector<Sink> sinks(workers.threads());
  if (settings.unique) {
    probe_shared<true, kRows, K>(table, probe, workers, sinks);
  } else {
    probe_shared<false, kRows, K>(table, probe, workers, sinks);
  }
  add_up(sinks, sink);
}

template <template <Key, class> class Table, unsigned kRows>
struct SharedHash {
  static constexpr KeyRange kRange = KeyRange::kAny;

  template <Key K, class Sink>
  static void run(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe, HashKind hash,
                  const Settings& settings, Workers& workers, MemoryBudget& budget, Sink& sink) {
    auto with = [&]<class Hash>(Hash function) {
      auto table =
          Table<K, Hash>::template build<kRows>(build, function, workers, budget, settings.pages);
      probe_with<kRows, K>(table, probe, settings, workers, sink);
    };
    if (hash == HashKind::kIdentity) {
      with(IdentityHash{});
    } else {
      with(MixHash(settings.seed));
    }
  }
};

template <unsigned kRows>
struct SharedArray {
  static constexpr KeyRange kRange = KeyRange::kDense;

  template <Key K, class Sink>
  static void run(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe, HashKind,
                  const Settings& settings, Workers& workers, MemoryBudget& budget, Sink& sink) {
    KeyBounds keys = bounds(build, workers);
    auto table = SharedArrayTable<K>::template build<kRows>(build, keys.least, keys.range, workers,
                                                            budget, settings.pages, settings.seed);
    probe_with<kRows, K>(table, probe, settings, workers, sink);
  }
};

enum class ProbeOrder { kRows, kBuffered };

template <unsigned kRows, ProbeOrder kOrder = ProbeOrder::kRows>
struct ConciseHash {
  static constexpr KeyRange kRange = KeyRange::kAny;

  template <Key K, class Sink>
  static void run(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe, HashKind,
                  const Settings& settings, Workers& workers, MemoryBudget& budget, Sink& sink) {
    HashBuckets<K, MixHash> buckets(
        MixHash(settings.seed), build.size(),
        concise_piece_bits(build.size(), sizeof(Tuple<K>) + 2, settings.caches));
    using Table = ConciseHashTable<K, MixHash>;
    auto table = Table::build(build, buckets, workers, budget, settings.pages, Table::kAnyOverflow,
                              settings.copy_bytes, settings.seed);
    if constexpr (kOrder == ProbeOrder::kBuffered) {
      std::vector<Sink> sinks(workers.threads());
      auto run_unique = [&]<bool Unique>() {
        probe_buffered<Unique, kRows, K>(table.view(), probe, settings.buffer_bytes, workers,
                                         budget, settings.pages, sinks);
      };
      if (settings.unique) {
        run_unique.template operator()<true>();
      } else {
        run_unique.template operator()<false>();
      }
      add_up(sinks, sink);
    } else {
      probe_with<kRows, K>(table, probe, settings, workers, sink);
    }
  }
};

template <unsigned kRows>
struct ConciseArray {
  static constexpr KeyRange kRange = KeyRange::kDense;

  template <Key K, class Sink>
  static void run(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe, HashKind,
                  const Settings& settings, Workers& workers, MemoryBudget& budget, Sink& sink) {
    KeyBounds keys = bounds(build, workers);
    DomainBuckets<K> buckets(
        keys.least, keys.range,
        concise_piece_bits(build.size(), sizeof(Tuple<K>) + 2, settings.caches));
    using Table = ConciseArrayTable<K>;
    auto table = Table::build(build, buckets, workers, budget, settings.pages, Table::kAnyOverflow,
                              settings.copy_bytes, settings.seed);
    probe_with<kRows, K>(table, probe, settings, workers, sink);
  }
};

template <unsigned kRows>
struct HybridArray {
  static constexpr KeyRange kRange = KeyRange::kAny;

  template <Key K, class Sink>
  static void run(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe, HashKind hash,
                  const Settings& settings, Workers& workers, MemoryBudget& budget, Sink& sink) {
    // The budget must hold partitions and payloads first; each byte left gives four values of the
    // window.
    const uint64_t free = budget.limit() - budget.used();
    const uint64_t room =
        free - std::min<uint64_t>(free, build.size_bytes() + build.size() * sizeof(K));
    const uint64_t wanted = most_window_values(build.size(), sizeof(K));
    const uint64_t most = room >= wanted / 4 ? wanted : room * 4;
    const KeyWindow window = most == 0
                                 ? KeyWindow{}
                                 : find_window<K>(RowsInMemory<K>(build), most,
                                                  most_outside(build.size()), workers, budget);
    if (window.range == 0 || window.outside > most_outside(build.size())) {
      ConciseHash<kRows>::run(build, probe, hash, settings, workers, budget, sink);
      return;
    }
    WindowBuckets<K> buckets(
        window.least, window.range,
        concise_piece_bits(build.size(), sizeof(Tuple<K>) + 2, settings.caches));
    using Table = ConciseWindowTable<K>;
    auto table = Table::build(build, buckets, workers, budget, settings.pages, Table::kAnyOverflow,
                              settings.copy_bytes, settings.seed);
    probe_with<kRows, K>(table, probe, settings, workers, sink);
  }
};

// ---- the table of instances ----

template <Key K, class Join>
constexpr Algorithm<K> instance(std::string_view name) {
  return {name,
          Join::kRange,
          &Join::template run<K, CountSink>,
          &Join::template run<K, SumSink>,
          &Join::template run<K, ChecksumSink>,
          &Join::template run<K, PairSink>};
}

constexpr PartitionedShape kTwoPasses{2, Layout::kContiguous, false};
constexpr PartitionedShape kOnePass{1, Layout::kContiguous, false};
constexpr PartitionedShape kInTurn{1, Layout::kContiguous, true};
constexpr PartitionedShape kChunks{1, Layout::kChunked, false};

template <Key K>
constexpr std::array kAlgorithms{
    instance<K, ByPartitions<PartTable::kChained, kTwoPasses>>("PRB"),
    instance<K, ByPartitions<PartTable::kChained, kOnePass>>("PRO"),
    instance<K, ByPartitions<PartTable::kLinear, kOnePass>>("PRL"),
    instance<K, ByPartitions<PartTable::kArray, kOnePass>>("PRA"),
    instance<K, ByPartitions<PartTable::kChained, kInTurn>>("PROiS"),
    instance<K, ByPartitions<PartTable::kLinear, kInTurn>>("PRLiS"),
    instance<K, ByPartitions<PartTable::kArray, kInTurn>>("PRAiS"),
    instance<K, ByPartitions<PartTable::kLinear, kChunks>>("CPRL"),
    instance<K, ByPartitions<PartTable::kArray, kChunks>>("CPRA"),
    instance<K, SortMerge>("MWAY"),
    instance<K, SharedHash<SharedChainedTable, 1>>("NPO"),
    instance<K, SharedHash<SharedChainedTable, kGroup>>("NPO-batched"),
    instance<K, SharedHash<SharedLinearTable, 1>>("NOP"),
    instance<K, SharedHash<SharedLinearTable, kGroup>>("NOP-batched"),
    instance<K, SharedArray<1>>("NOPA"),
    instance<K, SharedArray<kGroup>>("NOPA-batched"),
    instance<K, ConciseHash<1>>("CHTJ-scalar"),
    instance<K, ConciseHash<kGroup>>("CHTJ"),
    instance<K, ConciseHash<kGroup, ProbeOrder::kBuffered>>("CHTJ-buffered"),
    instance<K, ConciseArray<1>>("CAT-scalar"),
    instance<K, ConciseArray<kGroup>>("CAT"),
    instance<K, HybridArray<kGroup>>("CAT-hybrid"),
};

}  // namespace

template <Key K>
std::span<const Algorithm<K>> algorithms() {
  return kAlgorithms<K>;
}

template <Key K>
const Algorithm<K>& algorithm(std::string_view name) {
  std::string names;
  for (const Algorithm<K>& candidate : algorithms<K>()) {
    if (candidate.name == name) {
      return candidate;
    }
    names += names.empty() ? "" : ", ";
    names += candidate.name;
  }
  throw std::invalid_argument("No join is called " + std::string(name) + "; there are " + names);
}

template std::span<const Algorithm<uint32_t>> algorithms<uint32_t>();
template std::span<const Algorithm<uint64_t>> algorithms<uint64_t>();
template const Algorithm<uint32_t>& algorithm<uint32_t>(std::string_view);
template const Algorithm<uint64_t>& algorithm<uint64_t>(std::string_view);

}  // namespace hail::join
