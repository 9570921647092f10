// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.assertj.core.api.Assertions;

/**
 * Keeps all datanodes of this process from answering readers, as if they hung, until it is opened.
 * By a hook of Hadoop's own, which is there for tests.
 */
final class ReadGate extends DataNodeFaultInjector implements AutoCloseable {
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch opened = new CountDownLatch(1);

  private ReadGate() {}

  /** Lets no reader pass from now on. */
  static ReadGate shut() {
    ReadGate gate = new ReadGate();
    DataNodeFaultInjector.set(gate);
    return gate;
  }

  /** Called before the first byte of a block is sent. */
  @Override
  public void throwTooManyOpenFiles() {
    reached.countDown();
    try {
      opened.await();
    } catch (InterruptedException e) {
      // Its datanode is being stopped.
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until a reader stands before the gate. */
  void awaitReader() throws InterruptedException {
    if (!reached.await(5, TimeUnit.MINUTES)) {
      Assertions.fail("Nobody reads");
    }
  }

  @Override
  public void close() {
    opened.countDown();
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
  }
}
