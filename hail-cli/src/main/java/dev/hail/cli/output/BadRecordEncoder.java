// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.format.block.read.BadRecord;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Bad records as lines of text: line number, reason and the record, separated by tabs. */
public final class BadRecordEncoder {
  private BadRecordEncoder() {}

  /** One line for each record; the record's own bytes are not changed, and are last. */
  public static byte[] encode(List<BadRecord> records) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (BadRecord record : records) {
      String start = record.line() + "\t" + record.reason().replaceAll("[\t\r\n]", " ") + "\t";
      out.writeBytes(start.getBytes(StandardCharsets.UTF_8));
      out.writeBytes(record.raw());
      out.write('\n');
    }
    return out.toByteArray();
  }
}
