// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

#include "hail/join/operator/built_side.h"

namespace hail::join {

/// Checks that no number in the content of an image leads out of it or in a circle: bits and counts
/// of the table, chains of its overflow, slots, groups, their rows, offsets of strings. What passes
/// can be probed with any key. Reads the content once.
///
/// Throws BadImage.
void check_content(const BuiltSide& side);

}  // namespace hail::join
