// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/papers/merge_sort.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace hail::join {
namespace {

/// Number of runs merged at a time once runs are larger than a cache.
constexpr size_t kWays = 8;

/// What rows are ordered by.
struct ByKey {
  template <Key K>
  K operator()(const Tuple<K>& row) const {
    return row.key;
  }
};

/// Merges two runs without branches that depend on rows, except at their ends. Returns the end of
/// the output.
template <class Order, Key K>
Tuple<K>* merge_plainly(const Tuple<K>* a, const Tuple<K>* a_end, const Tuple<K>* b,
                        const Tuple<K>* b_end, Tuple<K>* out) {
  constexpr Order kOrder;
  while (a != a_end && b != b_end) {
    const bool from_b = kOrder(*b) < kOrder(*a);
    *out++ = *(from_b ? b : a);
    a += !from_b;
    b += from_b;
  }
  return std::copy(b, b_end, std::copy(a, a_end, out));
}

/// Rows of a first run, which is sorted without merging.
constexpr size_t kRun = 16;

template <class Order, Key K>
void sort_runs_plainly(std::span<Tuple<K>> rows) {
  constexpr Order kOrder;
  for (size_t from = 0; from < rows.size(); from += kRun) {
    const size_t to = std::min(from + kRun, rows.size());
    for (size_t i = from + 1; i < to; ++i) {
      const Tuple<K> row = rows[i];
      size_t at = i;
      while (at > from && kOrder(row) < kOrder(rows[at - 1])) {
        rows[at] = rows[at - 1];
        --at;
      }
      rows[at] = row;
    }
  }
}

/// A tree of losers. Finds the least head of kWays runs with one comparison for each level of the
/// tree.
template <Key K>
class RunMerger {
 public:
  /// Merges at most kWays sorted runs. `out` must not overlap them.
  void merge(std::span<const std::span<const Tuple<K>>> runs, Tuple<K>* out) {
    size_t left = 0;
    for (size_t way = 0; way < kWays; ++way) {
      heads_[way] = way < runs.size() ? runs[way] : std::span<const Tuple<K>>();
      left += heads_[way].size();
    }
    size_t winner = play(1);
    for (; left > 0; --left) {
      *out++ = heads_[winner].front();
      heads_[winner] = heads_[winner].subspan(1);
      for (size_t node = (winner + kWays) / 2; node > 0; node /= 2) {
        if (beats(losers_[node], winner)) {
          std::swap(losers_[node], winner);
        }
      }
    }
  }

 private:
  /// Whether the head of run a sorts before the head of run b. An empty run loses.
  bool beats(size_t a, size_t b) const {
    if (heads_[a].empty() || heads_[b].empty()) {
      return !heads_[a].empty();
    }
    return heads_[a].front().key < heads_[b].front().key;
  }

  /// Plays the games below a node and returns their winner.
  size_t play(size_t node) {
    if (node >= kWays) {
      return node - kWays;
    }
    size_t left = play(2 * node);
    size_t right = play(2 * node + 1);
    const bool right_wins = beats(right, left);
    losers_[node] = right_wins ? left : right;
    return right_wins ? right : left;
  }

