// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import dev.hail.client.read.HailFile;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A cluster of one datanode whose threads {@link HoldingDatasetFactory} can hold, and writers of
 * pseudo replicas to it.
 */
record HeldWrites(HailMiniCluster cluster, ExecutorService threads, AtomicInteger files)
    implements AutoCloseable {

  static HeldWrites start(Configuration conf) throws Exception {
    conf.set("hail.datanode.heartbeat.interval", "300ms");
    HoldingDatasetFactory.use(conf);
    HailMiniCluster cluster = HailMiniCluster.builder().dataNodes(1).configuration(conf).build();
    cluster.awaitHail();
    return new HeldWrites(cluster, Executors.newCachedThreadPool(), new AtomicInteger());
  }

  /** Makes a file of one block that HAIL knows. */
  Path write(byte[] block) throws Exception {
    Path path = new Path("/held" + files.getAndIncrement());
    TestBlocks.store(cluster, path, 1, block);
    Waiting.until(
        "HAIL knows the block",
        () -> HailFile.open(cluster.configuration(), path).blocks().get(0).replicas().size() == 1);
    return path;
  }

  /** Sends a pseudo replica in a thread of its own. */
  Future<?> send(SentReplica replica, byte[] bytes) {
    return threads.submit(
        () -> {
          replica.send(bytes);
          return null;
        });
  }

  @Override
  public void close() {
    threads.shutdownNow();
    cluster.close();
  }
}
