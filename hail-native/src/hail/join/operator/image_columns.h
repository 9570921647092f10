// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include "hail/join/operator/image_bytes.h"
#include "hail/join/operator/image_content.h"
#include "hail/join/operator/join_table.h"
#include "hail/join/operator/specification.h"

namespace hail::join {

/// Writes key columns that are compared, and outputs, in the order of the schema. A column that is
/// both, or an output twice, is written once.
void write_columns(HeaderWriter& header, ContentWriter& content, const Specification& specification,
                   const JoinTable& table);

/// Sets the keys and outputs of a table to what write_columns() wrote. The content outlives the
/// table. Throws BadImage if a column has not the lengths that its rows need.
///
/// table   has its codec and its number of rows
void read_columns(HeaderReader& header, const ContentReader& content,
                  const Specification& specification, JoinTable& table);

}  // namespace hail::join