  std::array<std::span<const Tuple<K>>, kWays> heads_;
  std::array<size_t, kWays> losers_{};
};

/// Sorts with the given ways to make first runs and to merge two runs.
template <Key K, class SortRuns, class Merge>
std::span<Tuple<K>> sort_by_merging(std::span<Tuple<K>> rows, std::span<Tuple<K>> other,
                                    size_t cache, const SortRuns& sort_runs, const Merge& merge) {
  sort_runs(rows);
  // Finish one piece before the next: a piece and its merge output fit the cache together.
  size_t piece = std::max(kRun, std::bit_floor(cache / (2 * sizeof(Tuple<K>)) + 1));
  unsigned passes = 0;
  for (size_t run = kRun; run < std::min(piece, rows.size()); run *= 2) {
    ++passes;
  }
  for (size_t begin = 0; begin < rows.size(); begin += piece) {
    const size_t end = std::min(begin + piece, rows.size());
    Tuple<K>* from = rows.data();
    Tuple<K>* to = other.data();
    size_t run = kRun;
    for (unsigned pass = 0; pass < passes; ++pass, run *= 2) {
      for (size_t at = begin; at < end; at += 2 * run) {
        const size_t middle = std::min(at + run, end);
        merge(from + at, from + middle, from + middle, from + std::min(at + 2 * run, end), to + at);
      }
      std::swap(from, to);
    }
  }
  if (passes % 2 == 1) {
    std::swap(rows, other);
  }
  RunMerger<K> merger;
  for (; piece < rows.size(); piece *= kWays) {
    for (size_t begin = 0; begin < rows.size(); begin += piece * kWays) {
      std::array<std::span<const Tuple<K>>, kWays> runs;
      size_t count = 0;
      for (size_t at = begin; at < rows.size() && count < kWays; at += piece) {
        runs[count++] = rows.subspan(at, std::min(piece, rows.size() - at));
      }
      merger.merge(std::span(runs).first(count), other.data() + begin);
    }
    std::swap(rows, other);
  }
  return rows;
}

#if defined(__x86_64__)

#define HAIL_AVX2 __attribute__((target("avx2")))

/// Loads rows of 8 bytes as integers that compare like their keys. In little-endian memory the
/// payload is the upper half, so load() swaps the halves. Vector instructions compare signed
/// integers, so load() also flips the sign bits.
struct Vectors {
  static constexpr size_t kLanes = 4;
  static_assert(kRun == kLanes * kLanes);
  using Row = Tuple<uint32_t>;

  /// Comparing whole registers orders rows by key, then by payload.
  struct ByRow {
    uint64_t operator()(const Row& row) const { return uint64_t{row.key} << 32 | row.payload; }
  };

