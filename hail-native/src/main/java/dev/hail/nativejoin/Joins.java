// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.slf4j.LoggerFactory;

/**
 * Makes joins. Implementations give the same rows for the same input, in an order that is not told,
 * and differ in speed and memory. They are safe for use by several threads.
 */
public interface Joins {
  /** The native joins where their library can be loaded, else those in Java; the log says why. */
  static Joins best() {
    try {
      return NativeJoins.load();
    } catch (NativeLibraryMissingException e) {
      LoggerFactory.getLogger(Joins.class).info("Joins run in Java. {}", e.getMessage());
      return new JavaJoins();
    }
  }

  /** Which implementation this is, for messages. */
  String name();

  /**
   * Begins a join.
   *
   * @param allocator makes the batches that probes give; it must outlive the join
   * @throws JoinBudgetException if the budget does not allow even an empty join
   */
  JoinBuild build(JoinSpecification specification, BufferAllocator allocator);

  /**
   * Opens a join that {@link BuiltJoin#save} has written, by the same implementation. Native joins
   * share the memory of the file with other processes, so they refuse a file that anybody but this
   * user and root may write.
   *
   * @param verify compare all bytes with their checksum; without, only what comes from a file that
   *     nobody else can write should be opened
   * @param allocator makes the batches that probes give; it must outlive the join
   * @throws JoinImageException if the file is no image, damaged or of a newer version
   * @throws JoinFileException if it cannot be read
   */
  BuiltJoin map(Path image, boolean verify, BufferAllocator allocator);

  /**
   * Opens a verified copy of what {@link BuiltJoin#save} has written, in memory of this process and
   * beside the join's budget. The file may be anybody's, and may be changed, cut or removed while
   * the join is open.
   *
   * @param allocator makes the batches that probes give; it must outlive the join
   * @throws JoinImageException if the file is no image, damaged or of a newer version
   * @throws JoinFileException if it cannot be read
   */
  BuiltJoin read(Path image, BufferAllocator allocator);

  /**
   * A probe of several joins at once, a star: what these joins give if each takes the result of the
   * one before, without these results. A row of the result is a probe row that all joins have a
   * place for, with one choice of a match in each: the probe columns, then the build columns of
   * each join in their order.
   *
   * <p>The joins have one schema of the probe side and their own key columns of it, and are of kind
   * {@link JoinKind#INNER}, {@link JoinKind#PROBE_OUTER}, {@link JoinKind#PROBE_SEMI}, {@link
   * JoinKind#PROBE_ANTI} or {@link JoinKind#NULL_AWARE_ANTI}; the last three give no columns, but
   * drop rows. Their probe outputs, batch rows and buffers do not matter here. They may be closed
   * while the probe is open.
   *
   * @param joins 1 to 64 of this implementation, in any order; which is looked up first is found
   *     out from the rows
   * @param allocator makes the batches that the probe gives; it must outlive the probe
   * @return a probe for one thread at a time
   * @throws IllegalArgumentException if there are too few or too many joins, one is of another
   *     kind, implementation or schema, or there is no such column as the options ask for
   * @throws UnsupportedTypeException if joins do not take the type of a column
   * @throws JoinBudgetException if the budget of the options does not allow even the probe
   * @throws IllegalStateException if a join is closed
   */
  JoinProbe starProbe(List<BuiltJoin> joins, StarOptions options, BufferAllocator allocator);
}
