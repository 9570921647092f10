// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "hail/join/concise_table.h"
#include "hail/join/piece_probe.h"
#include "hail/join/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/memory/growing_array.h"
#include "hail/work/workers.h"

namespace hail::join {

namespace internal {

/// The matches of some rows that are found in another order: one for each row at most.
template <bool Unique, Key K>
class Departition {
 public:
  static constexpr uint64_t kRowBytes = sizeof(K) + 1;

  Departition(uint64_t rows, Workers&, MemoryBudget& budget, Pages pages)
      : payloads_(budget, MemoryUse::kBuffer, rows, pages),
        found_(budget, MemoryUse::kBuffer, rows, pages) {}

  void clear(uint64_t from, uint64_t to) { std::fill(&found_[0] + from, &found_[0] + to, 0); }

  /// Takes a match of a row. All of one row are taken by one thread.
  void take(unsigned, uint64_t row, K payload) {
    payloads_[row] = payload;
    found_[row] = 1;
  }

  /// There is nothing to be done: a match is where its row is.
  void order(uint64_t, Workers&) {}

  template <class With>
  void matches(uint64_t row, const With& with) const {
    if (found_[row] != 0) {
      with(payloads_[row]);
    }
  }

 private:
  Array<K> payloads_;
  Array<uint8_t> found_;
};

/// Any number for each row: they wait as they come, and are then put to where the row's are.
template <Key K>
class Departition<false, K> {
 public:
  static constexpr uint64_t kRowBytes = sizeof(uint64_t);

  Departition(uint64_t rows, Workers& workers, MemoryBudget& budget, Pages pages)
      : budget_(budget), pages_(pages), ends_(budget, MemoryUse::kBuffer, rows + 1, pages) {
    for (unsigned thread = 0; thread < workers.threads(); ++thread) {
      waiting_.emplace_back(budget, MemoryUse::kBuffer);
    }
  }

  void clear(uint64_t from, uint64_t to) { std::fill(&ends_[0] + from + 1, &ends_[0] + to + 1, 0); }

  void take(unsigned thread, uint64_t row, K payload) {
    waiting_[thread].push_back({static_cast<K>(row), payload});
    ++ends_[row + 1];
  }

  /// Gives the matches of so many rows their places.
  void order(uint64_t rows, Workers& workers) {
    // From here on an end is where the next match of the row goes.
    uint64_t all = 0;
    for (uint64_t row = 1; row <= rows; ++row) {
      const uint64_t count = ends_[row];
      ends_[row] = all;
      all += count;
    }
    payloads_ = {};
    payloads_ = Array<K>(budget_, MemoryUse::kBuffer, all, pages_);
    workers.run([&](unsigned thread) {
      GrowingArray<Tuple<K>>& mine = waiting_[thread];
      for (uint64_t i = 0; i < mine.size(); ++i) {
        payloads_[ends_[mine[i].key + 1]++] = mine[i].payload;
      }
      mine.resize(0);
    });
  }

  template <class With>
  void matches(uint64_t row, const With& with) const {
    for (uint64_t at = ends_[row]; at < ends_[row + 1]; ++at) {
      with(payloads_[at]);
    }
  }

 private:
  MemoryBudget& budget_;
  const Pages pages_;
  /// Numbers and payloads, for each thread.
  std::vector<GrowingArray<Tuple<K>>> waiting_;
  /// Of row r from place r + 1 on: how many matches, then where they end.
  Array<uint64_t> ends_;
  Array<K> payloads_;
};

/// Keys of rows in memory with the rows' numbers in place of their payloads, as a source of rows.
template <Key K>
class NumberedRows {
 public:
  explicit NumberedRows(std::span<const Tuple<K>> rows) : rows_(rows) {}

  uint64_t size() const { return rows_.size(); }

  template <class With>
  void chunks(unsigned threads, unsigned thread, const With& with) const {
    constexpr uint64_t kChunk = 1024;
    Tuple<K> chunk[kChunk];
    const uint64_t to = piece_begin(rows_.size(), threads, thread + 1);
    for (uint64_t from = piece_begin(rows_.size(), threads, thread); from < to; from += kChunk) {
      const uint64_t count = std::min(kChunk, to - from);
      for (uint64_t i = 0; i < count; ++i) {
        chunk[i] = {rows_[from + i].key, static_cast<K>(from + i)};
      }
      with(std::span<const Tuple<K>>(chunk, count));
    }
  }

 private:
  std::span<const Tuple<K>> rows_;
};

}  // namespace internal

/// Probes a concise table with all rows through a buffer (paper A, section 3.2): as many rows as fit
/// it are looked up by probe_by_pieces, and their matches put back to the order of the rows. Each
/// thread's sink has the matches of one stretch of the rows after the other, in their order.
///
/// buffer_bytes   of the rows that wait; at least 1024 do
template <bool Unique, unsigned Group, Key K, class Buckets, class Sink>
void probe_buffered(const ConciseView<K, Buckets>& table, std::span<const Tuple<K>> rows,
                    uint64_t buffer_bytes, Workers& workers, MemoryBudget& budget, Pages pages,
                    std::vector<Sink>& sinks) {
  using Matches = internal::Departition<Unique, K>;
  constexpr uint64_t kFewest = 1024;
  constexpr uint64_t kMost = uint64_t{1} << 31;
  constexpr uint64_t kRowBytes = sizeof(Tuple<K>) + Matches::kRowBytes;
  const uint64_t capacity =
      std::min<uint64_t>(rows.size(), std::clamp(buffer_bytes / kRowBytes, kFewest, kMost));
  Matches matches(capacity, workers, budget, pages);
  for (uint64_t from = 0; from < rows.size(); from += capacity) {
    const std::span<const Tuple<K>> buffered =
        rows.subspan(from, std::min(capacity, rows.size() - from));
    const auto piece_rows = [&](unsigned thread) {
      return std::pair(piece_begin(buffered.size(), workers.threads(), thread),
                       piece_begin(buffered.size(), workers.threads(), thread + 1));
    };
    workers.run([&](unsigned thread) {
      const auto [begin, end] = piece_rows(thread);
      matches.clear(begin, end);
    });
    probe_by_pieces<Unique, Group>(table, internal::NumberedRows<K>(buffered), workers, budget,
                                   pages,
                                   [&matches](unsigned thread, const Tuple<K>& row, K payload) {
                                     matches.take(thread, row.payload, payload);
                                   });
    matches.order(buffered.size(), workers);
    workers.run([&](unsigned thread) {
      const auto [begin, end] = piece_rows(thread);
      Sink sink;
      for (uint64_t row = begin; row < end; ++row) {
        matches.matches(row, [&](K payload) { sink(buffered[row], payload); });
      }
      sinks[thread].add(sink);
    });
  }
}

}  // namespace hail::join
