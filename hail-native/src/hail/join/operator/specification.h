// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hail/arrow/schema.h"
#include "hail/join/key/key_codec.h"

namespace hail::join {

/// What a join gives. hail_join.h explains the kinds; the numbers are the same.
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

/// Which table a join uses; hail_join.h explains the choices.
enum class TableChoice : uint8_t { kAuto, kConciseHash, kConciseArray, kLinearProbing };

/// How probe rows are looked up. kDirect: as they come. kBuffered: when a buffer of them is full,
/// piece by piece of the table.
enum class ProbeMode : uint8_t { kDirect, kBuffered };

/// The name of a kind in hail_join.h, without HAIL_.
const char* name_of(JoinKind kind);

// What each kind gives and needs.

/// Whether result rows have columns of the probe side.
bool gives_probe_rows(JoinKind kind);
/// Whether result rows have columns of the build side.
bool gives_build_rows(JoinKind kind);
/// Whether build rows follow when all probe batches have been seen, by whether they had a match.
bool owes_build_rows(JoinKind kind);
/// Whether the result has build rows without a match.
bool keeps_unmatched_build_rows(JoinKind kind);
/// Whether a probe row without a match is in the result, beside NULL in the build columns.
bool misses_build_rows(JoinKind kind);
/// Whether a build row without a match is in the result, beside NULL in the probe columns.
bool misses_probe_rows(JoinKind kind);

// Helpers for results of one join and of a star.

/// Checks that the schema has these columns, and that joins take their types.
///
/// side   side of the schema, for errors
/// what   what the columns are for, for errors
/// Throws InvalidArgument or UnsupportedType.
void check_columns(const std::vector<uint32_t>& columns, const arrow::Schema& schema,
                   const char* side, const char* what);
/// The union of both lists, ascending, each number once.
std::vector<uint32_t> each_once(std::vector<uint32_t> columns, const std::vector<uint32_t>& others);
/// Throws InvalidArgument unless result batches may have `rows` rows: 1 to 2^24.
void check_batch_rows(uint32_t rows);
/// Appends output columns of a side to the schema of a result.
///
/// missing   whether a result row may lack a row of the side; then columns are nullable
void append_outputs(const arrow::Schema& side, std::span<const uint32_t> outputs, bool missing,
                    arrow::Schema& result);

/// What is joined, and how. hail_join_options explains the fields.
struct Specification {
  static constexpr uint32_t kDefaultBatchRows = 8192;

  JoinKind kind = JoinKind::kInner;
  TableChoice table = TableChoice::kAuto;
  unsigned threads = 1;
  bool null_equal = false;
  uint32_t batch_rows = kDefaultBatchRows;
  ProbeMode probe_mode = ProbeMode::kDirect;
  /// Bytes of the buffer of a probe; 0 for direct probes.
  uint64_t probe_buffer = 0;
  arrow::Schema build;
  arrow::Schema probe;
  /// Numbers of columns, in the order of the parts of the key or of the result.
  std::vector<uint32_t> build_keys;
  std::vector<uint32_t> probe_keys;
  std::vector<uint32_t> build_outputs;
  std::vector<uint32_t> probe_outputs;
  /// Bits of hashed codes to keep. Fewer bits make more codes equal, which only tests want.
  uint64_t hash_mask = ~uint64_t{0};
  /// Seed of these hashes and of the table's. Keep it secret from anyone who chooses keys.
  uint64_t hash_seed = 0;

  /// Throws InvalidArgument or UnsupportedType if the join cannot run.
  void check() const;

  /// The parts of the key. Only after check() has passed.
  std::vector<KeyPart> key_parts() const;

  /// Columns that are keys or outputs, ascending, each once.
  std::vector<uint32_t> used_build_columns() const;
  std::vector<uint32_t> used_probe_columns() const;

  /// The schema of the result: probe outputs, then build outputs, then what the kind adds.
  arrow::Schema result() const;
};

}  // namespace hail::join
