// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "hail/join/table/tuple.h"
#include "hail/join/table/write.h"
#include "hail/memory/array.h"
#include "hail/memory/budget.h"
#include "hail/work/task_queue.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Where the rows of a partition are (paper B, section 6.2).
enum class Layout {
  kContiguous,  ///< together; takes a histogram of all rows first
  kChunked      ///< one fragment for each thread, in the thread's part of the output
};

/// Partitions by the lowest bits of the hash.
template <class Hash>
struct LowBits {
  Hash hash;
  uint64_t mask;

  LowBits(Hash h, unsigned bits) : hash(h), mask((uint64_t{1} << bits) - 1) {}
  size_t operator()(uint64_t key) const { return hash(key) & mask; }
};

/// Partitions by bits above the lowest, for the second of two passes.
template <class Hash>
struct MiddleBits {
  Hash hash;
  unsigned shift;
  uint64_t mask;

  MiddleBits(Hash h, unsigned low, unsigned bits)
      : hash(h), shift(low), mask((uint64_t{1} << bits) - 1) {}
  size_t operator()(uint64_t key) const { return (hash(key) >> shift) & mask; }
};

inline constexpr size_t kLineBytes = 64;

/// A cache line of rows. Rows wait here until the line is full.
template <Key K>
struct alignas(kLineBytes) LineOfTuples {
  static constexpr size_t kTuples = kLineBytes / sizeof(Tuple<K>);
  Tuple<K> tuples[kTuples];
};

namespace internal {

/// Stores a line past the caches. The target is aligned to lines. Builds with the thread sanitizer
/// copy instead, because the sanitizer does not see such stores.
template <Key K>
inline void stream_line(Tuple<K>* target, const LineOfTuples<K>& line) {
#if defined(__SSE2__) && !defined(HAIL_SANITIZE_THREAD)
  const __m128i* from = reinterpret_cast<const __m128i*>(line.tuples);
  __m128i* to = reinterpret_cast<__m128i*>(target);
  for (unsigned quarter = 0; quarter < 4; ++quarter) {
    _mm_stream_si128(to + quarter, _mm_load_si128(from + quarter));
  }
#else
  std::memcpy(target, line.tuples, kLineBytes);
#endif
}

/// Makes streamed lines visible to threads that synchronize with this one.
inline void end_streaming() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

template <Key K, class Partition>
void count(std::span<const Tuple<K>> rows, const Partition& partition, uint64_t* counts) {
  for (const Tuple<K>& row : rows) {
    ++counts[partition(row.key)];
  }
}

template <Key K, class Partition>
void scatter_plain(std::span<const Tuple<K>> rows, const Partition& partition, uint64_t* next,
                   Tuple<K>* out) {
  for (const Tuple<K>& row : rows) {
    out[next[partition(row.key)]++] = row;
  }
}

/// Scatters rows through software write-combine buffers (paper B, algorithm 1). A partition's first
/// line may begin in memory of another thread; only the partition's part of the line is stored.
/// Lines that are not full wait for end_combined().
///
/// next    where the next row of each partition goes; advances to the end of the thread's rows
/// begin   where the thread's rows of each partition begin
/// lines   one for each partition
/// out     aligned to cache lines
template <bool Streaming, Key K, class Partition>
void scatter_combined(std::span<const Tuple<K>> rows, const Partition& partition, uint64_t* next,
                      const uint64_t* begin, LineOfTuples<K>* lines, Tuple<K>* out) {
  constexpr uint64_t kTuples = LineOfTuples<K>::kTuples;
  for (const Tuple<K>& row : rows) {
    size_t p = partition(row.key);
    uint64_t at = next[p]++;
    LineOfTuples<K>& line = lines[p];
    line.tuples[at % kTuples] = row;
    if (at % kTuples == kTuples - 1) {
      uint64_t line_begin = at - (kTuples - 1);
      if (line_begin >= begin[p]) [[likely]] {
        if constexpr (Streaming) {
          stream_line<K>(out + line_begin, line);
        } else {
          std::memcpy(out + line_begin, line.tuples, kLineBytes);
        }
      } else {
        for (uint64_t row_at = begin[p]; row_at <= at; ++row_at) {
          out[row_at] = line.tuples[row_at % kTuples];
        }
      }
    }
  }
}

/// Stores the rows that wait in lines that are not full. Call after the last scatter_combined().
template <bool Streaming, Key K>
void end_combined(const uint64_t* next, const uint64_t* begin, size_t partitions,
                  const LineOfTuples<K>* lines, Tuple<K>* out) {
  constexpr uint64_t kTuples = LineOfTuples<K>::kTuples;
  for (size_t p = 0; p < partitions; ++p) {
    uint64_t line_begin = next[p] / kTuples * kTuples;
    for (uint64_t at = std::max(line_begin, begin[p]); at < next[p]; ++at) {
      out[at] = lines[p].tuples[at % kTuples];
    }
  }
  if constexpr (Streaming) {
    end_streaming();
  }
}

}  // namespace internal

