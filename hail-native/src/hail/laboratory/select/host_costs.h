// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "hail/join/table/write.h"
#include "hail/laboratory/papers/settings.h"
#include "hail/laboratory/select/cost_curve.h"

namespace hail::select {

/// A file of costs that is damaged or of another version; the message names file and line.
class BadCosts : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Tables of joins, as they are built and probed. "Part" tables are those of one partition, "direct" ones
/// those of keys that are their own hashes, each with a place of its own, so that the processor is not
/// surprised by collisions.
enum class Kernel : unsigned {
  kLinear,
  kLinearBatched,
  kLinearDirect,
  kLinearBatchedDirect,
  kArray,
  kArrayBatched,
  kConciseHash,
  kConciseArray,
  kPartLinear,
  kPartLinearDirect,
  kPartChained,
  kPartChainedDirect,
  kPartArray
};

inline constexpr size_t kKernels = 13;

/// Rows of the table that a kernel is measured with.
inline constexpr uint64_t kTableRows = uint64_t{1} << 13;
/// The same for building concise tables, which takes a copy of the rows and pages of memory as it does at
/// full size only from some hundred thousand rows on.
inline constexpr uint64_t kConciseRows = uint64_t{1} << 18;
/// Rows that are partitioned: some that caches have, and more than most caches have, as stores that go past
/// them are slower than others for what fits.
inline constexpr uint64_t kFewPartitionedRows = uint64_t{1} << 18;
inline constexpr uint64_t kManyPartitionedRows = uint64_t{1} << 22;
/// Rows that are looked up in a table.
inline constexpr uint64_t kProbeRows = uint64_t{1} << 16;

std::string_view name_of(Kernel kernel);

/// Nanoseconds for each row of either side, with a dense table of kTableRows, or built with
/// kConciseRows, memory for it included.
struct TableCost {
  double build;
  double probe;

  friend bool operator==(const TableCost&, const TableCost&) = default;
};

/// Nanoseconds to partition a row, its histogram and fresh memory for it included, by the number of
/// partitions.
struct PartitionCosts {
  CostCurve plain;     ///< with a store for each row
  CostCurve streamed;  ///< with lines that are stored past the caches

  /// Lines that are not streamed are taken to cost as much as those that are, which they never beat.
  const CostCurve& written(join::Write write) const {
    return write == join::Write::kPlain ? plain : streamed;
  }

  friend bool operator==(const PartitionCosts&, const PartitionCosts&) = default;
};

/// What depends on the size of rows.
struct RowCosts {
  PartitionCosts few;   ///< of kFewPartitionedRows
  PartitionCosts many;  ///< of kManyPartitionedRows
  /// What a hash that mixes adds to that.
  double mix;
  std::array<TableCost, kKernels> tables;

  /// Nanoseconds to partition one of so many rows, of which none are less than the fewest and none more
  /// than the most that were measured.
  double partition(double rows, join::Write write, double partitions) const;

  friend bool operator==(const RowCosts&, const RowCosts&) = default;
};

/// What the parts of joins cost on one host, on one thread, in nanoseconds. Does not change.
class HostCosts {
 public:
  struct Figures {
    join::Caches caches;
    /// An access to memory by the bytes that accesses are spread evenly over, the row that has the
    /// place included: each waiting for the one before, as those that fill a table without locks do;
    CostCurve filling;
    /// one after the other, overlapped as far as the processor does by itself;
    CostCurve plain;
    /// in groups, asked for before they are needed.
    CostCurve batched;
    /// A byte of rows that are read in order, by the bytes that are read again and again: row by row;
    CostCurve read;
    /// in groups.
    CostCurve read_batched;
    /// A byte that the system gives and zeroes on first use, by the bytes that are asked for at once.
    CostCurve fresh;
    /// The same of small pages, one by one.
    double fresh_small;
    /// A byte in a cache that is set to zero.
    double clear_byte;
    /// Starting all threads on something and waiting for them.
    double round;
    RowCosts narrow;  ///< rows of 4+4 bytes
    RowCosts wide;    ///< rows of 8+8 bytes
  };

  /// Throws std::invalid_argument if a figure is not finite and above 0, or for `mix` below 0.
  explicit HostCosts(Figures figures);

  /// Figures that calibrate() gave on a virtual machine with two cores of an EPYC, 1 MiB of second-level
  /// cache each and 32 MiB that they share with other machines, the medians of seven times; for hosts that were
  /// not calibrated.
  static HostCosts built_in();

  /// Reads what save() wrote. Throws BadCosts or InputOutput.
  static HostCosts load(const std::string& path);

  /// Replaces the file by these figures, as text that load() reads as the same figures exactly.
  /// Throws InputOutput.
  void save(const std::string& path) const;

  const Figures& figures() const { return figures_; }

  /// width: bytes of a key, 4 or 8
  const RowCosts& rows(unsigned width) const {
    return width == 4 ? figures_.narrow : figures_.wide;
  }

 private:
  Figures figures_;
};

}  // namespace hail::select
