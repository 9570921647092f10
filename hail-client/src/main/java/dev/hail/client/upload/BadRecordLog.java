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
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts bad records against their limit and keeps the first ones as examples. Without a limit, the
 * log refuses text of which no row fits: then the schema is wrong. Blocks come in any order and
 * count in the order of the file. Safe for use by many threads.
 */
final class BadRecordLog {
  /** Bad records without any good row after which an upload stops early. */
  private static final long HOPELESS = 10_000;

  private static final int EXAMPLES = 5;
  private static final int EXAMPLE_BYTES = 80;
  private static final int[] NO_ATTRIBUTES = {};

  private final UploadRequest request;
  private final long limit;
  private final List<String> examples = new ArrayList<>();

  /** Blocks whose predecessors have not all come, by their place in the file. */
  private final Map<Integer, Bad> early = new HashMap<>();

  private int nextIndex;
  private long count;
  private long rows;

  /** What is kept of a block: its numbers, and lines for people on its first bad records. */
  private record Bad(String sources, int rows, int count, List<String> examples) {}

  /**
   * @param request has the limit, and what a row looks like that names the attributes
   */
  BadRecordLog(UploadRequest request) {
    this.request = request;
    this.limit = request.settings().maxBadRecords();
  }

  /**
   * Notes the bad records of one block.
   *
   * @param sources names of the block's texts, for messages
   * @throws PathException if the file up to here has more than the limit, or {@link #HOPELESS} and
   *     no good row
   */
  synchronized void add(String sources, EncodedBlock block) throws IOException {
    List<String> first =
        block.badRecords() > 0 && examples.size() < EXAMPLES ? examples(sources, block) : List.of();
    early.put(block.index(), new Bad(sources, block.rowCount(), block.badRecords(), first));
    for (Bad next = early.remove(nextIndex); next != null; next = early.remove(nextIndex)) {
      nextIndex++;
      count(next);
    }
  }

  private void count(Bad block) throws PathException {
    rows += block.rows();
    if (block.count() == 0) {
      return;
    }
    count += block.count();
    block.examples().stream().limit(EXAMPLES - examples.size()).forEach(examples::add);
    String sources = block.sources();
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

  private List<String> examples(String sources, EncodedBlock block) throws IOException {
    List<String> first = new ArrayList<>();
    try (BlockReader reader =
        BlockReader.open(
            BlockSource.of(block.bytes(), 0, block.length()),
            Predicate.never(),
            NO_ATTRIBUTES,
            ReaderOptions.DEFAULT)) {
      for (BadRecord bad : reader.badRecords()) {
        if (first.size() == EXAMPLES) {
          break;
        }
        first.add(
            sources
                + " line "
                + bad.line()
                + ": "
                + bad.reason()
                + ": "
                + excerpt(bad)
                + (isHeader(bad) ? " (looks like a header row; give --header)" : ""));
      }
    }
    return first;
  }

  private boolean isHeader(BadRecord bad) throws IOException {
    return bad.line() == 1
        && !request.format().header()
        && HeaderCheck.isHeader(bad.raw(), request.format(), request.schema());
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
