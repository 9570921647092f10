// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import dev.hail.datanode.convert.VolumeThreads;
import dev.hail.datanode.log.BlockLog;
import dev.hail.datanode.resort.ChecksummedFile;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the pseudo replicas that somebody met damage in, and drops those that have some, or
 * cannot be read. Each volume has a thread of its own, so that a disk that hangs holds up nobody
 * else. Thread-safe.
 */
final class PseudoExaminer implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoExaminer.class);

  /** The process is at its limit, which says nothing of the file; Hadoop tells it in this way. */
  private static final String NO_DESCRIPTORS = "Too many open files";

  private final BlockLog log = new BlockLog(LOG);

  private final PseudoStore store;
  private final VolumeThreads threads = new VolumeThreads("hail-pseudo-examiner", 1);

  /** Those that wait to be looked at; each waits once, however often somebody tells of it. */
  private final Set<ServedReplica> queued = ConcurrentHashMap.newKeySet();

  PseudoExaminer(PseudoStore store) {
    this.store = store;
  }

  /** Has a replica looked at, if it is there, without waiting for that. */
  void suspect(String blockPoolId, long id) {
    ServedReplica replica = store.find(blockPoolId, id);
    if (replica == null || !queued.add(replica)) {
      return;
    }
    try {
      threads
          .of(replica.files().getVolume())
          .execute(
              () -> {
                // Before the look: damage that somebody meets meanwhile is worth another one.
                queued.remove(replica);
                examine(blockPoolId, replica);
              });
    } catch (RejectedExecutionException stopping) {
      queued.remove(replica);
    }
  }

  private void examine(String blockPoolId, ServedReplica replica) {
    FinalizedReplica files = replica.files();
    if (!replica.equals(store.find(blockPoolId, files.getBlockId()))) {
      return;
    }
    try {
      String damage = damage(files);
      if (!damage.isEmpty()) {
        log.warn("pseudo", files + " is dropped: " + damage);
        store.drop(blockPoolId, replica);
      }
    } catch (Throwable e) {
      // Whoever meets it next tells again.
      LOG.warn("{} could not be looked at", files, e);
    }
  }

  /** Why a replica is of no use; empty if it is. */
  private static String damage(FinalizedReplica files) throws IOException {
    try {
      boolean sound =
          ChecksummedFile.fit(
              files.getFileIoProvider(),
              files.getVolume(),
              files.getBlockFile(),
              files.getMetaFile());
      return sound ? "" : "it does not match its checksums";
    } catch (FileNotFoundException e) {
      if (String.valueOf(e.getMessage()).contains(NO_DESCRIPTORS)) {
        throw e;
      }
      return "it cannot be opened: " + e.getMessage();
    } catch (IOException e) {
      // Of a disk that breaks HDFS takes all replicas, and this one would meet readers until then.
      return "it cannot be read: " + e;
    }
  }

  /** Takes no more; what is queued is still looked at. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
