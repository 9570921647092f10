// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli.output;

import dev.hail.format.block.read.BadRecord;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Encodes bad records as lines of text: line number, reason and record, separated by tabs. In
 * reason and record a backslash, a tab and the two characters of line ends stand as {@code \\},
 * {@code \t}, {@code \n} and {@code \r}. So each record is one line of three fields.
 */
public final class BadRecordEncoder {
  private BadRecordEncoder() {}

  /** Writes one line per record. The record's own bytes come last. */
  public static byte[] encode(List<BadRecord> records) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (BadRecord record : records) {
      out.writeBytes(Long.toString(record.line()).getBytes(StandardCharsets.US_ASCII));
      out.write('\t');
      escape(record.reason().getBytes(StandardCharsets.UTF_8), out);
      out.write('\t');
      escape(record.raw(), out);
      out.write('\n');
    }
    return out.toByteArray();
  }

  /** In UTF-8 these bytes are never a part of another character. */
  private static void escape(byte[] text, ByteArrayOutputStream out) {
    for (byte each : text) {
      int letter =
          switch (each) {
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            case '\\' -> '\\';
            default -> 0;
          };
      if (letter == 0) {
        out.write(each);
      } else {
        out.write('\\');
        out.write(letter);
      }
    }
  }
}
