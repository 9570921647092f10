// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Lets operations through, and none while processes are looked at: what an operation holds for the
 * moment is no leak. Thread-safe.
 */
final class LoadGate {
  /** Fair, so that a stream of operations does not keep the observer waiting. */
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);

  private final AtomicBoolean over = new AtomicBoolean();

  /** Begins an operation; false if no more are wanted, else {@link #leave} must follow. */
  boolean enter() {
    lock.readLock().lock();
    if (over.get()) {
      lock.readLock().unlock();
      return false;
    }
    return true;
  }

  /** Ends an operation. */
  void leave() {
    lock.readLock().unlock();
  }

  /** Waits for the operations on their way and lets no other begin. */
  void shut() {
    lock.writeLock().lock();
  }

  /** Lets operations through again. */
  void open() {
    lock.writeLock().unlock();
  }

  /** Wants no more operations. */
  void end() {
    over.set(true);
  }
}
