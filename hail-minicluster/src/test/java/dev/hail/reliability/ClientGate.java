// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hdfs.DFSClientFaultInjector;
import org.assertj.core.api.Assertions;

/**
 * Stops the writers of this process in mid block, after so many packets, until it is opened. By
 * Hadoop's own hook, which is there for tests.
 */
final class ClientGate extends DFSClientFaultInjector implements AutoCloseable {
  private final int packetsBefore;
  private final AtomicInteger packets = new AtomicInteger();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);

  private ClientGate(int packetsBefore) {
    this.packetsBefore = packetsBefore;
  }

  /** Lets so many packets pass, counted over all writers, and none after. */
  static ClientGate closeAfter(int packets) {
    ClientGate gate = new ClientGate(packets);
    DFSClientFaultInjector.set(gate);
    return gate;
  }

  /** Hadoop asks this before it sends a packet. */
  @Override
  public boolean corruptPacket() {
    if (packets.incrementAndGet() > packetsBefore) {
      reached.countDown();
      try {
        opened.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return false;
  }

  /** Waits until a writer stands before the gate. */
  void awaitWriter() throws InterruptedException {
    if (!reached.await(5, TimeUnit.MINUTES)) {
      Assertions.fail("No writer got as far as packet " + packetsBefore);
    }
  }

  /** Waits until a writer stands before the gate; fails if the upload ends before. */
  void awaitWriter(Future<?> upload) throws InterruptedException {
    while (!reached.await(100, TimeUnit.MILLISECONDS)) {
      if (upload.isDone()) {
        Assertions.fail("The upload did not get as far as packet " + packetsBefore + ": " + upload);
      }
    }
  }

  /** Lets everything pass from now on. */
  @Override
  public void close() {
    opened.countDown();
    DFSClientFaultInjector.set(new DFSClientFaultInjector());
  }
}
