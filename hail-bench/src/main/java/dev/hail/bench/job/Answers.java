// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.job;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Checks that all systems give the same answers. Not thread-safe. */
public final class Answers {
  private record Answer(String system, OutputFingerprint output) {}

  private final Map<String, Answer> first = new LinkedHashMap<>();

  /**
   * Compares an answer with the first one to the same question.
   *
   * @param question names text and query
   * @throws IOException if they differ
   */
  public void check(String question, String system, OutputFingerprint output) throws IOException {
    Answer expected = first.computeIfAbsent(question, key -> new Answer(system, output));
    if (!expected.output().equals(output)) {
      throw new IOException(
          question
              + ": "
              + system
              + " gives other rows than "
              + expected.system()
              + " ("
              + output.lines()
              + " rows of "
              + output.bytes()
              + " bytes, not "
              + expected.output().lines()
              + " of "
              + expected.output().bytes()
              + "). Run it again with --keep and compare the files");
    }
  }
}
