// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include "hail/join/operator/join_table.h"

namespace hail::join {

/// Checks that no number in the content of an image leads outside or in a circle. Checks the bits,
/// counts and overflow chains or slots of the table, then groups, their rows, and offsets of
/// strings. Content that passes can be probed with any key. Reads the content once.
/// Throws BadImage.
void check_content(const JoinTable& table);

}  // namespace hail::join
