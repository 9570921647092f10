// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block.read;

import dev.hail.format.block.layout.ByteCursor;
import dev.hail.format.block.layout.CorruptBlockException;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/** The bad records of a block in their stored form, since a block may consist of little else. */
final class BadRecordList extends AbstractList<BadRecord> implements RandomAccess {
  private final byte[] bytes;

  /** Per record: its line number, and where its reason and its raw bytes begin and end. */
  private final long[] lines;

  private final int[] bounds;

  /**
   * Checks a bad-record region.
   *
   * @param count records that the region must hold
   * @throws CorruptBlockException if the region does not hold exactly {@code count} records
   */
  BadRecordList(byte[] bytes, int offset, int length, int count) throws CorruptBlockException {
    this.bytes = bytes;
    this.lines = new long[count];
    this.bounds = new int[4 * count];
    ByteCursor cursor = new ByteCursor(bytes, offset, offset + length, "bad-record region");
    for (int i = 0; i < count; i++) {
      lines[i] = cursor.varLong();
      for (int part = 0; part < 4; part += 2) {
        int partLength = cursor.varInt();
        bounds[4 * i + part] = cursor.take(partLength);
        bounds[4 * i + part + 1] = cursor.position();
      }
    }
    if (cursor.remaining() != 0) {
      throw cursor.damaged(cursor.remaining() + " bytes left over");
    }
  }

  @Override
  public BadRecord get(int i) {
    int reason = bounds[4 * i];
    int reasonLength = bounds[4 * i + 1] - reason;
    return new BadRecord(
        lines[i],
        new String(bytes, reason, reasonLength, StandardCharsets.UTF_8),
        Arrays.copyOfRange(bytes, bounds[4 * i + 2], bounds[4 * i + 3]));
  }

  @Override
  public int size() {
    return lines.length;
  }
}
