// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Replicas on their way in: gathers the packets of a HAIL block in bounded memory, or in the file
 * Hadoop would use, until the block is whole.
 */
package dev.hail.datanode.assembly;
