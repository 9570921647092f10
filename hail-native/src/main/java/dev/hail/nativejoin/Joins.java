// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.slf4j.LoggerFactory;

/**
 * Makes joins. Implementations give the same rows for the same input, in unspecified order, and
 * differ in speed and memory. They are safe for use by several threads.
 */
public interface Joins {
  /**
   * Returns the native joins if their library can be loaded, else those in Java; the log then says
   * why.
   */
  static Joins best() {
    try {
      return NativeJoins.load();
    } catch (NativeLibraryMissingException e) {
      LoggerFactory.getLogger(Joins.class).info("Joins run in Java. {}", e.getMessage());
      return new JavaJoins();
    }
  }

  /** Returns the name of the implementation, for messages. */
  String name();

  /**
   * Starts a join with an empty build side.
   *
   * @param allocator allocator of the batches that probes give; it must outlive the join
   * @throws JoinBudgetException if the budget does not allow even an empty join
   */
  JoinBuild build(JoinSpecification specification, BufferAllocator allocator);

  /**
   * Opens a join that {@link BuiltJoin#save} of the same implementation has written. Native joins
   * share the memory of the file with other processes, so they refuse a file that anybody but this
   * user and root may write.
   *
   * @param verify whether to check the checksum of all bytes; pass false only if nobody else could
   *     write the file
   * @param allocator allocator of the batches that probes give; it must outlive the join
   * @throws JoinImageException if the file is not an image, is damaged or has another version
   * @throws JoinFileException if the file cannot be read or is refused
   */
  BuiltJoin map(Path image, boolean verify, BufferAllocator allocator);

  /**
   * Opens a verified copy of what {@link BuiltJoin#save} has written, in memory of this process.
   * The copy does not count on the join's budget. Any user may own the file, and it may be changed,
   * truncated or removed while the join is open.
   *
   * @param allocator allocator of the batches that probes give; it must outlive the join
   * @throws JoinImageException if the file is not an image, is damaged or has another version
   * @throws JoinFileException if the file cannot be read
   */
  BuiltJoin read(Path image, BufferAllocator allocator);

  /**
   * Creates a probe of several joins at once, a star. The result is the same as if each join took
   * the result of the previous one, but intermediate results are never built. A result row combines
   * a probe row that no join drops with one match of each join. It has the probe columns, then the
   * build columns of each join in their order.
   *
   * <p>The joins share the schema of the probe side; each has its own key columns. Allowed kinds
   * are {@link JoinKind#INNER}, {@link JoinKind#PROBE_OUTER}, {@link JoinKind#PROBE_SEMI}, {@link
   * JoinKind#PROBE_ANTI} and {@link JoinKind#NULL_AWARE_ANTI}. The last three only drop rows and
   * give no columns. The joins' own probe outputs, batch rows and buffers are ignored. The joins
   * may be closed while the probe is open.
   *
   * @param joins 1 to 64 joins of this implementation, in any order; the probe chooses the order of
   *     lookups from the rows
   * @param allocator allocator of the batches that the probe gives; it must outlive the probe
   * @return a probe for one thread at a time
   * @throws IllegalArgumentException if the number of joins is wrong, if one has another kind,
   *     implementation or schema, or if the options name a missing column
   * @throws UnsupportedTypeException if joins do not take the type of a column
   * @throws JoinBudgetException if the budget of the options does not allow even the probe
   * @throws IllegalStateException if a join is closed
   */
  JoinProbe starProbe(List<BuiltJoin> joins, StarOptions options, BufferAllocator allocator);
}
