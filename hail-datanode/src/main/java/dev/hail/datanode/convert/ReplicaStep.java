// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.convert;

/** The steps from the first packet of a HAIL block to a sorted replica that is known. */
public enum ReplicaStep {
  /** The block's bytes are gathered: from the preamble, which names it, to the last byte. */
  ASSEMBLE,
  /** Rows are sorted and indexed, in memory. */
  SORT,
  /** The side files are written. */
  WRITE,
  /** The checksums get the name of the replica's. */
  RENAME_CHECKSUMS,
  /** The data gets the name of the replica's, and the replica as it came is deleted. */
  RENAME_DATA,
  /** The checksums of a finalized replica are replaced by those of its sorted copy. */
  SWAP_CHECKSUMS,
  /** The data of a finalized replica is replaced by that of its sorted copy. */
  SWAP_DATA,
  /** A namenode's replica directory is told what changed. */
  REGISTER,
  /** What came as a pseudo replica is compared with the datanode's own replica of the block. */
  VERIFY_PSEUDO,
  /** The checksums of a pseudo replica get their place. */
  RENAME_PSEUDO_CHECKSUMS,
  /** The data of a pseudo replica get their place. */
  RENAME_PSEUDO_DATA
}
