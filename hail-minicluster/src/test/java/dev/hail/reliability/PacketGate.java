// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.assertj.core.api.Assertions;

/**
 * Stops all datanodes of this process in mid block, after so many packets that clients wrote, until
 * it is opened. Copies that datanodes make for each other pass and do not count. By Hadoop's own
 * hook, which is there for tests.
 */
final class PacketGate extends DataNodeFaultInjector implements AutoCloseable {
  /** In the name of a thread that takes a block from a client, at any place of the pipeline. */
  private static final String FROM_CLIENT = "for client DFSClient_";

  private final int packetsBefore;
  private final AtomicInteger packets = new AtomicInteger();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);

  private PacketGate(int packetsBefore) {
    this.packetsBefore = packetsBefore;
  }

  /** Lets so many packets pass, counted over all datanodes, and none after. */
  static PacketGate closeAfter(int packets) {
    PacketGate gate = new PacketGate(packets);
    DataNodeFaultInjector.set(gate);
    return gate;
  }

  @Override
  public void delayWriteToDisk() {
    if (!Thread.currentThread().getName().contains(FROM_CLIENT)
        || packets.incrementAndGet() <= packetsBefore) {
      return;
    }
    reached.countDown();
    try {
      opened.await();
    } catch (InterruptedException e) {
      // Its datanode is being stopped.
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until a datanode stands before the gate. */
  void awaitWriter() throws InterruptedException {
    if (!reached.await(5, TimeUnit.MINUTES)) {
      Assertions.fail("No block got as far as packet " + packetsBefore);
    }
  }

  /** The same for an upload, and fails with its outcome if it ends before. */
  void awaitWriter(CompletableFuture<?> upload) throws InterruptedException {
    while (!reached.await(100, TimeUnit.MILLISECONDS)) {
      if (upload.isDone()) {
        Object outcome =
            upload.handle((result, failure) -> failure == null ? result : failure).join();
        Assertions.fail(
            "The upload did not get as far as packet " + packetsBefore + ": " + outcome);
      }
    }
  }

  /** Lets everything pass from now on. */
  void open() {
    opened.countDown();
  }

  @Override
  public void close() {
    open();
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
  }
}
