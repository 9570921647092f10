// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

/** Writes a path as one word of a command line that a user can paste into a shell. */
public final class ShellWord {
  private ShellWord() {}

  /** Returns the path, in single quotes if a shell would not take it as it is. */
  public static String of(String path) {
    return path.matches("[A-Za-z0-9_./=:+@%-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
  }

  /** Returns the word for a command of {@code hdfs dfs}, which takes paths as patterns. */
  public static String ofPattern(String path) {
    return of(path.replaceAll("[\\\\*?\\[\\]{}]", "\\\\$0"));
  }
}
