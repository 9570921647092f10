// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

namespace hail::bench {

struct TableShape {
  uint64_t build_rows;
  uint64_t probe_rows;
  double match_rate;  ///< share of probe rows with a match
  unsigned threads;   ///< that build, and that have a probe each
  unsigned rounds;    ///< that are counted, after one that is not
};

/// Compares the hash tables of the join operator, with direct probes and with buffered ones, on batches
/// of unique keys that are anywhere in 64 bits, in turn: prints a line for each, with medians and the
/// least and greatest of the rounds.
void run_table_grid(const TableShape& shape);

}  // namespace hail::bench
