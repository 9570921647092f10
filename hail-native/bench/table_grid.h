// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

namespace hail::bench {

struct TableShape {
  uint64_t build_rows;
  uint64_t probe_rows;
  double match_rate;  ///< share of probe rows with a match
  unsigned threads;   ///< threads that build; each also has a probe
  unsigned rounds;    ///< rounds that count, after one more
};

/// Compares the hash tables of the join operator, with direct and with buffered probes. The batches
/// have unique keys from anywhere in 64 bits. The tables take turns. Prints a line for each, with
/// the median and the least and greatest of the rounds.
void run_table_grid(const TableShape& shape);

}  // namespace hail::bench
