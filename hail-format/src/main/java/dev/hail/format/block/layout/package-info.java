// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The layout of a block: preamble, descriptor, columns by their encodings, index and content hash.
 * The other packages of blocks build on this one, and it uses none of them.
 */
package dev.hail.format.block.layout;
