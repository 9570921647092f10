// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.PathException;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.read.BadRecord;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.ReaderOptions;
import dev.hail.format.predicate.Predicate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts bad records against their limit and keeps some examples. Without a limit, the log refuses
 * text of which no row fits: then the schema is wrong. Safe for use by many threads.
 */
final class BadRecordLog {
  /** Bad records without any good row after which an upload stops early. */
  private static final long HOPELESS = 10_000;

  private static final int EXAMPLES = 5;
  private static final int EXAMPLE_BYTES = 80;
  private static final int[] NO_ATTRIBUTES = {};

  private final long limit;
  private final List<String> examples = new ArrayList<>();
  private long count;
  private long rows;

  /**
   * @param limit most bad records allowed, or {@link UploadRequest#UNLIMITED}
   */
  BadRecordLog(long limit) {
    this.limit = limit;
  }

  /**
   * Notes the bad records of one block.
   *
   * @param sources names of the block's texts, for messages
   * @throws PathException if there are more than the limit, or {@link #HOPELESS} and no good row
   */
  synchronized void add(String sources, EncodedBlock block) throws IOException {
    rows += block.rowCount();
    if (block.badRecords() == 0) {
      return;
    }
    count += block.badRecords();
    if (examples.size() < EXAMPLES) {
      addExamples(sources, block);
    }
    if (count > limit) {
      throw new PathException(
          sources,
          count + " bad records so far, allowed are " + limit + "; first: " + examples.get(0),
          "Check schema, delimiter, quoting and null token, or raise --max-bad.");
    }
    if (count >= HOPELESS) {
      refuseWithoutRow(sources);
    }
  }

  /**
   * Checks the total; call it after all blocks were added.
   *
   * @throws PathException if there are bad records, no good row, and no limit
   */
  synchronized void finish(Object destination) throws PathException {
    if (count > 0) {
      refuseWithoutRow(destination);
    }
  }

  private void refuseWithoutRow(Object path) throws PathException {
    if (rows == 0 && limit == UploadRequest.UNLIMITED) {
      throw new PathException(
          path,
          "none of the first " + count + " rows fits the schema; first: " + examples.get(0),
          "Check schema, delimiter, quoting and null token, or give --max-bad to keep bad records.");
    }
  }

  /** The first bad records found, each as a line for people. */
  synchronized List<String> examples() {
    return List.copyOf(examples);
  }

  private void addExamples(String sources, EncodedBlock block) throws IOException {
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(block.bytes(), 0, block.length()),
            Predicate.never(),
            NO_ATTRIBUTES,
            ReaderOptions.DEFAULT)) {
      for (BadRecord bad : reader.badRecords()) {
        if (examples.size() == EXAMPLES) {
          return;
        }
        examples.add(sources + " line " + bad.line() + ": " + bad.reason() + ": " + excerpt(bad));
      }
    }
  }

  private static String excerpt(BadRecord bad) {
    int length = Math.min(bad.raw().length, EXAMPLE_BYTES);
    String text = new String(bad.raw(), 0, length, StandardCharsets.UTF_8);
    StringBuilder shown = new StringBuilder(length + 8).append('"');
    text.codePoints()
        .map(c -> Character.isISOControl(c) ? '\uFFFD' : c)
        .forEach(shown::appendCodePoint);
    return shown.append(bad.raw().length > length ? "...\"" : "\"").toString();
  }
}
