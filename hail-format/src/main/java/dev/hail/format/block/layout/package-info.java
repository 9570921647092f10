// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Where everything stands in a block: preamble, descriptor, columns by their encodings, index,
 * content hash. The other rooms stand on this one, and it knows none of them.
 */
package dev.hail.format.block.layout;
