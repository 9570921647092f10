// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;

/** A finished build side of {@link FlatJoins}. Any thread may use it. */
public interface FlatJoin extends AutoCloseable {
  /** Returns statistics of the build side. */
  JoinSummary summary();

  /**
   * Writes the build side as a file that only its owner may read, for {@link FlatJoins#map}.
   *
   * @throws JoinFileException if the file cannot be written
   */
  void save(Path image);

  /** Frees the build side when the last star that uses it is closed. */
  @Override
  void close();
}
