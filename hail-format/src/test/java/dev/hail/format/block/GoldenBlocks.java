// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.block;

import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.block.write.ColumnBuilder;
import dev.hail.format.schema.Schema;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Wrote the golden files of format version 1, once. They stay as they are for as long as version 1
 * is read: a later release must read the very bytes an earlier one wrote. For another version, run
 * {@link #main} with the folder src/test/resources/golden and new names.
 */
final class GoldenBlocks {
  static final int ROWS = 90;
  static final int[] ORDERS = {5, 8, 10, 11};

  private static final Schema SCHEMA =
      Schema.parse(
          "flag BOOLEAN, small INT, big BIGINT, ratio FLOAT, revenue DOUBLE, price DECIMAL(9,2),"
              + " huge DECIMAL(38,4), visitDate DATE, seen TIMESTAMP, url STRING, agent STRING");

  private GoldenBlocks() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    byte[] block = build();
    Files.createDirectories(folder);
    Files.write(folder.resolve("v1-unsorted.hail"), block);
    Files.writeString(folder.resolve("v1-unsorted.txt"), GoldenTest.text(block));
    for (int attribute : ORDERS) {
      byte[] sorted = BlockSorter.sort(block, block.length, attribute);
      Files.write(folder.resolve("v1-by-" + attribute + ".hail"), sorted);
      Files.writeString(folder.resolve("v1-by-" + attribute + ".txt"), GoldenTest.text(sorted));
    }
  }

  private static byte[] build() {
    BlockBuilder builder = new BlockBuilder(SCHEMA, BlockOptions.of(8, 10, 5).withPartitionRows(8));
    double[] doubles = {0.0, -0.0, Double.NaN, 1e300, -2.5, Double.NEGATIVE_INFINITY, 0.1};
    String[] agents = {"Mozilla/5.0 (X11; Linux)", "curl/8.5.0", "", "Überbrowser 🚲"};
    for (int row = 0; row < ROWS; row++) {
      int mixed = row * 37 % ROWS;
      builder.column(1).appendLong(mixed % 3 == 0 ? 1 : 0);
      builder.column(2).appendLong(mixed - 20);
      builder.column(3).appendLong(mixed % 9 == 0 ? Long.MIN_VALUE + mixed : mixed * 1_000_003L);
      builder.column(4).appendDouble(mixed / 8.0);
      builder.column(5).appendDouble(doubles[mixed % doubles.length]);
      builder.column(6).appendDecimal(mixed * 997L - 40_000);
      builder.column(7).appendDecimal(BigInteger.TEN.pow(mixed % 38).negate());
      builder.column(8).appendLong(10_000 + mixed / 4);
      builder.column(9).appendLong(mixed * 86_400_000_001L - 1_000_000_000_000L);
      append(builder.column(10), "http://example.org/a/long/shared/path/" + mixed * mixed);
      append(builder.column(11), agents[mixed % agents.length]);
      builder.endRow();
    }
    for (int row = 0; row < 10; row++) {
      for (int position = 1; position <= SCHEMA.size(); position++) {
        builder.column(position).appendNull();
      }
      builder.endRow();
    }
    byte[] raw = "not|a|row".getBytes(StandardCharsets.UTF_8);
    builder.addBadRecord(17, "3 fields, 11 expected", raw, 0, raw.length);
    builder.addBadRecord(90, "unterminated quote", new byte[] {'"', (byte) 0xff}, 0, 2);
    builder.source(4321, 2);
    return builder.build();
  }

  private static void append(ColumnBuilder column, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    column.appendBytes(bytes, 0, bytes.length);
  }
}
