// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another main class for as long as standard input is open. The parent process holds the other
 * end of the pipe. The operating system closes it however the parent ends, so this process never
 * outlives it.
 */
final class Lifeline {
  private static final int PARENT_GONE = 70;

  private Lifeline() {}

  /**
   * Runs a main class.
   *
   * @param args name of the main class, then its arguments
   */
  public static void main(String[] args) throws Throwable {
    Thread watcher = new Thread(() -> haltAtEnd(System.in), "lifeline");
    watcher.setDaemon(true);
    watcher.start();
    String[] rest = Arrays.copyOfRange(args, 1, args.length);
    try {
      Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) rest);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static void haltAtEnd(InputStream in) {
    try {
      while (in.read() >= 0) {
        // Only the end of the stream matters, not its content.
      }
    } catch (IOException e) {
      // A broken pipe means the same as the end of the stream.
    }
    Runtime.getRuntime().halt(PARENT_GONE);
  }
}
