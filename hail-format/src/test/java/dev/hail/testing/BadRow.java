// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import java.nio.charset.StandardCharsets;

/** A row that does not match its schema. */
public final class BadRow {
  private final long line;
  private final String kind;
  private final byte[] raw;

  BadRow(long line, String kind, byte[] raw) {
    this.line = line;
    this.kind = kind;
    this.raw = raw;
  }

  /** Line of the text on which it starts, from 1. */
  public long line() {
    return line;
  }

  /** What is wrong with it. */
  public String kind() {
    return kind;
  }

  /** The bytes that must be kept of it; not to be changed. */
  public byte[] raw() {
    return raw;
  }

  @Override
  public String toString() {
    return kind + " at line " + line + ": " + new String(raw, StandardCharsets.ISO_8859_1);
  }
}
