// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.step.StepListener;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;
import org.assertj.core.api.Assertions;

/** HAIL's dataset, whose threads a test holds before or after a step. */
public final class HoldingDatasetFactory extends HailDatasetFactory {
  /** Who is to be held next; the datanodes of a test share its process. */
  private static final AtomicReference<Hold> NEXT = new AtomicReference<>();

  /** Has the datanodes of a cluster use this. */
  static void use(Configuration conf) {
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, HoldingDatasetFactory.class.getName());
  }

  /** Holds the first thread to come, and no other one. */
  static Hold hold(boolean before, ReplicaStep step) {
    Hold hold = new Hold(before, step);
    NEXT.set(hold);
    return hold;
  }

  @Override
  protected StepListener<ReplicaStep> steps(Configuration conf) {
    return new StepListener<>() {
      @Override
      public void before(ReplicaStep step) throws InterruptedIOException {
        pass(true, step);
      }

      @Override
      public void after(ReplicaStep step) throws InterruptedIOException {
        pass(false, step);
      }
    };
  }

  private static void pass(boolean before, ReplicaStep step) throws InterruptedIOException {
    Hold hold = NEXT.get();
    if (hold != null
        && hold.before == before
        && hold.step == step
        && NEXT.compareAndSet(hold, null)) {
      hold.stay();
    }
  }

  /** One thread that stays at a step until it is let go. */
  static final class Hold implements AutoCloseable {
    private final boolean before;
    private final ReplicaStep step;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    private Hold(boolean before, ReplicaStep step) {
      this.before = before;
      this.step = step;
    }

    private void stay() throws InterruptedIOException {
      reached.countDown();
      try {
        opened.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (InterruptedIOException)
            new InterruptedIOException("interrupted at " + step).initCause(e);
      }
    }

    /** Waits until a thread is held. */
    void awaitReached() throws InterruptedException {
      if (!reached.await(5, TimeUnit.MINUTES)) {
        Assertions.fail("Nobody came to " + step);
      }
    }

    /** Lets the thread go on, or holds nobody any more. */
    void letGo() {
      NEXT.compareAndSet(this, null);
      opened.countDown();
    }

    @Override
    public void close() {
      letGo();
    }
  }
}
