#include "hail/select/cost_model.h"

#include <algorithm>
#include <cmath>

#include "hail/join/concise_table.h"
#include "hail/join/hash.h"

namespace hail::select {
namespace {

/// Sums of nanoseconds, of all threads together.
class Model {
 public:
  Model(const Plan& plan, const JoinShape& shape, const HostCosts& costs)
      : plan_(plan),
        shape_(shape),
        figures_(costs.figures()),
        rows_(costs.rows(shape.width())),
        table_(table_of(plan, rows_)),
        build_(static_cast<double>(shape.build_rows)),
        probe_(static_cast<double>(shape.probe_rows)),
        row_(shape.row_bytes()),
        range_(static_cast<double>(shape.key_range)) {}

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
  /// Nanoseconds to go by a slot of a linear table, and by a row of a chain, in a cache.
  static constexpr double kSlot = 0.7;
  static constexpr double kChained = 2;

  /// Without collisions a linear table is looked up as an array is.
  static TableCost table_of(const Plan& plan, const RowCosts& rows) {
    auto cost = [&rows](Kernel kernel) { return rows.tables[static_cast<size_t>(kernel)]; };
    TableCost found = cost(plan.candidate->kernel);
    if (plan.hash == join::HashKind::kIdentity) {
      switch (plan.candidate->kernel) {
        case Kernel::kLinear:
          found.probe = cost(Kernel::kArray).probe;
          break;
        case Kernel::kLinearBatched:
          found.probe = cost(Kernel::kArrayBatched).probe;
          break;
        case Kernel::kPartLinear:
          found.probe = cost(Kernel::kPartArray).probe;
          break;
        default:
          break;
      }
    }
    return found;
  }

  /// Reading rows in order; what fits the caches is there already.
  double read(double bytes) const {
    return bytes > static_cast<double>(figures_.caches.second_level) ? bytes * figures_.read_byte
                                                                     : 0;
  }

  double fresh(double bytes) const {
    return small_pages(bytes) > 0 ? small_pages(bytes) : bytes * figures_.fresh_byte;
  }

  /// What memory costs that is not of huge pages, see array.cc; 0 if it is.
  double small_pages(double bytes) const {
    constexpr double kMapped = 1 << 20;
    constexpr double kPageByte = 0.2;
    return bytes < kMapped ? bytes * kPageByte : 0;
  }

  /// What accesses cost beyond those of a table in the second-level cache, if their keys follow a Zipf
  /// distribution: each half of the keys that are left is in a place of its own size.
  double probe_access(const CostCurve& curve, double bytes) const {
    const double uniform = curve.beyond_least(bytes);
    if (shape_.skew <= 0 || uniform <= 0) {
      return uniform;
    }
    const double left = 1 - shape_.skew;
    double sum = 0;
    double share = 1;
    double size = bytes;
    // At half the size a uniform access to all is the mean of those to both halves.
    while (size > static_cast<double>(curve.points().front().size)) {
      const double outer =
          std::max(0.0, 2 * curve.beyond_least(size) - curve.beyond_least(size / 2));
      const double inner_share = share * std::pow(0.5, left);
      sum += (share - inner_share) * outer;
      share = inner_share;
      size /= 2;
    }
    return std::min(sum, uniform);
  }

  double input() const { return read(build_ * row_) + read(probe_ * row_); }

  /// One table that all threads fill and probe.
  double shared() const {
    const bool batched = plan_.candidate->kernel == Kernel::kLinearBatched ||
                         plan_.candidate->kernel == Kernel::kArrayBatched;
    const CostCurve& curve = batched ? figures_.batched : figures_.plain;
    double bytes;
    double touched;
    if (plan_.candidate->array) {
      bytes = range_ * shape_.width();
      touched = std::min(bytes, build_ * kLine);
    } else {
      bytes = row_ * std::exp2(std::ceil(std::log2(std::max(1.0, 2 * build_))));
      touched = bytes;
    }
    return input() + fresh(bytes) +
           build_ * (table_.build + figures_.dependent.beyond_least(touched)) +
           probe_ * (table_.probe + duplicates() + probe_access(curve, touched)) +
           build_duplicates();
  }

  /// The build side is partitioned, and tables are built piece by piece in a cache.
  double concise() const {
    const uint64_t pieces = uint64_t{1} << join::concise_piece_bits(
                                shape_.build_rows, shape_.row_bytes() + 2, shape_.caches);
    double words;
    double array;
    if (plan_.candidate->array) {
      words = range_ / 4;
      array = build_ * shape_.width();
    } else {
      words = 2 * build_;
      array = build_ * row_;
    }
    const double touched = std::min(words, build_ * kLine);
    const double split = rows_.partition.beyond_least(static_cast<double>(pieces)) +
                         (plan_.candidate->array ? 0 : rows_.mix);
    // Pieces are cut by rows: with far-apart keys the words of one may be beyond a cache. They are
    // accessed when they are marked and when rows are placed, and counted in between.
    const double build_words =
        2 * figures_.plain.beyond_least(touched / static_cast<double>(pieces));
    constexpr double kCountByte = 0.15;
    return input() + 2 * read(build_ * row_) + fresh(build_ * row_) + fresh(words) + fresh(array) +
           words * kCountByte + build_ * (table_.build + split + build_words) +
           probe_ * (table_.probe + probe_access(figures_.batched, touched) +
                     probe_access(figures_.batched, array) +
                     (copies() - 1) * (kChained + figures_.dependent.beyond_least(array)));
  }

  /// Both sides are partitioned, and joined part by part in a cache.
  double partitioned() const {
    const double partitions = std::exp2(plan_.radix_bits);
    double table;
    double cleared;
    switch (plan_.candidate->kernel) {
      case Kernel::kPartArray:
        table = range_ * shape_.width() / partitions;
        // A row of a dense array clears its own place, which the measured cost has.
        cleared = std::max(0.0, range_ - build_) * shape_.width();
        break;
      case Kernel::kPartChained:
        table = build_ * (row_ + 2 * sizeof(uint32_t)) / partitions;
        cleared = 0;
        break;
      default:
        table = build_ * row_ * 2 / partitions;
        cleared = 0;
    }
    const double mix = plan_.hash == join::HashKind::kMix ? rows_.mix : 0;
    // A task: its turn, its fragments of both sides.
    const double fragments = plan_.candidate->layout == join::Layout::kChunked ? shape_.threads : 1;
    constexpr double kTask = 60;
    constexpr double kFragment = 15;
    return (build_ + probe_) * (rows_.partition.at(partitions) + mix) + 3 * input() +
           small_pages(build_ * row_) + small_pages(probe_ * row_) + fresh(table) * shape_.threads +
           build_ * (table_.build + figures_.plain.beyond_least(table)) +
           probe_ * (table_.probe + duplicates() + figures_.plain.beyond_least(table)) +
           cleared * figures_.clear_byte + partitions * (kTask + 2 * kFragment * fragments) +
           build_duplicates();
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
  const TableCost table_;
  const double build_;
  const double probe_;
  const double row_;
  const double range_;
};

}  // namespace

double estimated_seconds(const Plan& plan, const JoinShape& shape, const HostCosts& costs) {
  return Model(plan, shape, costs).seconds();
}

}  // namespace hail::select
