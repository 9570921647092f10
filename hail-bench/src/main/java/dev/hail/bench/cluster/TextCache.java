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

/**
 * Generated text, made when first asked for. Text that an earlier run kept is used again. Not
 * thread-safe.
 */
public final class TextCache implements AutoCloseable {
  private final Path directory;
  private final long seed;
  private final boolean keep;
  private final List<Path> made = new ArrayList<>();

  /**
   * A cache in a directory.
   *
   * @param directory exists
   * @param seed of the generator
   * @param keep whether to leave the text for later runs
   */
  public TextCache(Path directory, long seed, boolean keep) {
    this.directory = directory;
    this.seed = seed;
    this.keep = keep;
  }

  /**
   * The text of a table.
   *
   * @param bytes about how many
   */
  public Path text(ExampleTable table, long bytes) throws IOException {
    return text(table.name().toLowerCase(Locale.ROOT), table::rows, bytes);
  }

  /**
   * The text of a table that is no example.
   *
   * @param table its name, unlike that of any other table
   * @param generator makes its rows from a seed
   * @param bytes about how many
   */
  public Path text(String table, LongFunction<RowSource> generator, long bytes) throws IOException {
    String name = table + "-" + bytes + "-" + seed + ".csv";
    Path text = directory.resolve(name);
    if (Files.exists(text)) {
      return text;
    }
    Path unfinished = directory.resolve(name + ".unfinished");
    made.add(unfinished);
    try (RowStream rows = new RowStream(generator.apply(seed), bytes, Long.MAX_VALUE);
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
