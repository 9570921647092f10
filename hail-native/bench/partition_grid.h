// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/laboratory/select/host_costs.h"

namespace hail::bench {

/// Splits rows of 4+4 bytes into partitions, with each way to write them, in small and in huge
/// pages. Prints a line for each number of bits: the least seconds, and the way that joins choose.
///
/// costs    costs by which joins choose
/// rounds   number of rounds that count; one more round comes first and does not count
void run_partition_grid(uint64_t rows, unsigned threads, unsigned rounds,
                        const select::HostCosts& costs);

}  // namespace hail::bench
