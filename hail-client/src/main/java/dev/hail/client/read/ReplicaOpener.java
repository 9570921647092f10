// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.format.block.layout.BlockSource;
import java.io.IOException;

/** Opens one replica for reading, either of the block itself or a pseudo replica. */
final class ReplicaOpener {
  private ReplicaOpener() {}

  /**
   * Opens a replica.
   *
   * @param block the block with the locations that the candidate was taken from
   */
  static BlockSource open(HailFile file, HailBlock block, Candidate candidate) throws IOException {
    if (block.isGlued()) {
      return block.glued().read(file.location(), candidate.node());
    }
    if (candidate.pseudo() == null) {
      return PinnedReplicaSource.open(file.location(), block.located(), candidate.node());
    }
    PseudoAccess access = new PseudoAccess(file, block, candidate.pseudo(), candidate.node());
    return PinnedReplicaSource.open(file.location(), access);
  }
}
