// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** A process that maps an image, probes it and writes a summary of what it was given. */
final class MappedProbe {
  private static final int PROBE_ROWS = 1_000;
  private static final int BATCHES = 10;

  private MappedProbe() {}

  /**
   * Starts the process; it ends with status 0 if all went well.
   *
   * @param output file for the summary
   * @param log file for what the process says beside
   */
  static Process start(Joins joins, Path image, Path output, Path log) throws IOException {
    List<String> command = new ArrayList<>(java());
    command.add(MappedProbe.class.getName());
    command.add(joins.name());
    command.add(image.toString());
    command.add(output.toString());
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  /**
   * The beginning of a command that runs a class of these tests; the last two words are the path.
   */
  static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "-Xmx128m",
        "-cp",
        System.getProperty("java.class.path"));
  }

  /**
   * The process.
   *
   * @param arguments name of the implementation, image, file for the summary
   */
  public static void main(String[] arguments) throws IOException {
    Joins joins =
        Implementations.all().stream()
            .filter(each -> each.name().equals(arguments[0]))
            .findFirst()
            .orElseThrow();
    try (BufferAllocator allocator = new RootAllocator();
        BuiltJoin join = joins.map(Path.of(arguments[1]), true, allocator)) {
      Files.writeString(Path.of(arguments[2]), answer(join, allocator));
    }
  }

  /** What a join of {@link Tables} gives for half of its keys. */
  static String answer(BuiltJoin join, BufferAllocator allocator) {
    long rows = 0;
    long sum = 0;
    try (JoinProbe probe = join.probe()) {
      for (int batch = 0; batch < BATCHES; batch++) {
        try (VectorSchemaRoot keys =
            Tables.ascending(allocator, 2L * batch * PROBE_ROWS, PROBE_ROWS)) {
          probe.add(keys);
        }
        for (VectorSchemaRoot next = probe.next(); next != null; next = probe.next()) {
          try (VectorSchemaRoot result = next) {
            rows += result.getRowCount();
            sum = 31 * sum + checksum(result);
          }
        }
      }
      probe.finish();
    }
    return rows + " rows, checksum " + sum;
  }

  /** Does not depend on the order of rows. */
  private static long checksum(VectorSchemaRoot result) {
    long sum = 0;
    BigIntVector keys = (BigIntVector) result.getVector(2);
    VarCharVector names = (VarCharVector) result.getVector(3);
    for (int row = 0; row < result.getRowCount(); row++) {
      sum += keys.get(row) * new String(names.get(row), StandardCharsets.UTF_8).hashCode();
    }
    return sum;
  }
}
