// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "hail/join/table/tuple.h"
#include "hail/work/workers.h"

namespace hail::join {

/// Probes a table that all threads share. Each thread takes strides of the probe side until none is
/// left (paper A, section 3).
///
/// Group   rows whose accesses to memory overlap; 1 for row by row
/// sinks   one for each worker
template <bool Unique, unsigned Group, Key K, class Table, class Sink>
void probe_shared(const Table& table, std::span<const Tuple<K>> rows, Workers& workers,
                  std::vector<Sink>& sinks) {
  constexpr uint64_t kStride = 8192;
  std::atomic<uint64_t> next{0};
  workers.run([&](unsigned thread) {
    Sink sink;
    while (true) {
      uint64_t from = next.fetch_add(kStride, std::memory_order_relaxed);
      if (from >= rows.size()) {
        break;
      }
      table.template probe<Unique, Group>(
          rows.subspan(from, std::min<uint64_t>(kStride, rows.size() - from)), sink);
    }
    sinks[thread].add(sink);
  });
}

}  // namespace hail::join
