// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A bounded queue between two stages of a pipeline. The queue ends when all producers are done.
 *
 * @param <T> what is handed on; never null
 */
public final class HandOff<T> {
  private final Deque<T> waiting = new ArrayDeque<>();
  private final int capacity;
  private int producers;

  /**
   * Makes an empty queue.
   *
   * @param capacity most elements that wait, at least 1
   * @param producers how often {@link #producerDone()} must be called to end the queue
   */
  public HandOff(int capacity, int producers) {
    this.capacity = capacity;
    this.producers = producers;
  }

  /** Hands on one element; waits while the queue is full. */
  public synchronized void put(T element) throws InterruptedException {
    while (waiting.size() >= capacity) {
      wait();
    }
    waiting.add(element);
    notifyAll();
  }

  /**
   * Takes the next element; waits for one.
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

  /** Says that one producer has no more elements. */
  public synchronized void producerDone() {
    producers--;
    notifyAll();
  }
}
