#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hail/arrow/batch.h"
#include "hail/arrow/c_data.h"
#include "hail/arrow/owned_array.h"
#include "hail/join/operator/built_join.h"
#include "hail/memory/array.h"

namespace hail::join {

/// Joins batches of the probe side with a build side, for one thread. Its memory does not grow with
/// the number of matches: what is found are pairs of row numbers, as many as a batch of the result
/// has, and where to go on.
///
///   batch -> stride of 1024 rows -> code -> group -> pairs of rows -> columns
class Probe {
 public:
  explicit Probe(std::shared_ptr<BuiltJoin> join);
  ~Probe();

  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  /// Takes a batch, whose rows next() gives. Throws InvalidBatch, or WrongState if rows of the one
  /// before have not been given yet.
  void add(arrow::OwnedArray batch);

  /// Writes the next rows and returns how many; 0, and nothing is written, if there are no more. If
  /// it throws, the same rows can be asked for again.
  uint64_t next(ArrowArray* out);

  /// Ends the batches of this probe, after which next() gives what is left. Returns how many probes
  /// of the join are still open. Throws WrongState as add() does.
  uint32_t finish();

 private:
  struct Stride {
    KeyCodec::Codes codes;
    uint32_t groups[KeyCodec::kStride];
  };

  void check_given(const char* what) const;
  bool is_pending() const;

  void fill_from_batch();
  bool next_stride();
  void mark_and_count();
  void pair_rows();
  void pick_rows();
  void mark_rows();
  void fill_from_build_side();
  void put(uint32_t probe_row, uint32_t build_row);

  uint64_t give_pairs(ArrowArray* out);
  uint64_t give_count(ArrowArray* out);

  const std::shared_ptr<BuiltJoin> join_;
  const BuiltSide& side_;
  const JoinKind kind_;
  const uint32_t limit_;
  const std::vector<uint32_t> used_;
  std::vector<arrow::Type> probe_types_;
  std::vector<arrow::Type> build_types_;
  bool finished_ = false;
  bool is_last_ = false;

  std::optional<arrow::Batch> batch_;
  std::vector<arrow::ColumnView> keys_;
  std::vector<arrow::ColumnView> outputs_;

  /// Rows [stride_from_, stride_from_ + stride_rows_) of the batch have groups; the next of them is
  /// row_, and place_ is how many rows of its group have been paired.
  Array<Stride> stride_;
  uint64_t stride_from_ = 0;
  unsigned stride_rows_ = 0;
  unsigned row_ = 0;
  uint64_t place_ = 0;

  /// The next group or row of the build side to be looked at when what is owed is given.
  uint64_t owed_ = 0;

  /// Pairs [given_, pairs_) have not been given.
  Array<uint32_t> probe_rows_;
  Array<uint32_t> build_rows_;
  Array<uint8_t> marks_;
  uint64_t pairs_ = 0;
  uint64_t given_ = 0;

  uint64_t count_ = 0;
  bool count_given_ = false;
};

}  // namespace hail::join
