// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * {@code hail cluster}: a cluster that goes on in the background, and whose nodes can be killed,
 * paused, cut off and started again.
 */
package dev.hail.minicluster.nodes;
