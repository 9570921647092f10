// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Arrays;

/** Writes paths for C. */
final class NativePath {
  private NativePath() {}

  /** Returns a path as bytes: in the encoding of file names, zero-terminated. */
  static byte[] of(Path file) {
    Charset encoding = Charset.forName(System.getProperty("sun.jnu.encoding"));
    byte[] bytes = file.toAbsolutePath().toString().getBytes(encoding);
    return Arrays.copyOf(bytes, bytes.length + 1);
  }
}
