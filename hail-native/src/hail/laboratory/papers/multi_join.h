// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "hail/join/table/concise_table.h"
#include "hail/join/table/hash.h"
#include "hail/join/table/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/memory/growing_array.h"
#include "hail/work/workers.h"

namespace hail::join {

/// A concise table of any kind.
template <Key K>
using AnyConciseView =
    std::variant<ConciseView<K, HashBuckets<K, MixHash>>, ConciseView<K, DomainBuckets<K>>,
                 ConciseView<K, WindowBuckets<K>>>;

/// One build side of a multi-join.
template <Key K>
struct MultiJoinSide {
  AnyConciseView<K> table;
  /// True: result rows have a match of this side. False: a probe row only needs a match here.
  bool pairs = true;
  /// True if no key comes twice.
  bool unique = false;
};

/// What a multi-join did with one of its tables.
struct MultiJoinCounts {
  /// Probe rows whose bits were looked at, and the rows of these that may have a match.
  uint64_t filtered = 0;
  uint64_t passed = 0;
  /// Rows that were looked up in the array.
  uint64_t probed = 0;

  void add(const MultiJoinCounts& other) {
    filtered += other.filtered;
    passed += other.passed;
    probed += other.probed;
  }

  /// Share of rows that may have a match; 1 if no row was looked at.
  double pass_rate() const {
    return filtered == 0 ? 1 : static_cast<double>(passed) / static_cast<double>(filtered);
  }
};

/// Joins one probe side with several concise tables at once (paper A, section 3.1). Each stride of
/// rows first looks at the bits of all tables. Only rows that may have a match in all tables go on
/// to the arrays. The table that passes the smallest share of rows comes first. A bad order of
/// joins costs accesses to bits, not to arrays.
template <Key K>
class MultiJoin {
 public:
  explicit MultiJoin(std::vector<MultiJoinSide<K>> sides, MemoryBudget& budget)
      : sides_(std::move(sides)), budget_(budget) {}

  /// Calls sink(row, payloads) for each probe row and each choice of one match in each table that
  /// pairs. `row` is the row number; `payloads` has the order of these tables. A row without a
  /// match in some table is not in the result.
  ///
  /// keys    keys[side][row] is the key of a probe row for a table; all sides have all rows
  /// sinks   one for each thread
  /// Returns what was done with each table. Throws BudgetExceeded.
  template <class Sink>
  std::vector<MultiJoinCounts> run(std::span<const std::span<const K>> keys, Workers& workers,
                                   std::vector<Sink>& sinks) const {
    const uint64_t rows = keys.empty() ? 0 : keys.front().size();
    std::vector<std::vector<MultiJoinCounts>> counts(workers.threads(),
                                                     std::vector<MultiJoinCounts>(sides_.size()));
    std::atomic<uint64_t> next{0};
    workers.run([&](unsigned thread) {
      Strides strides(*this);
      while (true) {
        const uint64_t from = next.fetch_add(kStride, std::memory_order_relaxed);
        if (from >= rows) {
          break;
        }
        strides.join(keys, from, std::min<uint64_t>(kStride, rows - from), sinks[thread]);
      }
      counts[thread] = strides.counts();
    });
    std::vector<MultiJoinCounts> all(sides_.size());
    for (const std::vector<MultiJoinCounts>& mine : counts) {
      for (size_t side = 0; side < all.size(); ++side) {
        all[side].add(mine[side]);
      }
    }
    return all;
  }

 private:
  static constexpr uint64_t kStride = 8192;
  /// Rows whose accesses to memory overlap.
  static constexpr unsigned kGroup = 128;

  /// A match of a row. `before` is 1 + the index of the row's match before; 0 for its first.
  struct Match {
    K payload;
    uint32_t before;
  };

  /// The work of one thread, and the pass rates of the tables that it has seen.
  class Strides {
   public:
    explicit Strides(const MultiJoin& join)
        : sides_(join.sides_),
          counts_(sides_.size()),
          order_(sides_.size()),
          selection_(join.budget_, MemoryUse::kBuffer, kStride),
          searched_(join.budget_, MemoryUse::kBuffer, kStride),
          last_(join.budget_, MemoryUse::kBuffer, kStride * sides_.size()) {
      std::iota(order_.begin(), order_.end(), 0);
      for (size_t side = 0; side < sides_.size(); ++side) {
        matches_.emplace_back(join.budget_, MemoryUse::kBuffer);
        if (sides_[side].pairs) {
          pairing_.push_back(side);
        }
      }
      at_.resize(pairing_.size());
      payloads_.resize(pairing_.size());
    }

