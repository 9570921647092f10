// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.ZipInputStream;

/** What is fuzzed. */
enum Target {
  BLOCK_BYTES(BlockBytes.class, BlockBytes::fuzzerTestOneInput, BlockBytes::seeds),
  FILTER_TEXT(FilterText.class, FilterText::fuzzerTestOneInput, FilterText::seeds),
  SCHEMA_TEXT(SchemaText.class, SchemaText::fuzzerTestOneInput, SchemaText::seeds),
  ROW_TEXT(RowText.class, RowText::fuzzerTestOneInput, RowText::seeds),
  REQUEST_BYTES(RequestBytes.class, RequestBytes::fuzzerTestOneInput, RequestBytes::seeds);

  /** A check of one input, which throws what the fuzzer is to find. */
  interface Check {
    void of(byte[] input) throws IOException;
  }

  private final Class<?> type;

  @SuppressWarnings("ImmutableEnumChecker") // method references
  private final Check check;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Supplier<Stream<byte[]>> seeds;

  Target(Class<?> type, Check check, Supplier<Stream<byte[]>> seeds) {
    this.type = type;
    this.check = check;
    this.seeds = seeds;
  }

  Class<?> type() {
    return type;
  }

  void check(byte[] input) throws IOException {
    check.of(input);
  }

  /** The inputs to begin with, and those that earlier runs found worth keeping. */
  List<byte[]> inputs() throws IOException {
    List<byte[]> inputs = new ArrayList<>(seeds.get().toList());
    try (InputStream kept = Target.class.getResourceAsStream(type.getSimpleName() + ".zip")) {
      if (kept != null) {
        ZipInputStream zip = new ZipInputStream(kept);
        while (zip.getNextEntry() != null) {
          inputs.add(zip.readAllBytes());
        }
      }
    }
    return inputs;
  }
}
