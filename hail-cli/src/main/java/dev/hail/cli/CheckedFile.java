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
 * @param problemCount of attributes and blocks together; 1 if the file could not be opened
 * @param failure why the file could not be opened, else null
 * @param attributeProblems what is wrong with its extended attributes
 * @param advice what to do about the problems, once for each kind of problem
 * @param shown blocks with problems, or all that were asked for
 */
record CheckedFile(
    String file,
    int blocks,
    int soundReplicas,
    int problemCount,
    String failure,
    List<String> attributeProblems,
    List<String> advice,
    List<Block> shown) {

  /** A block by its name for people, and what is wrong with it. */
  record Block(String block, List<String> problems) {}

  /**
   * A file that could not be opened.
   *
   * @param remedy what to do about it; may be empty
   */
  static CheckedFile unopened(String file, String failure, String remedy) {
    List<String> advice = remedy.isEmpty() ? List.of() : List.of(remedy);
    return new CheckedFile(file, 0, 0, 1, failure, List.of(), advice, List.of());
  }

  /**
   * Sums the attributes and blocks of a file up.
   *
   * @param attributeProblems what is wrong with its extended attributes
   * @param all whether blocks without problems are shown, too
   */
  static CheckedFile of(
      String file, List<String> attributeProblems, List<BlockCheck.Result> results, boolean all) {
    return new CheckedFile(
        file,
        results.size(),
        results.stream().mapToInt(BlockCheck.Result::healthy).sum(),
        attributeProblems.size()
            + results.stream().mapToInt(result -> result.problems().size()).sum(),
        null,
        attributeProblems,
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
