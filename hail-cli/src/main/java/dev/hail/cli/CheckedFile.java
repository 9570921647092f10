// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.read.BlockCheck;
import dev.hail.client.read.BlockProblem;
import java.util.List;

/**
 * What {@code hail fsck} found in a file.
 *
 * @param blocks number of blocks that were checked
 * @param soundReplicas replicas and pseudo replicas that are sound by themselves
 * @param problemCount of all blocks together; 1 if the file could not be opened
 * @param failure why the file could not be opened, else null
 * @param advice what to do about the problems, once for each kind of problem
 * @param shown blocks with problems, or all that were asked for
 */
record CheckedFile(
    String file,
    int blocks,
    int soundReplicas,
    int problemCount,
    String failure,
    List<String> advice,
    List<Block> shown) {

  /** A block by its name for people, and what is wrong with it. */
  record Block(String block, List<String> problems) {}

  static CheckedFile unopened(String file, String failure) {
    return new CheckedFile(file, 0, 0, 1, failure, List.of(), List.of());
  }

  /**
   * Sums the blocks of a file up.
   *
   * @param all whether blocks without problems are shown, too
   */
  static CheckedFile of(String file, List<BlockCheck.Result> results, boolean all) {
    return new CheckedFile(
        file,
        results.size(),
        results.stream().mapToInt(BlockCheck.Result::healthy).sum(),
        results.stream().mapToInt(result -> result.problems().size()).sum(),
        null,
        results.stream()
            .flatMap(result -> result.found().stream())
            .map(BlockProblem::kind)
            .distinct()
            .sorted()
            .map(BlockProblem.Kind::advice)
            .toList(),
        results.stream()
            .filter(result -> all || !result.problems().isEmpty())
            .map(result -> new Block(result.block().toString(), result.problems()))
            .toList());
  }
}
