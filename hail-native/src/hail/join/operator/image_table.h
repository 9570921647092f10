// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include <cstdint>

#include "hail/join/key/key_codec.h"
#include "hail/join/operator/image_bytes.h"
#include "hail/join/operator/image_content.h"
#include "hail/join/operator/key_table.h"
#include "hail/join/operator/specification.h"

namespace hail::join {

/// Writes how keys become codes.
void write_codec(HeaderWriter& header, const KeyCodec& codec);

/// Reads what write_codec() wrote. Throws BadImage if a number cannot be.
///
/// specification   of the same image
KeyCodec read_codec(HeaderReader& header, const Specification& specification);

/// Writes the plan of a table; its arrays become parts of the content.
void write_table(HeaderWriter& header, ContentWriter& content, const KeyTable& table);

/// Reads what write_table() wrote. The content outlives the table. Throws BadImage if a number or
/// the length of an array cannot be; does not look at the arrays.
///
/// seed   of the hashes of codes
KeyTable read_table(HeaderReader& header, const ContentReader& content, uint64_t seed);

}  // namespace hail::join
