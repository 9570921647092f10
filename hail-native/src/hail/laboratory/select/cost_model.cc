// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "hail/laboratory/select/cost_model.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <span>

#include "hail/join/table/concise_table.h"
#include "hail/join/table/hash.h"
#include "hail/laboratory/select/locality.h"

namespace hail::select {
namespace {

/// Sums of nanoseconds, of all threads together. What was measured as a whole, as building a table or
/// partitioning, is taken as it was measured, and made dearer or cheaper by how much more or less its
/// parts cost at the size of the join than at that of the measurement.
class Model {
 public:
  Model(const Plan& plan, const JoinShape& shape, const HostCosts& costs)
      : plan_(plan),
        shape_(shape),
        figures_(costs.figures()),
        rows_(costs.rows(shape.width())),
        direct_(plan.hash == join::HashKind::kIdentity),
        table_(rows_.tables[static_cast<size_t>(measured_as(plan.candidate->kernel, direct_))]),
        build_(static_cast<double>(shape.build_rows)),
        probe_(static_cast<double>(shape.probe_rows)),
        row_(shape.row_bytes()),
        width_(shape.width()),
        range_(static_cast<double>(shape.key_range)) {}

  /// Splitting both sides.
  double split() const { return split(build_) + split(probe_); }

  double seconds() const {
    const Candidate& candidate = *plan_.candidate;
    const double work = candidate.partitioned ? partitioned()
                        : candidate.concise   ? concise()
                                              : shared();
    const double rounds = shape_.threads == 1     ? 0
                          : candidate.partitioned ? 5
                          : candidate.concise     ? 6
                                                  : 3;
    return (work / shape_.threads + rounds * figures_.round) * 1e-9;
  }

 private:
  static constexpr double kLine = join::kLineBytes;
  static constexpr double kMeasured = kTableRows;
  /// Nanoseconds to go by a slot of a linear table, and by a row of a chain, in a cache.
  static constexpr double kSlot = 0.7;
  static constexpr double kChained = 2;

  static Kernel measured_as(Kernel kernel, bool direct) {
    if (!direct) {
      return kernel;
    }
    switch (kernel) {
      case Kernel::kLinear:
        return Kernel::kLinearDirect;
      case Kernel::kLinearBatched:
        return Kernel::kLinearBatchedDirect;
      case Kernel::kPartLinear:
        return Kernel::kPartLinearDirect;
      case Kernel::kPartChained:
        return Kernel::kPartChainedDirect;
      default:
        return kernel;
    }
  }

  // ---- memory ----

  /// Going through bytes in order once, beyond what it costs in a cache: bytes that are gone through
  /// again and again stay where they fit.
  double read(double bytes) const { return read(bytes, figures_.read); }

  /// The same in groups.
  double read_batched(double bytes) const { return read(bytes, figures_.read_batched); }

  static double read(double bytes, const CostCurve& curve) {
    return bytes * (curve.at(bytes) - curve.points().front().nanoseconds);
  }

  /// The memory of a small table that is made again and again.
  double cleared(double bytes) const { return bytes * figures_.clear_byte; }

  /// Memory that is used for the first time. Pieces below 1 MB are cleared, see array.cc; those that are not
  /// small go back to the system, and come from there page by page, about every other time.
  double fresh(double bytes) const {
    constexpr double kSmall = 1 << 17;
    constexpr double kMapped = 1 << 20;
    constexpr double kGoneBack = 0.5;
    return bytes * (bytes < kSmall    ? figures_.clear_byte
                    : bytes < kMapped ? figures_.clear_byte + kGoneBack * figures_.fresh_small
                                      : figures_.fresh.at(bytes));
  }

  /// An access to each of some parts of a table by each probe row, beyond what it costs with the table
  /// that was measured.
  double access(const CostCurve& curve, std::initializer_list<double> parts,
                std::initializer_list<double> measured, double skew) const {
    return access_cost(curve, {parts.begin(), parts.size()}, row_, build_, skew) -
           access_cost(curve, {measured.begin(), measured.size()}, row_, kMeasured, 0);
  }

  double probe_access(const CostCurve& curve, std::initializer_list<double> parts,
                      std::initializer_list<double> measured) const {
    return access(curve, parts, measured, shape_.skew);
  }

  /// Nothing costs less than some part of what was measured.
  static double at_least_some(double cost, double measured) {
    constexpr double kSome = 0.5;
    return std::max(cost, kSome * measured);
  }

