// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.namenode.offer.IndexingJobs;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceLedger;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;

/** Tells jobs that index how much of that the budget has room for. */
final class PseudoRoom implements IndexingJobs.Room {
  private final HailNamespace namespace;
  private final KeptUses uses;
  private final PseudoBooks books;
  private final SpaceLedger space;

  PseudoRoom(HailNamespace namespace, KeptUses uses, PseudoBooks books, SpaceLedger space) {
    this.namespace = namespace;
    this.uses = uses;
    this.books = books;
    this.space = space;
  }

  @Override
  public long of(long fileId, int attribute) throws IOException {
    uses.open(fileId);
    return space.room(new IndexId(fileId, attribute));
  }

  @Override
  public boolean promise(long fileId, int attribute, long blockId, String job) throws IOException {
    Long owner = namespace.blocks().fileIdOf(blockId);
    if (owner == null || owner != fileId || books.isThere(blockId, attribute)) {
      return false;
    }
    // The account that was opened for the job may have made room for those of other files.
    uses.open(fileId);
    return space.promise(
        replica(fileId, attribute, blockId), namespace.blocks().lengthOf(blockId), job);
  }

  @Override
  public void withdraw(long fileId, int attribute, long blockId, String job) {
    space.withdraw(replica(fileId, attribute, blockId), job);
  }

  @Override
  public void withdrawAll(String job) {
    space.withdrawAll(job);
  }

  private static SpaceLedger.Replica replica(long fileId, int attribute, long blockId) {
    return new SpaceLedger.Replica(new IndexId(fileId, attribute), blockId);
  }
}
