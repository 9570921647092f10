// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.file.Path;
import java.util.List;

/**
 * Makes joins for map tasks, without Arrow's classes. Build sides come in {@link FlatBatch}es. A
 * {@link FlatStar} looks up batches of the probe side in several of them at once, and gives row
 * numbers and build columns in buffers that it uses again. Implementations give the same rows for
 * the same input, in unspecified order. They are safe for use by several threads.
 */
public interface FlatJoins {
  /** Returns the name of the implementation, for messages. */
  String name();

  /**
   * Starts a join with an empty build side.
   *
   * @throws JoinBudgetException if the budget does not allow even an empty join
   */
  FlatBuild build(FlatSpecification specification);

  /**
   * Opens a join that {@link FlatJoin#save} of the same implementation has written. Native joins
   * share the memory of the file with other processes, so they refuse a file that anybody but this
   * user and root may write. Joins in Java read the file into the heap.
   *
   * @param verify whether to check the checksum of all bytes; pass false only if nobody else could
   *     write the file
   * @throws JoinImageException if the file is not an image, is damaged or has another version
   * @throws JoinFileException if the file cannot be read or is refused
   * @throws JoinMemoryException if memory does not suffice
   */
  FlatJoin map(Path image, boolean verify);

  /**
   * Creates a star: joins of one probe side, whose result is as if each took the result of the
   * previous one. The joins may be closed while the star is open.
   *
   * @param joins 1 to 64 joins of this implementation whose probe sides have the same columns
   * @param capacity most rows that the star gives at once, 1 to 2^24
   * @return a star for one thread at a time
   * @throws IllegalArgumentException if a join is of another implementation or has another probe
   *     side
   * @throws UnsupportedTypeException if a join gives a STRING
   */
  FlatStar star(List<FlatJoin> joins, int capacity);
}
