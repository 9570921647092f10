// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hail/arrow/column_view.h"
#include "hail/join/key/key_part.h"
#include "hail/join/table/hash.h"

namespace hail::join {

/// Whether a key can have a match at all. A key of several parts has the greatest state of its
/// parts.
enum class KeyState : uint8_t {
  kSearchable,
  kNever,  ///< a value that no row of the build side has
  kNull    ///< a part is NULL, and NULL does not match
};

/// Encodes keys of one or more columns as codes of 64 bits. Codes are exact if all parts of a key
/// fit side by side, each in the bits its build values need (paper A, section 2.4.1). Equal exact
/// codes are equal keys. Otherwise a code is a hash.
///
/// Before the first code, call choose(): with ranges, and perhaps windows, if wants_ranges().
/// Afterwards the codec does not change, and any number of threads may use it.
class KeyCodec {
 public:
  /// Most rows of one encode call.
  static constexpr unsigned kStride = 1024;

  /// Most values outside of a part's window that exact codes have numbers for.
  static constexpr size_t kMostOutliers = 1024;

  struct Codes {
    uint64_t code[kStride];
    KeyState state[kStride];
  };

  /// null_equal   NULL matches NULL
  /// hash_mask    bits of a hash to keep; only tests of equal hashes keep fewer than all
  /// hash_seed    random; secret from anyone who chooses keys
  KeyCodec(std::vector<KeyPart> parts, bool null_equal, uint64_t hash_mask, uint64_t hash_seed);

  const std::vector<KeyPart>& parts() const { return parts_; }
  bool null_equal() const { return null_equal_; }
  uint64_t hash_mask() const { return hash_mask_; }

  /// Whether codes can be exact; if so, choose() needs the ranges of all parts.
  bool wants_ranges() const;

  /// The range of a part in the rows [from, to) of a build column.
  PartRange range(size_t part, const arrow::ColumnView& column, uint64_t from, uint64_t to) const;

  /// Chooses exact codes if the parts fit 64 bits together, and hashes otherwise.
  ///
  /// ranges   one for each part, over the whole build side; unused unless wants_ranges()
  void choose(std::span<const PartRange> ranges);

  /// Chooses exact codes that cover only windows and outliers of the parts. So a default value such
  /// as the greatest integer takes no bits (paper A, section 2.4.1). Codes are hashes if they do
  /// not fit 64 bits, or if a window has nothing inside.
  ///
  /// ranges    one for each part, over the whole build side
  /// windows   one for each part, over the whole build side, with all outliers
  void choose(std::span<const PartRange> ranges, std::vector<PartWindow> windows);

  /// Suggests a window for a part, from a sample. Each distinct value of the sample counts once.
  /// The window leaves out at most 0.1 % of the values, or eight if that is more. A margin then
  /// extends the window by a quarter on each side.
  ///
  /// column   of the build side
  /// rows     the sample, as row numbers of the column
  PartWindow window(size_t part, const arrow::ColumnView& column,
                    std::span<const uint64_t> rows) const;

  /// Adds to a window what the rows [from, to) of a build column have inside and outside. Stops
  /// early with more than kMostOutliers outliers.
  void scan(size_t part, const arrow::ColumnView& column, uint64_t from, uint64_t to,
            PartWindow& window) const;

  /// Whether equal codes are equal keys.
  bool exact() const { return exact_; }

  /// The greatest code a build row may have.
  uint64_t greatest_code() const { return greatest_code_; }

  /// Encodes the rows [from, from + rows), at most kStride, of the build or the probe side. code[i]
  /// and state[i] belong to row from + i.
  ///
  /// columns   one for each part
  void encode_build(std::span<const arrow::ColumnView> columns, uint64_t from, unsigned rows,
                    Codes& codes) const;
  void encode_probe(std::span<const arrow::ColumnView> columns, uint64_t from, unsigned rows,
                    Codes& codes) const;
  /// Encodes the rows from + selection[0], from + selection[1] and so on of the probe side. The
  /// selection ascends and has at most kStride rows.
  void encode_probe(std::span<const arrow::ColumnView> columns, uint64_t from,
                    std::span<const uint32_t> selection, Codes& codes) const;

  /// Whether a probe row and a build row have equal keys. NULL equals NULL here: call this only for
  /// rows with a code.
  bool equal(std::span<const arrow::ColumnView> probe, uint64_t probe_row,
             std::span<const arrow::ColumnView> build, uint64_t build_row) const;
  /// Whether two build rows have equal keys, with NULL equal to NULL.
  bool equal_build(std::span<const arrow::ColumnView> build, uint64_t a, uint64_t b) const;

  /// Restores a codec whose codes another codec chose, such as the codec of an image. `parts` have
  /// what choose() set.
  static KeyCodec chosen(std::vector<KeyPart> parts, bool null_equal, uint64_t hash_mask,
                         uint64_t hash_seed, bool exact, uint64_t greatest_code);

 private:
  void choose(std::span<const PartRange> ranges, std::vector<PartWindow>* windows);

  template <bool Build, class At>
  void encode(std::span<const arrow::ColumnView> columns, uint64_t from, const At& at,
              unsigned rows, Codes& codes) const;

  std::vector<KeyPart> parts_;
  bool null_equal_;
  uint64_t hash_mask_;
  SeededHash hash_;
  bool exact_ = false;
  uint64_t greatest_code_ = ~uint64_t{0};
};

}  // namespace hail::join
