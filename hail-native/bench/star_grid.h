// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

namespace hail::bench {

/// Compares one probe of three joins with a chain of three probes, each of which takes the results
/// of the one before. Uses one thread and several shapes of build sides. Prints a line for each
/// shape.
///
/// rounds   number of rounds that count; one more round comes first and does not count
void run_star_grid(unsigned rounds);

}  // namespace hail::bench
