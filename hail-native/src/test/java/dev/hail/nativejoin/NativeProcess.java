// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** A process that loads the library and says what came of it. */
final class NativeProcess {
  private static final int WARM_UP = 20_000;
  private static final int JOINS = 100_000;
  private static final int KIBIBYTE = 1 << 10;

  private NativeProcess() {}

  /**
   * The process.
   *
   * @param arguments {@code best}, to choose an implementation, or {@code grow}, to open and close
   *     joins and print by how many bytes the process has grown
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments[0].equals("best")) {
      choose(System.out);
    } else {
      System.out.println(growth());
    }
  }

  private static void choose(PrintStream out) {
    try {
      out.println("loaded: " + NativeJoins.load().name());
    } catch (NativeLibraryMissingException e) {
      out.println(e.getMessage());
    }
    out.println("best: " + Joins.best().name());
  }

  private static long growth() throws IOException {
    NativeJoins joins = NativeJoins.load();
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = Tables.ascending(allocator, 0, 3)) {
      JoinLeakTest.openAndClose(joins, batch, WARM_UP, allocator);
      long before = residentBytes();
      JoinLeakTest.openAndClose(joins, batch, JOINS, allocator);
      return residentBytes() - before;
    }
  }

  private static long residentBytes() throws IOException {
    String line =
        Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(each -> each.startsWith("VmRSS:"))
            .findFirst()
            .orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", "")) * KIBIBYTE;
  }
}
