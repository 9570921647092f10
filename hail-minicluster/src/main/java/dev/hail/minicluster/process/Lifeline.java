// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another main class for as long as standard input is open. The process that started this one
 * holds the other end, which the operating system closes however that process ends, so nothing is
 * left running behind it.
 */
final class Lifeline {
  private static final int PARENT_GONE = 70;

  private Lifeline() {}

  /**
   * Runs a main class.
   *
   * @param args name of the class, then its arguments
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
        // What is written does not matter, only that the writer lives.
      }
    } catch (IOException e) {
      // A broken pipe says the same as its end.
    }
    Runtime.getRuntime().halt(PARENT_GONE);
  }
}