  /// A table that all threads share.
  struct SharedTable {
    double bytes;
    /// Of these, those that keys have places in.
    double touched;
  };

  SharedTable shared_table(double rows, double range) const {
    if (plan_.candidate->array) {
      return {range * width_, range * width_};
    }
    const double slots = std::exp2(std::ceil(std::log2(std::max(1.0, 2 * rows))));
    return {slots * row_, direct_ ? std::min(slots, range) * row_ : slots * row_};
  }

  // ---- joins ----

  /// One table that all threads fill and probe.
  double shared() const {
    const bool batched = plan_.candidate->kernel == Kernel::kLinearBatched ||
                         plan_.candidate->kernel == Kernel::kArrayBatched;
    const CostCurve& curve = batched ? figures_.batched : figures_.plain;
    const CostCurve& filling = batched ? figures_.batched : figures_.filling;
    const SharedTable table = shared_table(build_, range_);
    const SharedTable measured = shared_table(kMeasured, kMeasured);
    const double filled = at_least_some(
        table_.build + access(filling, {table.touched}, {measured.touched}, 0), table_.build);
    const double found = at_least_some(
        table_.probe + probe_access(curve, {table.touched}, {measured.touched}), table_.probe);
    const double probe_side = probe_ * row_;
    return read(build_ * row_) * (plan_.candidate->array ? 2 : 1) +
           (batched ? read_batched(probe_side) : read(probe_side)) + fresh(table.bytes) -
           build_ / kMeasured * cleared(measured.bytes) + build_ * filled +
           probe_ * (found + duplicates()) + build_duplicates();
  }

  /// The build side is partitioned, and tables are built piece by piece in a cache.
  double concise() const {
    constexpr double kRows = kConciseRows;
    const bool array = plan_.candidate->array;
    const double stored = array ? width_ : row_;
    const double words = array ? range_ / 4 : 2 * build_;
    const double words_a_row = array ? 0.25 : 2;
    const double pieces = pieces_of(build_);
    // The input twice, and once more for the range of an array; the copy written, and read twice.
    const double passes = array ? 6 : 5;
    const auto memory = [&](double rows, double word_bytes) {
      return passes * read(rows * row_) + fresh(rows * row_) + fresh(rows * stored) +
             fresh(word_bytes);
    };
    // Words are gone through to count them, and where keys are far apart those of a piece are beyond a
    // cache when they are marked and when rows are placed.
    constexpr double kCountByte = 0.15;
    const double more_words = std::max(0.0, words - words_a_row * build_);
    const double touched = std::min(words, build_ * kLine);
    const double marked =
        2 * std::max(0.0, figures_.plain.at(touched / pieces) -
                              figures_.plain.at(words_a_row * kRows / pieces_of(kRows)));
    const double split = copied_in(pieces) - copied_in(pieces_of(kRows));
    const double filled = at_least_some(table_.build + split + marked, table_.build);
    const double found =
        at_least_some(table_.probe + probe_access(figures_.batched, {words, build_ * stored},
                                                  {words_a_row * kMeasured, kMeasured * stored}),
                      table_.probe);
    return memory(build_, words) - build_ / kRows * memory(kRows, words_a_row * kRows) +
           more_words * kCountByte + build_ * filled + read_batched(probe_ * row_) +
           probe_ * (found + (copies() - 1) * (kChained + figures_.plain.at(build_ * stored)));
  }

  /// A row of the copy.
  double copied_in(double pieces) const {
    return rows_.partition(build_, join::usual_write(static_cast<size_t>(pieces)), pieces);
  }

  double pieces_of(double rows) const {
    return std::exp2(join::concise_piece_bits(static_cast<uint64_t>(rows),
                                              static_cast<uint64_t>(row_) + 2, figures_.caches));
  }

