// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.query;

import dev.hail.cli.HailCli;
import dev.hail.conf.HailConfiguration;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Runs one {@code hail} command in its own JVM and records its time from the start of main, without
 * the start of the JVM.
 */
public final class CatProbe {
  static final String OUTPUT = "part-0";
  static final String ERRORS = "errors";
  static final String NANOS = "nanos";

  private CatProbe() {}

  /** Takes the directory for output, errors and time, followed by the command's arguments. */
  public static void main(String[] args) throws Exception {
    long begin = System.nanoTime();
    Path directory = Path.of(args[0]);
    int code;
    try (OutputStream out = Files.newOutputStream(directory.resolve(OUTPUT));
        PrintStream errors =
            new PrintStream(
                Files.newOutputStream(directory.resolve(ERRORS)), true, StandardCharsets.UTF_8)) {
      code =
          HailCli.run(
              HailConfiguration.load(),
              InputStream.nullInputStream(),
              out,
              errors,
              Arrays.copyOfRange(args, 1, args.length));
    }
    long nanos = System.nanoTime() - begin;
    Files.writeString(directory.resolve(NANOS), String.valueOf(nanos));
    System.exit(code);
  }
}
