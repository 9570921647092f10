// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include "hail/join/operator/image_bytes.h"
#include "hail/join/operator/specification.h"

namespace hail::join {

/// Writes a specification and its schemas, without threads and choice of table: these do not matter
/// to a table that is built.
void write_specification(HeaderWriter& header, const Specification& specification);

/// Reads what write_specification() wrote. Throws BadImage if it is no valid specification.
Specification read_specification(HeaderReader& header);

}  // namespace hail::join
