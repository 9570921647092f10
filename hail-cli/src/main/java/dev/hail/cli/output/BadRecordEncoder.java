// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.format.block.read.BadRecord;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Encodes bad records as lines of text: line number, reason and record, separated by tabs. */
public final class BadRecordEncoder {
  private BadRecordEncoder() {}

  /** Writes one line per record. The record's own bytes come last and unchanged. */
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
