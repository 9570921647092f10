// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#pragma once

namespace hail::bench {

/// Compares a probe of three joins at once with three probes that take each other's results, on some
/// shapes of their build sides, with one thread: prints a line for each shape.
///
/// rounds   that are counted, after one that is not
void run_star_grid(unsigned rounds);

}  // namespace hail::bench
