// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hail/arrow/c_data.h"
#include "hail/arrow/type.h"

namespace hail::arrow {

/// A column as a schema announces it, of any type.
struct Field {
  std::string name;
  std::string format;
  /// Metadata as the C data interface encodes it; empty if there is none.
  std::string metadata;
  int64_t flags = 0;
  std::vector<Field> children;
  /// If the column has indexes into a dictionary: one field, for the values. Else empty.
  std::vector<Field> dictionary;

  bool nullable() const { return (flags & ARROW_FLAG_NULLABLE) != 0; }

  friend bool operator==(const Field&, const Field&) = default;
};

using Schema = std::vector<Field>;

/// Reads the columns of a schema, which must be a struct. The result keeps no pointer to it.
///
/// side   `build` or `probe`, for errors
/// Throws InvalidArgument.
Schema read_schema(const ArrowSchema& schema, std::string_view side);

/// Returns the type of a column's values, or of its dictionary's values if it has one.
/// Throws UnsupportedType if joins do not take the type.
Type value_type(const Field& field, std::string_view side);

/// Returns a field with the column's name and metadata and the type of its values, without
/// dictionary.
Field value_field(const Field& field, bool nullable);

/// Returns whether bytes are empty, or exactly the metadata of one field as the C data interface
/// encodes it.
bool is_metadata(std::string_view bytes);

/// Writes a struct of columns. The receiver must release it.
void export_schema(const Schema& schema, ArrowSchema* out);

}  // namespace hail::arrow