  /// Both sides are partitioned, and joined part by part in a cache.
  double partitioned() const {
    const double partitions = std::exp2(plan_.radix_bits);
    double table;
    double measured;
    double cleared = 0;
    switch (plan_.candidate->kernel) {
      case Kernel::kPartArray:
        table = range_ * width_ / partitions;
        measured = kMeasured * width_;
        // A row of a dense array clears its own place, which the measured cost has.
        cleared = std::max(0.0, range_ - build_) * width_;
        break;
      case Kernel::kPartChained:
        table = build_ * (row_ + 2 * sizeof(uint32_t)) / partitions;
        measured = kMeasured * (row_ + 2 * sizeof(uint32_t));
        break;
      default:
        table = build_ * row_ * 2 / partitions;
        measured = kMeasured * row_ * 2;
    }
    const double beyond = figures_.plain.at(table) - figures_.plain.at(measured);
    // A task: its turn, its fragments of both sides.
    const double fragments = plan_.candidate->layout == join::Layout::kChunked ? shape_.threads : 1;
    constexpr double kTask = 60;
    constexpr double kFragment = 15;
    return split() + read(build_ * row_) * (plan_.candidate->array ? 2 : 1) + read(probe_ * row_) +
           fresh(table) * shape_.threads +
           build_ * at_least_some(table_.build + beyond, table_.build) +
           probe_ * (at_least_some(table_.probe + beyond, table_.probe) + duplicates()) +
           cleared * figures_.clear_byte + partitions * (kTask + 2 * kFragment * fragments) +
           build_duplicates();
  }

  /// Splitting one side.
  double split(double rows) const {
    const auto memory = [&](double count) {
      // The copy is written while the rows are read for the second time, and read once more.
      return 2 * read(count * row_) + fresh(count * row_);
    };
    const auto row = [&](double partitions) {
      return rows_.partition(rows, plan_.write, partitions);
    };
    // Threads that write between each other's rows use the same lines and pages.
    const bool shared = shape_.threads > 1 && plan_.candidate->layout == join::Layout::kContiguous;
    const double as_measured = std::clamp<double>(rows, kFewPartitionedRows, kManyPartitionedRows);
    const double mix = direct_ ? 0 : rows_.mix;
    return memory(rows) - rows / as_measured * memory(as_measured) +
           (shared ? fresh(rows * row_) : 0) +
           rows * at_least_some(row(std::exp2(plan_.radix_bits)) + mix, row(1));
  }

  /// Rows of one key.
  double copies() const {
    constexpr uint64_t kAssumed = 4;
    const uint64_t most = shape_.most_copies == JoinShape::kUnknown ? kAssumed : shape_.most_copies;
    return shape_.unique ? 1 : static_cast<double>(std::min(most, shape_.build_rows));
  }

  /// Slots of a linear table, or rows of a chain, that a probe row goes by for further copies.
  double duplicates() const {
    return (copies() - 1) * (plan_.candidate->kernel == Kernel::kPartChained ? kChained : kSlot);
  }

  /// A copy in a linear table goes by all the copies before it.
  double build_duplicates() const {
    const bool walks = plan_.candidate->kernel != Kernel::kPartChained;
    return walks ? build_ * (copies() - 1) / 2 * kSlot : 0;
  }

  const Plan& plan_;
  const JoinShape& shape_;
  const HostCosts::Figures& figures_;
  const RowCosts& rows_;
  /// Keys are their own hashes: each has a slot of its own.
  const bool direct_;
  const TableCost table_;
  const double build_;
  const double probe_;
  const double row_;
  const double width_;
  const double range_;
};

}  // namespace

join::Write fastest_write(const Plan& plan, const JoinShape& shape, const HostCosts& costs) {
  const auto cost = [&](join::Write write) {
    Plan written = plan;
    written.write = write;
    return Model(written, shape, costs).split();
  };
  return cost(join::Write::kPlain) <= cost(join::Write::kStreaming) ? join::Write::kPlain
                                                                    : join::Write::kStreaming;
}

Plan fastest_split(const Plan& plan, const JoinShape& shape, const HostCosts& costs) {
  constexpr unsigned kMoreBits = 2;
  constexpr double kClearlyLess = 0.95;
  const unsigned most = std::min(plan.radix_bits + kMoreBits, join::kMostRadixBits);
  Plan fastest = plan;
  double least = std::numeric_limits<double>::infinity();
  for (Plan other = plan; other.radix_bits <= most; ++other.radix_bits) {
    other.write = fastest_write(other, shape, costs);
    const double cost = Model(other, shape, costs).split();
    if (cost < least * kClearlyLess) {
      least = cost;
      fastest = other;
    }
  }
  return fastest;
}

double estimated_seconds(const Plan& plan, const JoinShape& shape, const HostCosts& costs) {
  return Model(plan, shape, costs).seconds();
}

}  // namespace hail::select
