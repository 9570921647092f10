// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Sorts a finalized replica where it lies, by an order that its block misses. The sorted copy is
 * whole and on disk before it takes the replica's place, so a block never has a copy less.
 */
package dev.hail.datanode.resort;