  HAIL_AVX2 static __m256i load(const Row* rows) {
    __m256i raw = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rows));
    // Swap the halves of each row: key above payload.
    return _mm256_xor_si256(_mm256_shuffle_epi32(raw, 0xb1), sign());
  }

  HAIL_AVX2 static void store(Row* rows, __m256i packed) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(rows),
                        _mm256_shuffle_epi32(_mm256_xor_si256(packed, sign()), 0xb1));
  }

  HAIL_AVX2 static __m256i sign() {
    return _mm256_set1_epi64x(std::numeric_limits<int64_t>::min());
  }

  HAIL_AVX2 static void exchange(__m256i& low, __m256i& high) {
    const __m256i greater = _mm256_cmpgt_epi64(low, high);
    const __m256i least = _mm256_blendv_epi8(low, high, greater);
    high = _mm256_blendv_epi8(high, low, greater);
    low = least;
  }

  /// Sorts a bitonic sequence of four rows.
  HAIL_AVX2 static __m256i finish(__m256i v) {
    __m256i low = v;
    __m256i high = _mm256_permute4x64_epi64(v, 0x4e);
    exchange(low, high);
    v = _mm256_blend_epi32(low, _mm256_permute4x64_epi64(high, 0x4e), 0xf0);
    low = v;
    high = _mm256_permute4x64_epi64(v, 0xb1);
    exchange(low, high);
    return _mm256_blend_epi32(low, _mm256_permute4x64_epi64(high, 0xb1), 0xcc);
  }

  /// Merges two sorted sequences of four rows: the lower four go to a, the upper four to b.
  HAIL_AVX2 static void merge_four(__m256i& a, __m256i& b) {
    b = _mm256_permute4x64_epi64(b, 0x1b);
    exchange(a, b);
    a = finish(a);
    b = finish(b);
  }

  /// Sorts sixteen rows. A network sorts four columns, which are then transposed and merged.
  HAIL_AVX2 static void sort_sixteen(Row* rows) {
    __m256i a = load(rows);
    __m256i b = load(rows + 4);
    __m256i c = load(rows + 8);
    __m256i d = load(rows + 12);
    exchange(a, b);
    exchange(c, d);
    exchange(a, c);
    exchange(b, d);
    exchange(b, c);
    const __m256i ab_low = _mm256_unpacklo_epi64(a, b);
    const __m256i ab_high = _mm256_unpackhi_epi64(a, b);
    const __m256i cd_low = _mm256_unpacklo_epi64(c, d);
    const __m256i cd_high = _mm256_unpackhi_epi64(c, d);
    a = _mm256_permute2x128_si256(ab_low, cd_low, 0x20);
    b = _mm256_permute2x128_si256(ab_high, cd_high, 0x20);
    c = _mm256_permute2x128_si256(ab_low, cd_low, 0x31);
    d = _mm256_permute2x128_si256(ab_high, cd_high, 0x31);
    // Merge runs of four to runs of eight, then to one run of sixteen.
    merge_four(a, b);
    merge_four(c, d);
    merge_eight(a, b, c, d);
    store(rows, a);
    store(rows + 4, b);
    store(rows + 8, c);
    store(rows + 12, d);
  }

  /// Merges the sorted sequences (a, b) and (c, d) of eight rows to (a, b, c, d).
  HAIL_AVX2 static void merge_eight(__m256i& a, __m256i& b, __m256i& c, __m256i& d) {
    __m256i c_turned = _mm256_permute4x64_epi64(d, 0x1b);
    __m256i d_turned = _mm256_permute4x64_epi64(c, 0x1b);
    exchange(a, c_turned);
    exchange(b, d_turned);
    exchange(a, b);
    exchange(c_turned, d_turned);
    a = finish(a);
    b = finish(b);
    c = finish(c_turned);
    d = finish(d_turned);
  }

  HAIL_AVX2 static void sort_runs(std::span<Row> rows) {
    size_t at = 0;
    for (; at + kRun <= rows.size(); at += kRun) {
      sort_sixteen(rows.data() + at);
    }
    sort_runs_plainly<ByRow, uint32_t>(rows.subspan(at));
  }

  /// Merges two runs, four rows at a time while both have four.
  HAIL_AVX2 static void merge(const Row* a, const Row* a_end, const Row* b, const Row* b_end,
                              Row* out) {
    constexpr ByRow kOrder;
    constexpr ptrdiff_t kFour = kLanes;
    if (a_end - a < kFour || b_end - b < kFour) {
      merge_plainly<ByRow>(a, a_end, b, b_end, out);
      return;
    }
    __m256i low = load(a);
    __m256i high = load(b);
    a += kFour;
    b += kFour;
    merge_four(low, high);
    while (a_end - a >= kFour && b_end - b >= kFour) {
      store(out, low);
      out += kFour;
      // Load from the run with the lesser next row: its four may be due next.
      const bool from_b = kOrder(*b) < kOrder(*a);
      low = load(from_b ? b : a);
      a += from_b ? 0 : kFour;
      b += from_b ? kFour : 0;
      merge_four(low, high);
    }
    store(out, low);
    out += kFour;
    std::array<Row, kLanes> held;
    store(held.data(), high);
    // Now one run has fewer than four rows left; make it run a.
    if (a_end - a >= kFour) {
      std::swap(a, b);
      std::swap(a_end, b_end);
    }
    std::array<Row, 2 * kLanes> pending;
    Row* pending_end =
        merge_plainly<ByRow>(held.data(), held.data() + kLanes, a, a_end, pending.data());
    merge_plainly<ByRow>(pending.data(), pending_end, b, b_end, out);
  }
};

#endif

}  // namespace

bool sorts_with_vectors() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

template <Key K>
std::span<Tuple<K>> merge_sort_plainly(std::span<Tuple<K>> rows, std::span<Tuple<K>> other,
                                       size_t cache) {
  return sort_by_merging<K>(rows, other, cache, sort_runs_plainly<ByKey, K>,
                            merge_plainly<ByKey, K>);
}

template <>
std::span<Tuple<uint64_t>> merge_sort(std::span<Tuple<uint64_t>> rows,
                                      std::span<Tuple<uint64_t>> other, size_t cache) {
  return merge_sort_plainly(rows, other, cache);
}

template <>
std::span<Tuple<uint32_t>> merge_sort(std::span<Tuple<uint32_t>> rows,
                                      std::span<Tuple<uint32_t>> other, size_t cache) {
#if defined(__x86_64__)
  if (sorts_with_vectors()) {
    return sort_by_merging<uint32_t>(rows, other, cache, Vectors::sort_runs, Vectors::merge);
  }
#endif
  return merge_sort_plainly(rows, other, cache);
}

template std::span<Tuple<uint32_t>> merge_sort_plainly(std::span<Tuple<uint32_t>>,
                                                       std::span<Tuple<uint32_t>>, size_t);
template std::span<Tuple<uint64_t>> merge_sort_plainly(std::span<Tuple<uint64_t>>,
                                                       std::span<Tuple<uint64_t>>, size_t);

}  // namespace hail::join
