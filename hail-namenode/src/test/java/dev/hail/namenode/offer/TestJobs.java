// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.xattr.Calibration;
import java.util.OptionalDouble;

/** Plans and costs of jobs that are made up. */
final class TestJobs {
  private TestJobs() {}

  static Indexing.Plan lazy(int blocks, int unindexed, double rate) {
    return new Indexing.Plan(blocks, unindexed, 4, 1, 4, rate, false, 0, 1);
  }

  static Indexing.Plan eager(int blocks, int unindexed, int slots) {
    return new Indexing.Plan(blocks, unindexed, slots, 1, slots, 0.1, true, 0, 1);
  }

  /** Costs where tasks start at once, and none has read blocks by index. */
  static Calibration costs(double target, double scan, double overhead) {
    return new Calibration(target, 0, scan, OptionalDouble.of(overhead), OptionalDouble.empty());
  }

  /** A task of one block that starts at once. */
  static TaskCost task(TaskKind kind, double seconds, double indexing) {
    return new TaskCost(kind, seconds, 0, indexing, 1, kind == TaskKind.SCAN_AND_INDEX ? 1 : 0);
  }
}
