// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <string>
#include <vector>

#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/papers/settings.h"
#include "hail/laboratory/workload/relations.h"

namespace hail::bench {

/// Options of the benchmark that builds and probes single tables.
struct TableBenchOptions {
  workload::RelationsShape shape;
  unsigned key_bytes;
  unsigned threads;
  unsigned rounds;  ///< rounds that count, after one more
  join::HashKind hash;
  join::Settings settings;
  /// Names of the tables; empty for all.
  std::vector<std::string> names;
};

/// Builds and probes tables in turn, and prints a line for each. The line has the least nanoseconds
/// of a thread per row, for build rows and for probe rows, and the bytes of the table. The
/// benchmark adds up the matches. The range of the keys counts as known.
///
/// The tables are those of the joins of the same names. CHT-wide has payloads of three keys,
/// CAT-bits has none.
///
/// Throws std::invalid_argument for an unknown name.
void run_table_bench(const TableBenchOptions& options);

}  // namespace hail::bench
