// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include "hail/arrow/schema.h"
#include "hail_join.h"
#include "rows.h"

namespace hail::testing_rows {

/// Reads all rows that a probe of the C interface has ready.
///
/// schema   schema of its results
/// result   receives the rows
/// Returns the status of the last call.
int read_rows(hail_probe* probe, const arrow::Schema& schema, Rows& result, hail_error& error);

}  // namespace hail::testing_rows
