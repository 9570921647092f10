// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/arrow/owned_array.h"
#include "hail/arrow/schema.h"
#include "hail/join/operator/specification.h"
#include "hail/laboratory/workload/random.h"

// Rows in tests, and the plainest joins of them. They share nothing with the library except the
// structures of the C data interface.

namespace hail::testing_rows {

/// NULL, an integer, a number, or bytes.
using Cell = std::variant<std::monostate, int64_t, uint64_t, double, std::string>;
using Row = std::vector<Cell>;
using Rows = std::vector<Row>;

/// The type of a column, which may come with a dictionary.
struct ColumnShape {
  std::string format;
  /// Format of the indexes into the dictionary; empty without a dictionary.
  std::string index;
};

using Shape = std::vector<ColumnShape>;

arrow::Schema schema_of(const Shape& shape);

/// Makes a batch of rows [from, to), with offsets and with garbage where nothing may be read.
ArrowArray make_array(const Shape& shape, const Rows& rows, size_t from, size_t to,
                      workload::Random& random);
arrow::OwnedArray make_batch(const Shape& shape, const Rows& rows, size_t from, size_t to,
                             workload::Random& random);

/// Reads a result batch and releases it.
Rows read_batch(ArrowArray& batch, const arrow::Schema& schema);

/// Returns a value as text. Two texts are equal only if the values agree in each bit, or are both
/// NaN.
std::string exact_text(const Cell& cell);
std::vector<std::string> exact_texts(const Rows& rows);

/// Returns the rows that a join of a specification must give, in any order.
Rows expected_rows(const join::Specification& specification, const Rows& build, const Rows& probe);

}  // namespace hail::testing_rows
