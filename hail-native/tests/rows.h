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

// Rows as tests see them, and the plainest joins of them; nothing here is shared with the library
// but the structures of the C data interface.

namespace hail::testing_rows {

/// NULL, an integer, a number, or bytes.
using Cell = std::variant<std::monostate, int64_t, uint64_t, double, std::string>;
using Row = std::vector<Cell>;
using Rows = std::vector<Row>;

/// A column of a type, which may be in a dictionary.
struct ColumnShape {
  std::string format;
  /// Format of indexes, or empty.
  std::string index;
};

using Shape = std::vector<ColumnShape>;

arrow::Schema schema_of(const Shape& shape);

/// A batch of rows [from, to), with offsets of its own and garbage where nothing may be read.
ArrowArray make_array(const Shape& shape, const Rows& rows, size_t from, size_t to,
                      workload::Random& random);
arrow::OwnedArray make_batch(const Shape& shape, const Rows& rows, size_t from, size_t to,
                             workload::Random& random);

/// Reads a batch of a result, which it releases.
Rows read_batch(ArrowArray& batch, const arrow::Schema& schema);

/// A value as text, the same only of values that are the same in each bit (or both NaN).
std::string exact_text(const Cell& cell);
std::vector<std::string> exact_texts(const Rows& rows);

/// What a join of a specification gives, in any order.
Rows expected_rows(const join::Specification& specification, const Rows& build, const Rows& probe);

}  // namespace hail::testing_rows
