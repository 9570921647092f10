// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.directory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Sort orders that were assigned and not yet seen in a report, of a share of all blocks. Not safe
 * for threads; its owner locks it.
 */
final class OpenAssignments {

  /**
   * One order given away.
   *
   * @param generationStamp stamp of the replica that is being made
   * @param expires time in nanoseconds after which the order is free again
   */
  record OpenAssignment(
      Datanode datanode, int list, int attribute, long generationStamp, long expires) {}

  private final IndexAttributeLists lists;
  private final Map<Long, List<OpenAssignment>> byBlock = new HashMap<>();
  private int count;

  OpenAssignments(IndexAttributeLists lists) {
    this.lists = lists;
  }

  int count() {
    return count;
  }

  /** The open assignments for a block. */
  List<OpenAssignment> of(long blockId) {
    return byBlock.getOrDefault(blockId, List.of());
  }

  /** The open assignment to a datanode for a block, or null. */
  OpenAssignment of(long blockId, Datanode datanode) {
    for (OpenAssignment assignment : of(blockId)) {
      if (assignment.datanode() == datanode) {
        return assignment;
      }
    }
    return null;
  }

  void add(long blockId, OpenAssignment assignment) {
    byBlock.computeIfAbsent(blockId, b -> new ArrayList<>(3)).add(assignment);
    lists.retain(assignment.list());
    count++;
    tally(assignment, 1);
  }

  /** Ends the assignment to a datanode for a block, if there is one. */
  void remove(long blockId, Datanode datanode) {
    List<OpenAssignment> assignments = byBlock.get(blockId);
    if (assignments == null) {
      return;
    }
    Iterator<OpenAssignment> iterator = assignments.iterator();
    while (iterator.hasNext()) {
      OpenAssignment assignment = iterator.next();
      if (assignment.datanode() == datanode) {
        iterator.remove();
        end(assignment);
      }
    }
    if (assignments.isEmpty()) {
      byBlock.remove(blockId);
    }
  }

  /** Ends the assignments that expired before {@code now}; returns how many there were. */
  int expire(long now) {
    int before = count;
    Iterator<List<OpenAssignment>> blocks = byBlock.values().iterator();
    while (blocks.hasNext()) {
      List<OpenAssignment> assignments = blocks.next();
      Iterator<OpenAssignment> iterator = assignments.iterator();
      while (iterator.hasNext()) {
        OpenAssignment assignment = iterator.next();
        if (assignment.expires() - now < 0) {
          iterator.remove();
          end(assignment);
        }
      }
      if (assignments.isEmpty()) {
        blocks.remove();
      }
    }
    return before - count;
  }

  private void end(OpenAssignment assignment) {
    count--;
    tally(assignment, -1);
    lists.release(assignment.list());
  }

  private void tally(OpenAssignment assignment, int change) {
    assignment
        .datanode()
        .countOrder(
            assignment.list(), lists.attributes(assignment.list()), assignment.attribute(), change);
  }
}
