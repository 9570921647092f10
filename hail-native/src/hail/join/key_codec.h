// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hail/arrow/column_view.h"
#include "hail/arrow/type.h"
#include "hail/join/hash.h"

namespace hail::join {

/// Whether a key can have a match at all. Of several parts the greatest counts.
enum class KeyState : uint8_t {
  kSearchable,
  kNever,  ///< a value that no row of the build side has
  kNull    ///< a part is NULL, and NULLs do not match
};

/// A type of key of both sides, and how its values become numbers of 64 bits.
struct KeyPart {
  /// Both orders are kept by the numbers; -0.0 is 0.0 and all NaN are one value.
  enum class Domain : uint8_t {
    kSigned,
    kUnsigned,
    kFloat32,
    kFloat64,
    kShortBytes,  ///< at most 8, the first uppermost
    kWideBytes,   ///< a hash
    kText         ///< a hash
  };

  arrow::Type build;
  arrow::Type probe;
  Domain domain;

  // Of exact keys: the values on the build side, which are all of [least, least + window] and the
  // strays, ascending, that have the numbers after these; span is the greatest number.

  bool empty = true;
  bool has_null = false;
  uint64_t least = 0;
  uint64_t window = 0;
  uint64_t span = 0;
  unsigned shift = 0;
  std::vector<uint64_t> strays;

  KeyPart(const arrow::Type& build_type, const arrow::Type& probe_type);

  bool hashed() const { return domain == Domain::kWideBytes || domain == Domain::kText; }
};

/// The least and greatest of the numbers of a part, and whether there are NULLs.
struct PartRange {
  bool empty = true;
  bool has_null = false;
  uint64_t least = 0;
  uint64_t greatest = 0;

  void add(const PartRange& other);
};

/// A stretch where nearly all values of a part are, and what rows of the build side have in it.
struct PartWindow {
  uint64_t least = 0;
  uint64_t greatest = 0;
  /// The least and greatest value inside.
  PartRange inside;
  /// The values outside, ascending; if there are more than KeyCodec::kMostStrays not all of them.
  std::vector<uint64_t> strays;

  /// Adds what other rows have in the same window.
  void add(const PartWindow& other);
};

/// Makes codes of 64 bits of keys of one or more columns. If the values of the build side leave it
/// room, a code is the key itself, parts beside each other with as many bits as their values need
/// (paper A, section 2.4.1), so that equal codes are equal keys. Otherwise it is a hash.
class KeyCodec {
 public:
  /// Rows that are encoded at a time.
  static constexpr unsigned kStride = 1024;

  /// Values of a part outside of its window that codes have numbers for.
  static constexpr size_t kMostStrays = 1024;

  struct Codes {
    uint64_t code[kStride];
    KeyState state[kStride];
  };

  /// null_equal   NULL matches NULL
  /// hash_mask    bits of a hash that are kept; all but in tests of equal hashes
  /// hash_seed    a number that whoever chooses the keys does not know
  KeyCodec(std::vector<KeyPart> parts, bool null_equal, uint64_t hash_mask, uint64_t hash_seed);

  const std::vector<KeyPart>& parts() const { return parts_; }
  bool null_equal() const { return null_equal_; }
  uint64_t hash_mask() const { return hash_mask_; }

  /// Whether there can be exact codes, which takes the ranges of all parts.
  bool wants_ranges() const;

  /// The numbers of some rows of a part of the build side.
  PartRange range(size_t part, const arrow::ColumnView& column, uint64_t from, uint64_t to) const;

  /// Chooses the codes, before the first is made.
  ///
  /// ranges   of all parts over the whole build side, if they are wanted
  void choose(std::span<const PartRange> ranges);

  /// Chooses codes whose parts have as many bits as the values in their windows and the strays
  /// need: a default value like the greatest integer then takes no bits (paper A, section 2.4.1).
  ///
  /// ranges    as above
  /// windows   of all parts over the whole build side, with all strays. If one has nothing inside,
  ///           codes are hashes
  void choose(std::span<const PartRange> ranges, std::vector<PartWindow> windows);

  /// The window of a part that leaves out at most 0.1 % of the values of a sample, or eight, and
  /// half as many values more. A value counts once however often it comes.
  ///
  /// rows   of the column
  PartWindow window(size_t part, const arrow::ColumnView& column,
                    std::span<const uint64_t> rows) const;

  /// Adds to a window what some rows have in it and outside.
  void look_through(size_t part, const arrow::ColumnView& column, uint64_t from, uint64_t to,
                    PartWindow& window) const;

  /// Whether equal codes are equal keys.
  bool exact() const { return exact_; }

  /// The greatest code that a row of the build side may have.
  uint64_t greatest_code() const { return greatest_code_; }

  /// Codes of at most kStride rows.
  ///
  /// columns   of the parts
  void encode_build(std::span<const arrow::ColumnView> columns, uint64_t from, unsigned rows,
                    Codes& codes) const;
  void encode_probe(std::span<const arrow::ColumnView> columns, uint64_t from, unsigned rows,
                    Codes& codes) const;
  /// The same of rows from + selection[0], from + selection[1] and so on, which ascend.
  void encode_probe(std::span<const arrow::ColumnView> columns, uint64_t from,
                    std::span<const uint32_t> selection, Codes& codes) const;

  /// Whether rows of both sides have the same key.
  bool equal(std::span<const arrow::ColumnView> probe, uint64_t probe_row,
             std::span<const arrow::ColumnView> build, uint64_t build_row) const;
  /// The same of two rows of the build side.
  bool equal_build(std::span<const arrow::ColumnView> build, uint64_t a, uint64_t b) const;

  /// A codec whose codes were chosen before, elsewhere.
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
