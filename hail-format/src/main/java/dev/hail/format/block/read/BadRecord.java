// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import java.util.Arrays;

/** A row of the source text that does not match the schema, with its original bytes. */
public final class BadRecord {
  private final long line;
  private final String reason;
  private final byte[] raw;

  /**
   * A bad record.
   *
   * @param line line number in the source file, from 1
   * @param reason why the row was refused
   * @param raw the bytes of the row without its line end; not copied
   */
  public BadRecord(long line, String reason, byte[] raw) {
    this.line = line;
    this.reason = reason;
    this.raw = raw;
  }

  /** Line number in the source file, from 1. */
  public long line() {
    return line;
  }

  /** Why the row was refused. */
  public String reason() {
    return reason;
  }

  /** The bytes of the row without its line end. Not a copy. */
  public byte[] raw() {
    return raw;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BadRecord that
        && line == that.line
        && reason.equals(that.reason)
        && Arrays.equals(raw, that.raw);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Long.hashCode(line) + reason.hashCode()) + Arrays.hashCode(raw);
  }

  @Override
  public String toString() {
    return "BadRecord[line=" + line + ", reason=" + reason + ", " + raw.length + " bytes]";
  }
}
