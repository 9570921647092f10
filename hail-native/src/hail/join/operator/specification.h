// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hail/arrow/schema.h"
#include "hail/join/key_codec.h"

namespace hail::join {

/// What a join gives; see hail_join.h, whose numbers these are.
enum class JoinKind : uint8_t {
  kInner,
  kProbeOuter,
  kBuildOuter,
  kFullOuter,
  kProbeSemi,
  kProbeAnti,
  kBuildSemi,
  kBuildAnti,
  kNullAwareAnti,
  kMark,
  kCount
};

/// Which table a join is told to take.
enum class TableChoice : uint8_t { kAuto, kConciseHash, kConciseArray, kLinearProbing };

/// How rows of the probe side are looked up: as they come, or when a buffer of them is full, piece by
/// piece of the table.
enum class ProbeMode : uint8_t { kDirect, kBuffered };

/// As hail_join.h calls it, without what all names begin with.
const char* name_of(JoinKind kind);

// What kinds have and need.

/// Rows of the probe side, beside rows of the build side or alone.
bool gives_probe_rows(JoinKind kind);
/// Rows of the build side, beside rows of the probe side or alone.
bool gives_build_rows(JoinKind kind);
/// Rows of the build side that are given when all batches of the probe side have been seen, by
/// whether they had a match.
bool owes_build_rows(JoinKind kind);
/// Rows of the build side that have no match.
bool keeps_unmatched_build_rows(JoinKind kind);
/// Rows of the probe side without one of the build side, and the other way round.
bool misses_build_rows(JoinKind kind);
bool misses_probe_rows(JoinKind kind);

// What results of one join and of several have in common.

/// Throws InvalidArgument or UnsupportedType if one of some columns is not of a schema, or of no type
/// that joins take.
///
/// side, what   what the schema is of and what the columns are to be, for errors
void check_columns(const std::vector<uint32_t>& columns, const arrow::Schema& schema,
                   const char* side, const char* what);
/// All of these, ascending, each once.
std::vector<uint32_t> each_once(std::vector<uint32_t> columns, const std::vector<uint32_t>& others);
/// Throws InvalidArgument if no batch of a result has so many rows.
void check_batch_rows(uint32_t rows);
/// Adds columns of a side to those of a result.
///
/// missing   whether a row of the result may have no row of the side
void append_outputs(const arrow::Schema& side, std::span<const uint32_t> outputs, bool missing,
                    arrow::Schema& result);

/// What is joined, and how.
struct Specification {
  static constexpr uint32_t kDefaultBatchRows = 8192;

  JoinKind kind = JoinKind::kInner;
  TableChoice table = TableChoice::kAuto;
  unsigned threads = 1;
  bool null_equal = false;
  uint32_t batch_rows = kDefaultBatchRows;
  ProbeMode probe_mode = ProbeMode::kDirect;
  /// Bytes of the buffer of a probe, 0 without one.
  uint64_t probe_buffer = 0;
  arrow::Schema build;
  arrow::Schema probe;
  /// Numbers of columns.
  std::vector<uint32_t> build_keys;
  std::vector<uint32_t> probe_keys;
  std::vector<uint32_t> build_outputs;
  std::vector<uint32_t> probe_outputs;
  /// Bits of hashes of keys that are kept; fewer make more of them equal.
  uint64_t hash_mask = ~uint64_t{0};
  /// Of these hashes and those of the table: nobody who chooses keys is to know it.
  uint64_t hash_seed = 0;

  /// Throws InvalidArgument or UnsupportedType if something cannot be.
  void check() const;

  /// The parts of the key. Only of what check() lets pass.
  std::vector<KeyPart> key_parts() const;

  /// Columns of a side that are keys or outputs, each once.
  std::vector<uint32_t> used_build_columns() const;
  std::vector<uint32_t> used_probe_columns() const;

  /// The columns of the result: outputs of the probe side, of the build side, what the kind adds.
  arrow::Schema result() const;
};

}  // namespace hail::join
