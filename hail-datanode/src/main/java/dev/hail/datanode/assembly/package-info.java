// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Replicas on their way in. The packets of a HAIL block are gathered in bounded memory, or in the
 * file that Hadoop would use, until the block is whole.
 */
package dev.hail.datanode.assembly;
