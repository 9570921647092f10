// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.join.build;

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
}