/// Rows split into partitions. Each partition has one or more fragments.
template <Key K>
class PartitionedRows {
 public:
  PartitionedRows(Array<Tuple<K>> rows, Array<uint64_t> bounds, size_t partitions, size_t fragments)
      : rows_(std::move(rows)),
        bounds_(std::move(bounds)),
        partitions_(partitions),
        fragments_(fragments) {}

  size_t partitions() const { return partitions_; }
  /// Number of fragments of each partition.
  size_t fragments() const { return fragments_; }

  std::span<const Tuple<K>> fragment(size_t partition, size_t fragment) const {
    const uint64_t* bounds = bounds_.data() + fragment * (partitions_ + 1) + partition;
    return {rows_.data() + bounds[0], bounds[1] - bounds[0]};
  }

  /// The rows of a partition that is one fragment, for example to sort them.
  std::span<Tuple<K>> mutable_fragment(size_t partition) {
    std::span<const Tuple<K>> rows = fragment(partition, 0);
    return {rows_.data() + (rows.data() - rows_.data()), rows.size()};
  }

  /// Frees the memory of a partition that is one fragment, except parts of pages at its ends.
  void give_back(size_t partition) { rows_.give_back(bounds_[partition], bounds_[partition + 1]); }

  uint64_t rows(size_t partition) const {
    uint64_t sum = 0;
    for (size_t f = 0; f < fragments_; ++f) {
      sum += fragment(partition, f).size();
    }
    return sum;
  }

 private:
  Array<Tuple<K>> rows_;
  /// For each fragment: where its partitions begin, then where the last one ends.
  Array<uint64_t> bounds_;
  size_t partitions_;
  size_t fragments_;
};

/// A source of rows that are in memory. Every source of rows has these methods; each thread of a
/// fixed number of threads always receives the same rows.
///
///   size()                         number of rows
///   places()                       numbers of rows are below this; not every number is a row
///   key_at(place, key)             sets the key of row `place`; false if there is no such row
///   chunks(threads, thread, with)  calls with(rows) for each stretch of a thread's rows
template <Key K>
class RowsInMemory {
 public:
  explicit RowsInMemory(std::span<const Tuple<K>> rows) : rows_(rows) {}

  uint64_t size() const { return rows_.size(); }
  uint64_t places() const { return rows_.size(); }

  bool key_at(uint64_t place, K& key) const {
    key = rows_[place].key;
    return true;
  }

  template <class With>
  void chunks(unsigned threads, unsigned thread, const With& with) const {
    with(piece_of(rows_, threads, thread));
  }

 private:
  std::span<const Tuple<K>> rows_;
};

/// Splits rows into partitions with all workers. Call from one thread at a time.
///
/// Beside the result, the budget counts 16 bytes for each worker and partition. Ways to write other
/// than Write::kPlain add 64 bytes for lines.
template <Key K>
class Partitioner {
 public:
  /// write   how rows are stored; usual_write() for the number of partitions if unset
  Partitioner(Workers& workers, MemoryBudget& budget, Pages pages,
              std::optional<Write> write = std::nullopt)
      : workers_(workers), budget_(budget), pages_(pages), write_(write) {}

