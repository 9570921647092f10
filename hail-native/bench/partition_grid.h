// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/laboratory/select/host_costs.h"

namespace hail::bench {

/// Splits rows of 4+4 bytes into partitions, with each way to write them, in small and in huge pages: prints
/// a line for each number of bits with the least seconds, and which of them joins take.
///
/// costs    that joins would choose by
/// rounds   that are counted, after one that is not
void run_partition_grid(uint64_t rows, unsigned threads, unsigned rounds,
                        const select::HostCosts& costs);

}  // namespace hail::bench
