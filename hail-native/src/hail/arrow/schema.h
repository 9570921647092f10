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

/// A column as a schema announces it, of whatever type.
struct Field {
  std::string name;
  std::string format;
  /// As the C data interface encodes it, or empty.
  std::string metadata;
  int64_t flags = 0;
  std::vector<Field> children;
  /// One field, of the values, if the column has indexes into a dictionary; else none.
  std::vector<Field> dictionary;

  bool nullable() const { return (flags & ARROW_FLAG_NULLABLE) != 0; }

  friend bool operator==(const Field&, const Field&) = default;
};

using Schema = std::vector<Field>;

/// The columns of a schema, which must be a struct and is not kept.
///
/// side   what it is of, for errors
/// Throws InvalidArgument.
Schema read_schema(const ArrowSchema& schema, std::string_view side);

/// The type of a column's values, those of its dictionary if it has one.
/// Throws UnsupportedType if joins do not take it.
Type value_type(const Field& field, std::string_view side);

/// The column that gives the values of a column: of the same name, metadata and type, without a
/// dictionary.
Field value_field(const Field& field, bool nullable);

/// Whether bytes are metadata as the C data interface encodes it, whole and with nothing after it, or
/// none.
bool is_metadata(std::string_view bytes);

/// Writes a struct of columns, which the receiver releases.
void export_schema(const Schema& schema, ArrowSchema* out);

}  // namespace hail::arrow
