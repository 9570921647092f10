// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.io.IOException;

/** A thread that carries bytes between two sockets of a test, until one of them is closed. */
public final class ConnectionThread {
  private ConnectionThread() {}

  /** What the thread does. */
  @FunctionalInterface
  public interface Work {
    /**
     * Runs until there is nothing more to carry.
     *
     * @throws IOException if one of the ends closed the connection, which ends the thread
     */
    void run() throws IOException, InterruptedException;
  }

  /** Starts the thread, for which no process waits. */
  public static void start(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // One of the two ends closed the connection, or the test ends.
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
  }
}
