// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "table_bench.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hail/join/table/concise_table.h"
#include "hail/join/table/hash.h"
#include "hail/laboratory/papers/chained_table.h"
#include "hail/laboratory/papers/identity_hash.h"
#include "hail/laboratory/papers/shared_join.h"
#include "hail/laboratory/papers/shared_tables.h"
#include "hail/laboratory/papers/sinks.h"
#include "hail/work/workers.h"

namespace hail::bench {
namespace {

using join::Key;
using join::MixHash;
using join::Tuple;

/// The buckets of a concise hash table whose rows have three payloads, all of which are read.
template <Key K>
class WideBuckets : public join::HashBuckets<K, MixHash> {
 public:
  struct Entry {
    K key;
    K payloads[3];
  };

  using join::HashBuckets<K, MixHash>::HashBuckets;

  static Entry entry(Tuple<K> row) { return {row.key, {row.payload, row.payload, row.payload}}; }
  static K payload(const Entry& entry) {
    return entry.payloads[0] ^ entry.payloads[1] ^ entry.payloads[2];
  }
};

struct Outcome {
  double build_seconds;
  double probe_seconds;
  uint64_t bytes;
  uint64_t matches;
};

template <Key K>
class TableBench {
 public:
  explicit TableBench(const TableBenchOptions& options)
      : options_(options),
        workers_(options.threads),
        rows_(workload::make_relations<K>(options.shape, inputs_)) {}

  void run() {
    struct Entry {
      std::string_view name;
      Outcome (TableBench::*measure)();
    };
    const Entry entries[] = {
        {"NPO", &TableBench::hashed<Chained, 1>},
        {"NPO-batched", &TableBench::hashed<Chained, kGroup>},
        {"NOP", &TableBench::hashed<Linear, 1>},
        {"NOP-batched", &TableBench::hashed<Linear, kGroup>},
        {"CHT-scalar", &TableBench::concise_hash<join::HashBuckets<K, MixHash>, 1>},
        {"CHT", &TableBench::concise_hash<join::HashBuckets<K, MixHash>, kGroup>},
        {"CHT-wide", &TableBench::concise_hash<WideBuckets<K>, kGroup>},
        {"CAT-scalar", &TableBench::concise_array<1>},
        {"CAT", &TableBench::concise_array<kGroup>},
        {"CAT-bits", &TableBench::bits},
    };
    std::vector<Entry> chosen;
    for (const std::string& name : options_.names) {
      const Entry* found = std::find_if(std::begin(entries), std::end(entries),
                                        [&](const Entry& entry) { return entry.name == name; });
      if (found == std::end(entries)) {
        throw std::invalid_argument("No table is called " + name);
      }
      chosen.push_back(*found);
    }
    if (chosen.empty()) {
      chosen.assign(std::begin(entries), std::end(entries));
    }
    constexpr double kNone = std::numeric_limits<double>::infinity();
    std::vector<Outcome> best(chosen.size(), Outcome{kNone, kNone, 0, 0});
    for (unsigned round = 0; round <= options_.rounds; ++round) {
      for (size_t i = 0; i < chosen.size(); ++i) {
        // Each round begins with another table.
        const size_t which = (i + round) % chosen.size();
        const Outcome outcome = (this->*chosen[which].measure)();
        if (round > 0) {
          Outcome& least = best[which];
          least = {std::min(least.build_seconds, outcome.build_seconds),
                   std::min(least.probe_seconds, outcome.probe_seconds), outcome.bytes,
                   outcome.matches};
        }
      }
    }
    for (size_t i = 0; i < chosen.size(); ++i) {
      if (best[i].matches != best[0].matches) {
        throw std::logic_error(std::string(chosen[i].name) + " does not find what others find");
      }
      std::printf("%s %.3f %.3f %llu\n", chosen[i].name.data(),
                  ns(best[i].build_seconds, rows_.build), ns(best[i].probe_seconds, rows_.probe),
                  static_cast<unsigned long long>(best[i].bytes));
    }
  }

 private:
  /// The same group size as in joins.
  static constexpr unsigned kGroup = 128;

  double ns(double seconds, const Array<Tuple<K>>& rows) const {
    return seconds * 1e9 * options_.threads / static_cast<double>(rows.size());
  }

