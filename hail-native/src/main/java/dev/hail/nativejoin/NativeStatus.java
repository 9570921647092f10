// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.charset.StandardCharsets;

/** Turns the status of native calls into exceptions. */
final class NativeStatus {
  /** A native call that may fail. */
  interface Call {
    /**
     * Runs the call.
     *
     * @param message receives the error message
     * @return a status of hail_join.h
     */
    int run(byte[] message);
  }

  static final int OK = 0;

  private NativeStatus() {}

  /** Runs a call and throws the exception that its status stands for. */
  static void require(Call call) {
    byte[] message = new byte[NativeSlots.MESSAGE_BYTES];
    require(call.run(message), message);
  }

  /** Throws the exception that a status stands for, unless it is {@link #OK}. */
  static void require(int status, byte[] message) {
    if (status != OK) {
      throw exception(status, text(message));
    }
  }

  /** Decodes UTF-8 up to the first zero. */
  static String text(byte[] bytes) {
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static RuntimeException exception(int status, String message) {
    return switch (status) {
      case 1 -> new IllegalArgumentException(message);
      case 2 -> new InvalidBatchException(message);
      case 3 -> new UnsupportedTypeException(message);
      case 4 -> new JoinBudgetException(message);
      case 5 -> new JoinMemoryException(message);
      case 6 -> new IllegalStateException(message);
      case 7 -> new JoinImageException(message);
      case 8 -> new JoinFileException(message);
      default -> new JoinException("Native joins failed with status " + status + ": " + message);
    };
  }
}
