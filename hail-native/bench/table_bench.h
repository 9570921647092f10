// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <string>
#include <vector>

#include "hail/laboratory/papers/algorithms.h"
#include "hail/laboratory/papers/settings.h"
#include "hail/laboratory/workload/relations.h"

namespace hail::bench {

/// What building and probing single tables is measured with.
struct TableBenchOptions {
  workload::RelationsShape shape;
  unsigned key_bytes;
  unsigned threads;
  unsigned rounds;  ///< that are counted, after one that is not
  join::HashKind hash;
  join::Settings settings;
  /// All if there are none.
  std::vector<std::string> names;
};

/// Builds and probes tables in turn, adds up what is found and prints a line for each: the least
/// nanoseconds of a thread for a row of the build side to build it and for one of the probe side to look it
/// up, and the bytes of the table. The range of the keys is taken as known.
///
/// The tables are those of the joins of the same names; CHT-wide has payloads of three keys and CAT-bits
/// none.
///
/// Throws std::invalid_argument for a name that is none.
void run_table_bench(const TableBenchOptions& options);

}  // namespace hail::bench
