// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import org.apache.arrow.vector.types.pojo.Schema;

/** A join whose build side is complete. Safe for use by several threads. */
public interface BuiltJoin extends AutoCloseable {
  /** Returns statistics of the build side. */
  JoinSummary summary();

  /** Returns the schema of the batches that probes take. */
  Schema probeSchema();

  /**
   * Returns the schema of the batches that probes give; see {@link JoinSpecification#resultSchema}.
   */
  Schema resultSchema();

  /**
   * Writes the join to a file that {@link Joins#map} opens. The file appears only when it is
   * complete and replaces an existing one.
   *
   * @throws JoinFileException if the file cannot be written
   */
  void save(Path image);

  /**
   * Creates a probe for one thread at a time. It may outlive this object.
   *
   * @throws IllegalStateException after {@link #close}, or after the last probe has finished in a
   *     join that gives build rows at the end
   */
  JoinProbe probe();

  /** Frees the memory, as soon as the last open probe is closed. May be called repeatedly. */
  @Override
  void close();
}
