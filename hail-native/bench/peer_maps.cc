// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "peer_maps.h"

#include <atomic>
#include <stdexcept>
#include <vector>

#ifdef HAIL_ABSEIL
#include <absl/container/flat_hash_map.h>
#endif
#ifdef HAIL_BOOST
#include <boost/unordered/unordered_flat_map.hpp>
#endif

#include "hail/laboratory/papers/shared_join.h"

namespace hail::bench {
namespace {

using join::Algorithm;
using join::HashKind;
using join::Key;
using join::KeyRange;
using join::Settings;
using join::Tuple;

/// The allocator of the standard library, on a budget.
template <class T>
class CountingAllocator {
 public:
  using value_type = T;

  explicit CountingAllocator(MemoryBudget& budget) : budget_(&budget) {}
  template <class U>
  CountingAllocator(const CountingAllocator<U>& other)  // NOLINT: allocators convert
      : budget_(other.budget()) {}

  T* allocate(size_t n) {
    budget_->reserve(MemoryUse::kTable, n * sizeof(T));
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T* data, size_t n) noexcept {
    budget_->release(MemoryUse::kTable, n * sizeof(T));
    std::allocator<T>().deallocate(data, n);
  }
  MemoryBudget* budget() const { return budget_; }

  friend bool operator==(const CountingAllocator& a, const CountingAllocator& b) {
    return a.budget_ == b.budget_;
  }

 private:
  MemoryBudget* budget_;
};

template <Key K>
using Entries = CountingAllocator<std::pair<const K, K>>;

#ifdef HAIL_ABSEIL
template <Key K>
using AbseilMap = absl::flat_hash_map<K, K, absl::Hash<K>, std::equal_to<K>, Entries<K>>;
#endif

#ifdef HAIL_BOOST
template <Key K>
using BoostMap = boost::unordered_flat_map<K, K, boost::hash<K>, std::equal_to<K>, Entries<K>>;
#endif

/// What joins ask of a table, of a map.
template <class Map>
class Table {
 public:
  explicit Table(const Map& map) : map_(map) {}

  template <bool, unsigned, Key K, class Sink>
  void probe(std::span<const Tuple<K>> rows, Sink& sink) const {
    for (const Tuple<K>& row : rows) {
      auto found = map_.find(row.key);
      if (found != map_.end()) {
        sink(row, found->second);
      }
    }
  }

 private:
  const Map& map_;
};

template <class Map>
struct ByMap {
  template <Key K, class Sink>
  static void run(std::span<const Tuple<K>> build, std::span<const Tuple<K>> probe, HashKind,
                  const Settings&, Workers& workers, MemoryBudget& budget, Sink& sink) {
    Map map(0, typename Map::hasher(), typename Map::key_equal(), Entries<K>(budget));
    map.reserve(build.size());
    for (const Tuple<K>& row : build) {
      if (!map.emplace(row.key, row.payload).second) {
        throw std::invalid_argument("Maps take unique keys only");
      }
    }
    std::vector<Sink> sinks(workers.threads());
    join::probe_shared<true, 1, K>(Table(map), probe, workers, sinks);
    for (const Sink& each : sinks) {
      sink.add(each);
    }
  }
};

template <Key K, class Map>
constexpr Algorithm<K> peer(std::string_view name) {
  using join::ChecksumSink;
  using join::CountSink;
  using join::PairSink;
  using join::SumSink;
  return {name,
          KeyRange::kAny,
          &ByMap<Map>::template run<K, CountSink>,
          &ByMap<Map>::template run<K, SumSink>,
          &ByMap<Map>::template run<K, ChecksumSink>,
          &ByMap<Map>::template run<K, PairSink>};
}

}  // namespace

template <Key K>
std::span<const Algorithm<K>> peer_maps() {
  static const std::vector<Algorithm<K>> peers{
#ifdef HAIL_ABSEIL
      peer<K, AbseilMap<K>>("abseil"),
#endif
#ifdef HAIL_BOOST
      peer<K, BoostMap<K>>("boost"),
#endif
  };
  return peers;
}

template std::span<const Algorithm<uint32_t>> peer_maps<uint32_t>();
template std::span<const Algorithm<uint64_t>> peer_maps<uint64_t>();

}  // namespace hail::bench
