#pragma once

#include <cstdint>

namespace hail::bench {

/// Splits rows of 4+4 bytes into partitions, with each way to write them, in small and in huge pages: prints
/// a line for each number of bits with the least seconds.
///
/// rounds   that are counted, after one that is not
void run_partition_grid(uint64_t rows, unsigned threads, unsigned rounds);

}  // namespace hail::bench
