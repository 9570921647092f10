// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.directory;

import dev.hail.namenode.directory.RefusedException;
import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.ReplicaInfo;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;

/** Fills a replica directory with blocks of three replicas, each sorted by another attribute. */
final class DirectoryLoad {
  /** Number of replicas of a block. */
  static final int REPLICATION = 3;

  private static final int DATANODES = 100;
  private static final int BLOCK_BYTES = 42 << 20;
  private static final int ROWS = 400_000;
  private static final int FRONT_BYTES = 1 << 16;
  private static final int INDEX_BYTES = 1 << 14;
  private static final int[] ATTRIBUTES = {3, 1, 4};
  private static final long FIRST_BLOCK = 1L << 30;
  private static final long GENERATION = 1001;
  private static final int PROGRESS_STEP = 1 << 16;

  private final ReplicaTable directory =
      new ReplicaTable(System::nanoTime, 1L << 40, block -> null);
  private final String[] datanodes = new String[DATANODES];
  private long blocks;

  DirectoryLoad() {
    for (int i = 0; i < DATANODES; i++) {
      datanodes[i] = String.format(Locale.ROOT, "datanode-%03d", i);
    }
  }

  /** Adds replicas as datanodes report them and returns the seconds it took. */
  double load(long replicas, DoubleConsumer progress) throws RefusedException {
    blocks = replicas / REPLICATION;
    long begin = System.nanoTime();
    for (long block = 0; block < blocks; block++) {
      for (int replica = 0; replica < REPLICATION; replica++) {
        String datanode = datanodes[(int) ((block + 7L * replica) % DATANODES)];
        directory.add(datanode, info(FIRST_BLOCK + block, ATTRIBUTES[replica], datanode));
      }
      if (block % PROGRESS_STEP == 0) {
        progress.accept((double) block / blocks);
      }
    }
    return (System.nanoTime() - begin) / 1e9;
  }

  private static ReplicaInfo info(long block, int attribute, String datanode) {
    return new ReplicaInfo(
        block,
        GENERATION,
        attribute,
        BLOCK_BYTES,
        FRONT_BYTES,
        INDEX_BYTES,
        ROWS,
        1,
        ATTRIBUTES,
        datanode);
  }

  /** Looks up all replicas of random blocks and returns the lookups per second. */
  double lookUp(int lookups, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long found = 0;
    long begin = System.nanoTime();
    for (int i = 0; i < lookups; i++) {
      List<LocatedReplica> replicas =
          directory.replicas(FIRST_BLOCK + random.nextLong(blocks), GENERATION, uuid -> true);
      found += replicas.size();
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (found != (long) REPLICATION * lookups) {
      throw new IllegalStateException(
          "The replica directory lost replicas: "
              + found
              + " found, not "
              + (long) REPLICATION * lookups);
    }
    return lookups / seconds;
  }

  /** Returns the memory of the arrays per replica, in bytes. */
  double bytesPerReplica() {
    return (double) directory.size().bytes() / directory.size().replicas();
  }
}
