// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import dev.hail.examples.ExampleTable;
import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.RowStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/** Generates text on first request and reuses text that an earlier run kept. Not thread-safe. */
public final class TextCache implements AutoCloseable {
  private final Path directory;
  private final long seed;
  private final boolean keep;
  private final List<Path> made = new ArrayList<>();

  /**
   * Creates a cache in a directory.
   *
   * @param directory existing directory for the text
   * @param seed seed of the generator
   * @param keep whether to keep the text for later runs
   */
  public TextCache(Path directory, long seed, boolean keep) {
    this.directory = directory;
    this.seed = seed;
    this.keep = keep;
  }

  /**
   * Returns the text of a table.
   *
   * @param bytes approximate size of the text
   */
  public Path text(ExampleTable table, long bytes) throws IOException {
    return text(table.name().toLowerCase(Locale.ROOT), table::rows, bytes);
  }

  /**
   * Returns the text of a table that is not an example table.
   *
   * @param table a unique name
   * @param generator makes the rows from a seed
   * @param bytes approximate size of the text
   */
  public Path text(String table, LongFunction<RowSource> generator, long bytes) throws IOException {
    return text(
        table + "-" + bytes + "-" + seed + ".csv", generator.apply(seed), bytes, Long.MAX_VALUE);
  }

  /**
   * Returns the text of a table with a number of rows.
   *
   * @param table a unique name of the table and of what its rows depend on beside the seed
   * @param source the rows, made with the seed of this cache
   */
  public Path rows(String table, RowSource source, long rows) throws IOException {
    return text(table + "-" + seed + ".csv", source, Long.MAX_VALUE, rows);
  }

  private Path text(String name, RowSource source, long bytes, long most) throws IOException {
    Path text = directory.resolve(name);
    if (Files.exists(text)) {
      return text;
    }
    Path unfinished = directory.resolve(name + ".unfinished");
    made.add(unfinished);
    try (RowStream rows = new RowStream(source, bytes, most);
        OutputStream out = Files.newOutputStream(unfinished)) {
      rows.transferTo(out);
    }
    made.add(text);
    return Files.move(unfinished, text, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void close() throws IOException {
    if (!keep) {
      for (Path text : made) {
        Files.deleteIfExists(text);
      }
    }
  }
}
