// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

import dev.hail.join.JoinLibrary;
import dev.hail.join.plan.JoinPlan;
import java.util.List;

/**
 * All build sides of a job, with their images in a local directory under the names of the plan.
 *
 * @param plan what tasks must know
 * @param sides the build sides in the order of the plan
 */
public record BuiltStar(JoinPlan plan, List<BuiltSide> sides) {
  /** Copies the list. */
  public BuiltStar {
    sides = List.copyOf(sides);
  }

  /** Returns the bytes of all files that tasks map, and so share. */
  public long mappedBytes() {
    long tables = sides.stream().mapToLong(side -> side.join().image().length()).sum();
    return plan.imageBytes() - (inHeap() ? tables : 0);
  }

  /** Returns the bytes of the tables that each task makes in its heap. */
  public long heapBytes() {
    return inHeap() ? sides.stream().mapToLong(side -> side.table().peakBytes()).sum() : 0;
  }

  private boolean inHeap() {
    return JoinLibrary.readsIntoHeap(plan.implementation());
  }
}
