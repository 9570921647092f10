// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A bounded queue between two stages of a pipeline that ends when all producers are done.
 *
 * @param <T> what is handed on; never null
 */
public final class HandOff<T> {
  private final Deque<T> waiting = new ArrayDeque<>();
  private final int capacity;
  private int producers;

  /**
   * An empty queue.
   *
   * @param capacity most elements that wait
   * @param producers number of calls of {@link #producerDone()} that end it
   */
  public HandOff(int capacity, int producers) {
    this.capacity = capacity;
    this.producers = producers;
  }

  /** Hands one on; waits while the queue is full. */
  public synchronized void put(T element) throws InterruptedException {
    while (waiting.size() >= capacity) {
      wait();
    }
    waiting.add(element);
    notifyAll();
  }

  /**
   * The next one; waits for it.
   *
   * @return null when all producers are done and the queue is empty
   */
  public synchronized T take() throws InterruptedException {
    while (waiting.isEmpty() && producers > 0) {
      wait();
    }
    T element = waiting.poll();
    notifyAll();
    return element;
  }

  /** One producer will hand on nothing more. */
  public synchronized void producerDone() {
    producers--;
    notifyAll();
  }
}
