// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CountDownLatch;

/** Holds whoever comes to a point of {@link PseudoFaults}, until it is opened. */
final class Gate implements PseudoFaults.Action {
  private final CountDownLatch came = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);

  @Override
  public void run() throws IOException {
    came.countDown();
    try {
      goOn.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted at a gate of a test");
    }
  }

  /** Waits until somebody came, or nobody can any more. */
  void awaitComeOrEnd() throws InterruptedException {
    came.await();
  }

  /** To be called when nobody can come any more. */
  void ended() {
    came.countDown();
  }

  void open() {
    goOn.countDown();
  }
}
