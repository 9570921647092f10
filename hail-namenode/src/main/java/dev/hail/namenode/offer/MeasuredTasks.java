// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the tasks of a job took that have ended. A task may have many blocks or few, the last one of
 * a file or those of a small node; so times are those of a block, without the start of its task,
 * and in seconds. Not thread-safe.
 */
final class MeasuredTasks {
  private final Map<TaskKind, TaskTimes> tasks = new EnumMap<>(TaskKind.class);
  private final Map<TaskKind, TaskTimes> blocks = new EnumMap<>(TaskKind.class);
  private final TaskTimes starts = new TaskTimes();

  /** How long tasks indexed for each block that they indexed. */
  private final TaskTimes indexing = new TaskTimes();

  /** The share of their blocks that tasks indexed, of those tasks that indexed any. */
  private final TaskTimes sharesIndexed = new TaskTimes();

  MeasuredTasks() {
    for (TaskKind kind : TaskKind.values()) {
      tasks.put(kind, new TaskTimes());
      blocks.put(kind, new TaskTimes());
    }
  }

  void add(TaskCost cost) {
    tasks.get(cost.kind()).add(cost.seconds());
    blocks.get(cost.kind()).add(cost.secondsPerBlock());
    if (cost.beside() > 0) {
      blocks.get(TaskKind.INDEX_SCAN).add(cost.besideSeconds() / cost.beside());
    }
    starts.add(cost.startSeconds());
    if (cost.indexed() > 0) {
      indexing.add(cost.indexingSeconds() / cost.indexed());
      sharesIndexed.add((double) cost.indexed() / cost.blocks());
    }
  }

  /** Number of tasks of all kinds. */
  long count() {
    return starts.count();
  }

  /** Times of whole tasks of a kind. */
  TaskTimes tasks(TaskKind kind) {
    return tasks.get(kind);
  }

  /** Time of a task before its first block; 0 without tasks. */
  double start() {
    return starts.mean();
  }

  /** Time of a block in the tasks of a kind; empty if there were none. */
  OptionalDouble block(TaskKind kind) {
    TaskTimes times = blocks.get(kind);
    return times.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(times.mean());
  }

  /**
   * What a block takes longer if it is indexed; empty if none was. Few tasks of differing length
   * may hide what indexing costs, but not for how long it went on.
   */
  OptionalDouble overhead() {
    if (indexing.count() == 0) {
      return OptionalDouble.empty();
    }
    double excess =
        blocks.get(TaskKind.SCAN_AND_INDEX).excessOver(blocks.get(TaskKind.SCAN))
            / sharesIndexed.mean();
    return OptionalDouble.of(Math.max(excess, indexing.mean()));
  }
}