    const std::vector<MultiJoinCounts>& counts() const { return counts_; }

    /// Joins the rows [from, from + count), at most a stride.
    template <class Sink>
    void join(std::span<const std::span<const K>> keys, uint64_t from, uint64_t count, Sink& sink) {
      std::iota(selection_.data(), selection_.data() + count, 0);
      for (const size_t side : order_) {
        count = filter(side, keys[side].subspan(from), count);
      }
      for (const size_t side : order_) {
        count = probe(side, keys[side].subspan(from), count);
      }
      for (uint64_t i = 0; i < count; ++i) {
        give(from, selection_[i], sink);
      }
      std::stable_sort(order_.begin(), order_.end(), [this](size_t a, size_t b) {
        return counts_[a].pass_rate() < counts_[b].pass_rate();
      });
    }

   private:
    /// Keeps the selected rows that pass the bits of a table. Returns their number.
    uint64_t filter(size_t side, std::span<const K> keys, uint64_t count) {
      const uint64_t passed = std::visit(
          [&](const auto& table) {
            return table.template filter<kGroup>(keys, selection_.span().first(count),
                                                 selection_.data());
          },
          sides_[side].table);
      counts_[side].filtered += count;
      counts_[side].passed += passed;
      return passed;
    }

    /// Keeps the selected rows that have a match, and collects these matches. Returns their number.
    uint64_t probe(size_t side, std::span<const K> keys, uint64_t count) {
      return std::visit(
          [&]<class Buckets>(const ConciseView<K, Buckets>& table) {
            if (Buckets::kExact && !sides_[side].pairs) {
              // The bits are exact: each row that is left has a match.
              return count;
            }
            return sides_[side].unique || !sides_[side].pairs
                       ? probe_in<true>(table, side, keys, count)
                       : probe_in<false>(table, side, keys, count);
          },
          sides_[side].table);
    }

    template <bool Unique, class Buckets>
    uint64_t probe_in(const ConciseView<K, Buckets>& table, size_t side, std::span<const K> keys,
                      uint64_t count) {
      uint32_t* last = last_.data() + side * kStride;
      for (uint64_t i = 0; i < count; ++i) {
        const uint32_t row = selection_[i];
        searched_[i] = {keys[row], static_cast<K>(row)};
        last[row] = 0;
      }
      counts_[side].probed += count;
      GrowingArray<Match>& matches = matches_[side];
      matches.resize(0);
      auto sink = [&](const Tuple<K>& row, K payload) {
        matches.push_back({payload, last[row.payload]});
        last[row.payload] = static_cast<uint32_t>(matches.size());
      };
      table.template probe<Unique, kGroup>(searched_.span().first(count), sink);
      uint64_t kept = 0;
      for (uint64_t i = 0; i < count; ++i) {
        const uint32_t row = selection_[i];
        selection_[kept] = row;
        kept += last[row] != 0;
      }
      return kept;
    }

    /// Calls the sink for each choice of one match in each table that pairs. The last table's match
    /// changes first.
    template <class Sink>
    void give(uint64_t from, uint32_t row, Sink& sink) {
      for (size_t i = 0; i < pairing_.size(); ++i) {
        set(i, last_[pairing_[i] * kStride + row]);
      }
      while (true) {
        sink(from + row, std::span<const K>(payloads_));
        size_t i = pairing_.size();
        while (i > 0) {
          --i;
          const uint32_t before = matches_[pairing_[i]][at_[i] - 1].before;
          set(i, before != 0 ? before : last_[pairing_[i] * kStride + row]);
          if (before != 0) {
            break;
          }
          if (i == 0) {
            return;
          }
        }
        if (pairing_.empty()) {
          return;
        }
      }
    }

    void set(size_t i, uint32_t match) {
      at_[i] = match;
      payloads_[i] = matches_[pairing_[i]][match - 1].payload;
    }

    const std::vector<MultiJoinSide<K>>& sides_;
    std::vector<MultiJoinCounts> counts_;
    /// All sides, by ascending pass rate.
    std::vector<size_t> order_;
    /// The sides that pair, in their order.
    std::vector<size_t> pairing_;
    /// Rows of the stride that are left.
    Array<uint32_t> selection_;
    Array<Tuple<K>> searched_;
    /// For each side and row of the stride: 1 + the index of the row's last match; 0 if there is
    /// none.
    Array<uint32_t> last_;
    std::vector<GrowingArray<Match>> matches_;
    std::vector<uint32_t> at_;
    std::vector<K> payloads_;
  };

  std::vector<MultiJoinSide<K>> sides_;
  MemoryBudget& budget_;
};

}  // namespace hail::join
