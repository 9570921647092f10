// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Sizes in bytes as people read and write them. */
final class ByteSize {
  private ByteSize() {}

  /** Writes a size for people, for example {@code 1.5 MB}. */
  static String text(long bytes) {
    return TraditionalBinaryPrefix.long2String(bytes, "B", 1);
  }

  /**
   * Reads a size such as {@code 64m}.
   *
   * @param option name of the option, for the message
   * @throws CommandLineProblem if the text is not a size
   */
  static long parse(String option, String text) throws CommandLineProblem {
    try {
      long bytes = TraditionalBinaryPrefix.string2long(text);
      if (bytes > 0) {
        return bytes;
      }
    } catch (IllegalArgumentException notASize) {
      throw new CommandLineProblem(option + ": `" + text + "' is no size; write it like 64m");
    }
    throw new CommandLineProblem(option + ": must be positive, found " + text);
  }
}
