// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Turns the bytes of a whole block into the replica that this datanode stores. A conversion asks
 * for a sort order, sorts and indexes the block, and writes it once, next to the file that Hadoop
 * would have finalized.
 */
package dev.hail.datanode.convert;