  /// view   the part of a table that is probed
  template <unsigned Group, class Sink, class Build, class View>
  Outcome measure(const Build& build, const View& view) {
    using Clock = std::chrono::steady_clock;
    MemoryBudget budget;
    const auto begin = Clock::now();
    auto table = build(budget);
    const auto built = Clock::now();
    const uint64_t bytes = budget.used();
    const auto& probed = view(table);
    std::vector<Sink> sinks(options_.threads);
    const auto ready = Clock::now();
    join::probe_shared<true, Group, K>(probed, rows_.probe.span(), workers_, sinks);
    const std::chrono::duration<double> probe_time = Clock::now() - ready;
    const std::chrono::duration<double> build_time = built - begin;
    Sink sum;
    for (const Sink& sink : sinks) {
      sum.add(sink);
    }
    // Without this, the compiler could drop the reads of payloads.
    keep(&sum);
    return {build_time.count(), probe_time.count(), bytes, sum.matches};
  }

  std::span<const Tuple<K>> build_rows() const { return rows_.build.span(); }

  static void keep(const void* value) { asm volatile("" : : "r"(value) : "memory"); }

  /// Tables by their hash. Compilers disagree on which of them fit a parameter that is a template.
  struct Chained {
    template <class Hash>
    using Table = join::SharedChainedTable<K, Hash>;
  };
  struct Linear {
    template <class Hash>
    using Table = join::SharedLinearTable<K, Hash>;
  };

  template <class Kind, unsigned Group>
  Outcome hashed() {
    auto with = [this]<class Hash>(Hash hash) {
      return measure<Group, join::SumSink>(
          [&](MemoryBudget& budget) {
            return Kind::template Table<Hash>::template build<Group>(
                build_rows(), hash, workers_, budget, options_.settings.pages);
          },
          [](auto& table) -> const auto& { return table; });
    };
    return options_.hash == join::HashKind::kMix ? with(MixHash(options_.settings.seed))
                                                 : with(join::IdentityHash{});
  }

  template <class Buckets>
  auto build_concise(const Buckets& buckets, MemoryBudget& budget) {
    using Table = join::ConciseTable<K, Buckets>;
    return Table::build(build_rows(), buckets, workers_, budget, options_.settings.pages,
                        Table::kAnyOverflow, options_.settings.copy_bytes, options_.settings.seed);
  }

  unsigned piece_bits(size_t row_bytes) const {
    return join::concise_piece_bits(rows_.build.size(), row_bytes + 2, options_.settings.caches);
  }

  template <class Buckets, unsigned Group>
  Outcome concise_hash() {
    const Buckets buckets(MixHash(options_.settings.seed), rows_.build.size(),
                          piece_bits(sizeof(typename Buckets::Entry)));
    return measure<Group, join::SumSink>(
        [&](MemoryBudget& budget) { return build_concise(buckets, budget); },
        [](auto& table) { return table.view(); });
  }

  join::DomainBuckets<K> all_values() const {
    return {1, options_.shape.build_rows * options_.shape.density_factor,
            piece_bits(sizeof(Tuple<K>))};
  }

  template <unsigned Group>
  Outcome concise_array() {
    return measure<Group, join::SumSink>(
        [&](MemoryBudget& budget) { return build_concise(all_values(), budget); },
        [](auto& table) { return table.view(); });
  }

  /// Counts matches, as there is nothing to add up.
  Outcome bits() {
    uint64_t bytes = 0;
    Outcome outcome = measure<kGroup, join::CountSink>(
        [&](MemoryBudget& budget) {
          auto table = build_concise(all_values(), budget);
          table.rank_rows([](K) {});
          bytes = budget.used();
          return table;
        },
        [](auto& table) { return table.ranked_view(); });
    outcome.bytes = bytes;
    return outcome;
  }

  const TableBenchOptions& options_;
  Workers workers_;
  MemoryBudget inputs_;
  workload::Relations<K> rows_;
};

}  // namespace

void run_table_bench(const TableBenchOptions& options) {
  if (options.key_bytes == 4) {
    TableBench<uint32_t>(options).run();
  } else {
    TableBench<uint64_t>(options).run();
  }
}

}  // namespace hail::bench
