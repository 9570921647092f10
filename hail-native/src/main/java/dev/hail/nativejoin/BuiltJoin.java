// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import org.apache.arrow.vector.types.pojo.Schema;

/** A join whose build side is complete. Safe for use by several threads. */
public interface BuiltJoin extends AutoCloseable {
  /** What the build side turned out to be. */
  JoinSummary summary();

  /** Schema of the batches that probes take. */
  Schema probeSchema();

  /** Schema of the batches that probes give; see {@link JoinSpecification#resultSchema}. */
  Schema resultSchema();

  /**
   * Writes the join to a file that {@link Joins#map} opens. The file is there when it is whole; one
   * of that name is replaced.
   *
   * @throws JoinFileException if it cannot be written
   */
  void save(Path image);

  /**
   * A probe, for one thread at a time. It may outlive this object.
   *
   * @throws IllegalStateException after {@link #close}, or when the build rows that are owed at the
   *     end have been given
   */
  JoinProbe probe();

  /** Lets the memory go, with the last open probe. May be called repeatedly. */
  @Override
  void close();
}
