// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Turns the bytes of a whole block into the replica this datanode stores: asks for a sort order,
 * sorts, indexes and writes it once, next to the file Hadoop would have finalized.
 */
package dev.hail.datanode.convert;
