// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "hail/join/table/concise_table.h"
#include "hail/join/table/piece_probe.h"
#include "hail/join/table/tuple.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/memory/growing_array.h"
#include "hail/work/workers.h"

namespace hail::join {

namespace internal {

/// Collects matches that are found partition by partition, and returns them in the order of the
/// rows. Call clear() for all rows, take() for each match, order() once, then matches() for each
/// row.
///
/// This version holds at most one match for each row.
template <bool Unique, Key K>
class Departition {
 public:
  /// Bytes a buffered row takes here.
  static constexpr uint64_t kRowBytes = sizeof(K) + 1;

  Departition(uint64_t rows, Workers&, MemoryBudget& budget, Pages pages)
      : payloads_(budget, MemoryUse::kBuffer, rows, pages),
        found_(budget, MemoryUse::kBuffer, rows, pages) {}

  /// Prepares rows [from, to) for their matches.
  void clear(uint64_t from, uint64_t to) { std::fill(&found_[0] + from, &found_[0] + to, 0); }

  /// Takes a match of a row. One thread takes all matches of the row.
  void take(unsigned, uint64_t row, K payload) {
    payloads_[row] = payload;
    found_[row] = 1;
  }

  /// Nothing to do: each match is already in the place of its row.
  void order(uint64_t, Workers&) {}

  /// Calls with(payload) for each match of the row.
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

/// This version holds any number of matches for each row. Matches wait in the order in which they
/// are found; order() then groups them by row.
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

  /// Groups the matches of rows [0, rows) by row.
  void order(uint64_t rows, Workers& workers) {
    // From here on ends_[row + 1] is the place of the row's next match.
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
  /// Row numbers and payloads of matches, one list for each thread.
  std::vector<GrowingArray<Tuple<K>>> waiting_;
  /// At place r + 1, for row r: first the number of its matches, after order() their end in
  /// payloads_.
  Array<uint64_t> ends_;
  Array<K> payloads_;
};

/// A source of rows (see RowsInMemory) that replaces each payload with the number of its row.
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

/// Probes a concise table with all rows through a buffer (paper A, section 3.2). Each time the
/// buffer is full, probe_by_pieces() looks the rows up, and the matches return to the order of the
/// rows. Each thread's sink receives, from each full buffer, the matches of one stretch of rows in
/// row order.
///
/// buffer_bytes   size of the buffer; it holds at least 1024 rows whatever the size
/// sinks          one for each worker
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