  /// Splits rows in one pass. Rows of one partition and fragment keep their order.
  ///
  /// partitions   number of partitions
  /// partition    maps keys to [0, partitions)
  /// Throws BudgetExceeded.
  template <class Partition>
  PartitionedRows<K> split(std::span<const Tuple<K>> rows, size_t partitions,
                           const Partition& partition, Layout layout) {
    if (layout == Layout::kContiguous) {
      return split(RowsInMemory<K>(rows), partitions, partition);
    }
    const unsigned threads = workers_.threads();
    Pass pass(*this, rows.size(), partitions);
    Array<uint64_t> bounds(budget_, MemoryUse::kPartition, threads * (partitions + 1),
                           Pages::kHuge);
    const RowsInMemory<K> source(rows);
    workers_.run([&](unsigned thread) {
      pass.count(source, thread, partition);
      uint64_t at = piece_begin(rows.size(), threads, thread);
      uint64_t* mine = bounds.data() + thread * (partitions + 1);
      for (size_t p = 0; p < partitions; ++p) {
        mine[p] = at;
        at = pass.begin_at(thread, p, at);
      }
      mine[partitions] = at;
      pass.scatter(source, thread, partition);
    });
    return {std::move(pass.out), std::move(bounds), partitions, threads};
  }

  /// Splits the rows of a source in one pass into contiguous partitions. Reads the source twice.
  template <class Source, class Partition>
  PartitionedRows<K> split(const Source& source, size_t partitions, const Partition& partition) {
    Pass pass(*this, source.size(), partitions);
    workers_.run([&](unsigned thread) { pass.count(source, thread, partition); });
    Array<uint64_t> bounds(budget_, MemoryUse::kPartition, partitions + 1, Pages::kHuge);
    uint64_t at = 0;
    for (size_t p = 0; p < partitions; ++p) {
      bounds[p] = at;
      for (unsigned thread = 0; thread < workers_.threads(); ++thread) {
        at = pass.begin_at(thread, p, at);
      }
    }
    bounds[partitions] = at;
    workers_.run([&](unsigned thread) { pass.scatter(source, thread, partition); });
    return {std::move(pass.out), std::move(bounds), partitions, 1};
  }

  /// Splits rows in two passes, first by the lowest bits of the hash, then by the bits above. So
  /// each pass has fewer partitions than the TLB has entries (paper B, section 3.1). The result is
  /// contiguous. Partition p of the first pass and q of the second become partition p *
  /// 2^second_bits + q.
  template <class Hash>
  PartitionedRows<K> split_twice(std::span<const Tuple<K>> rows, Hash hash, unsigned first_bits,
                                 unsigned second_bits) {
    const size_t first = size_t{1} << first_bits;
    const size_t second = size_t{1} << second_bits;
    PartitionedRows<K> coarse =
        split(rows, first, LowBits<Hash>(hash, first_bits), Layout::kContiguous);
    const MiddleBits<Hash> fine(hash, first_bits, second_bits);
    const unsigned threads = workers_.threads();
    Array<Tuple<K>> out(budget_, MemoryUse::kPartition, rows.size(), pages_);
    Array<uint64_t> bounds(budget_, MemoryUse::kPartition, first * second + 1, Pages::kHuge);
    Array<uint64_t> next(budget_, MemoryUse::kBuffer, second * threads, Pages::kHuge);
    const Write write = write_for(second);
    Array<LineOfTuples<K>> lines = line_buffers(write, second * threads);
    bounds[first * second] = rows.size();
    TaskQueue tasks(ascending_order(static_cast<uint32_t>(first)));
    const Tuple<K>* base = coarse.fragment(0, 0).data();
    workers_.run([&](unsigned thread) {
      uint64_t* cursor = next.data() + thread * second;
      uint32_t task;
      while (tasks.take(task)) {
        std::span<const Tuple<K>> part = coarse.fragment(task, 0);
        std::memset(cursor, 0, second * sizeof(uint64_t));
        internal::count<K>(part, fine, cursor);
        uint64_t at = static_cast<uint64_t>(part.data() - base);
        uint64_t* begin = bounds.data() + task * second;
        for (size_t q = 0; q < second; ++q) {
          begin[q] = at;
          at += cursor[q];
        }
        std::memcpy(cursor, begin, second * sizeof(uint64_t));
        LineOfTuples<K>* mine = thread_lines(lines, thread, second);
        scatter(write, part, fine, begin, cursor, mine, out.data());
        end_scatter(write, begin, cursor, second, mine, out.data());
      }
    });
    return {std::move(out), std::move(bounds), first * second, 1};
  }

