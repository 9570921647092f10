#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/arrow/owned_array.h"
#include "hail/join/operator/built_join.h"
#include "hail/join/operator/lookup.h"
#include "hail/memory/array.h"

namespace hail::join {

/// Joins batches of the probe side with a build side, for one thread. Its memory does not grow with
/// the number of matches: what is found are pairs of row numbers, as many as a batch of the result
/// has, and where to go on.
///
///   batch -> rows -> codes -> groups (Lookup) -> pairs of rows -> columns
class Probe {
 public:
  explicit Probe(std::shared_ptr<BuiltJoin> join);
  ~Probe();

  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  /// Takes a batch, whose rows next() gives, though perhaps not before further batches or the end
  /// have come. Throws InvalidBatch, or WrongState if next() has rows to give.
  void add(arrow::OwnedArray batch);

  /// Writes the next rows and returns how many; 0, and nothing is written, if there are no more. If
  /// it throws, the same rows can be asked for again.
  uint64_t next(ArrowArray* out);

  /// Ends the batches of this probe, after which next() gives what is left. Returns how many probes
  /// of the join are still open. Throws WrongState as add() does, and BudgetExceeded if there is no
  /// memory to look up rows that waited; then it can be called again.
  uint32_t finish();

 private:
  void check_given(const char* what) const;
  bool is_pending() const;

  void fill_from_batches();
  bool next_rows();
  void mark_and_count(std::span<const uint32_t> groups);
  void pair_rows();
  void pair_unique_rows();
  void pick_rows();
  void mark_rows();
  void fill_from_build_side();
  void put(uint32_t probe_row, uint32_t build_row);
  /// Pairs of one probe row with rows of the build side.
  void put(uint32_t probe_row, std::span<const uint32_t> build_rows);

  uint64_t give_pairs(ArrowArray* out);
  uint64_t give_count(ArrowArray* out);

  const std::shared_ptr<BuiltJoin> join_;
  const BuiltSide& side_;
  const JoinKind kind_;
  const uint32_t limit_;
  std::vector<arrow::Type> probe_types_;
  std::vector<arrow::Type> build_types_;
  bool finished_ = false;
  bool is_last_ = false;

  const std::unique_ptr<Lookup> lookup_;

  /// The next of these rows is row_, and place_ is how many rows of its group have been paired.
  FoundRows found_;
  uint64_t row_ = 0;
  uint64_t place_ = 0;

  /// The next group or row of the build side to be looked at when what is owed is given.
  uint64_t owed_ = 0;

  /// Outputs of the probe side, of one batch or, without a row, beside rows that are owed.
  std::vector<arrow::ColumnView> no_rows_;
  const std::vector<arrow::ColumnView>* outputs_ = &no_rows_;

  /// Pairs [given_, pairs_) have not been given. The rows of a side are not there if the result has
  /// no column of it.
  Array<uint32_t> probe_rows_;
  Array<uint32_t> build_rows_;
  Array<uint8_t> marks_;
  uint64_t pairs_ = 0;
  uint64_t given_ = 0;

  uint64_t count_ = 0;
  bool count_given_ = false;
};

}  // namespace hail::join
