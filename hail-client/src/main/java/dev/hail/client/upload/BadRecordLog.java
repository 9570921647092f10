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
 * Counts bad records against their limit and keeps some examples. Without a limit text of which no
 * row fits is refused, since it is the schema that does not fit then. Safe for use by many threads.
 */
final class BadRecordLog {
  /** Bad records without any row in the midst of an upload that need not wait for its end. */
  private static final long HOPELESS = 10_000;

  private static final int EXAMPLES = 5;
  private static final int EXAMPLE_BYTES = 80;
  private static final int[] NO_ATTRIBUTES = {};

  private final long limit;
  private final List<String> examples = new ArrayList<>();
  private long count;
  private long rows;

  /**
   * @param limit records after which the upload fails, or {@link UploadRequest#UNLIMITED}
   */
  BadRecordLog(long limit) {
    this.limit = limit;
  }

  /**
   * Notes the bad records of one block.
   *
   * @throws PathException if there are now more than the limit, or many and no row
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
   * To be called when all blocks were added.
   *
   * @throws PathException if there are bad records and no row, and no limit allows it
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

  /** The first ones found, for people. */
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