 private:
  /// The memory of one pass. For each thread: where its rows of each partition begin, and where the
  /// next row goes.
  struct Pass {
    Pass(Partitioner& partitioner, uint64_t rows, size_t partition_count)
        : owner(partitioner),
          partitions(partition_count),
          write(owner.write_for(partitions)),
          // Separate cache lines, so that counting threads do not share one.
          stride((partitions + kLineBytes - 1) / kLineBytes * kLineBytes),
          out(owner.budget_, MemoryUse::kPartition, rows, owner.pages_),
          begin(owner.budget_, MemoryUse::kBuffer, stride * owner.workers_.threads()),
          next(owner.budget_, MemoryUse::kBuffer, stride * owner.workers_.threads()),
          lines(owner.line_buffers(write, partitions * owner.workers_.threads())) {}

    template <class Source, class Partition>
    void count(const Source& source, unsigned thread, const Partition& partition) {
      source.chunks(owner.workers_.threads(), thread, [&](std::span<const Tuple<K>> rows) {
        internal::count<K>(rows, partition, begin.data() + thread * stride);
      });
    }

    /// Turns a thread's count of rows into the place `at` where they begin. Returns where they end.
    uint64_t begin_at(unsigned thread, size_t partition, uint64_t at) {
      return at + std::exchange(begin[thread * stride + partition], at);
    }

    template <class Source, class Partition>
    void scatter(const Source& source, unsigned thread, const Partition& partition) {
      const uint64_t* first = begin.data() + thread * stride;
      uint64_t* cursor = next.data() + thread * stride;
      LineOfTuples<K>* mine = thread_lines(lines, thread, partitions);
      std::memcpy(cursor, first, partitions * sizeof(uint64_t));
      source.chunks(owner.workers_.threads(), thread, [&](std::span<const Tuple<K>> rows) {
        Partitioner::scatter(write, rows, partition, first, cursor, mine, out.data());
      });
      Partitioner::end_scatter(write, first, cursor, partitions, mine, out.data());
    }

    Partitioner& owner;
    const size_t partitions;
    const Write write;
    const size_t stride;
    Array<Tuple<K>> out;
    Array<uint64_t> begin;
    Array<uint64_t> next;
    Array<LineOfTuples<K>> lines;
  };

  Write write_for(size_t partitions) const { return write_.value_or(usual_write(partitions)); }

  Array<LineOfTuples<K>> line_buffers(Write write, size_t count) {
    return Array<LineOfTuples<K>>(budget_, MemoryUse::kBuffer, write == Write::kPlain ? 0 : count,
                                  Pages::kHuge);
  }

  static LineOfTuples<K>* thread_lines(Array<LineOfTuples<K>>& lines, unsigned thread,
                                       size_t partitions) {
    return lines.size() == 0 ? nullptr : lines.data() + thread * partitions;
  }

  template <class Partition>
  static void scatter(Write write, std::span<const Tuple<K>> rows, const Partition& partition,
                      const uint64_t* begin, uint64_t* next, LineOfTuples<K>* lines,
                      Tuple<K>* out) {
    switch (write) {
      case Write::kPlain:
        internal::scatter_plain<K>(rows, partition, next, out);
        return;
      case Write::kCombined:
        internal::scatter_combined<false, K>(rows, partition, next, begin, lines, out);
        return;
      case Write::kStreaming:
        internal::scatter_combined<true, K>(rows, partition, next, begin, lines, out);
        return;
    }
  }

  static void end_scatter(Write write, const uint64_t* begin, const uint64_t* next,
                          size_t partitions, const LineOfTuples<K>* lines, Tuple<K>* out) {
    switch (write) {
      case Write::kPlain:
        return;
      case Write::kCombined:
        internal::end_combined<false, K>(next, begin, partitions, lines, out);
        return;
      case Write::kStreaming:
        internal::end_combined<true, K>(next, begin, partitions, lines, out);
        return;
    }
  }

  Workers& workers_;
  MemoryBudget& budget_;
  const Pages pages_;
  const std::optional<Write> write_;
};

}  // namespace hail::join
