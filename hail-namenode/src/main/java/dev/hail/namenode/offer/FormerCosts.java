// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import dev.hail.xattr.Calibration;
import java.util.OptionalDouble;

/**
 * What former jobs on the files of a job cost, of all files together: each counts as often as it
 * has blocks. Not thread-safe.
 */
final class FormerCosts {
  /** A mean that is exact for equal values, so that nothing changes that was not measured. */
  private static final class Mean {
    private long blocks;
    private double value;

    void add(int more, double time) {
      blocks += more;
      value += (time - value) * more / blocks;
    }

    OptionalDouble ifKnown() {
      return blocks == 0 ? OptionalDouble.empty() : OptionalDouble.of(value);
    }
  }

  private double target;
  private final Mean starts = new Mean();
  private final Mean scans = new Mean();
  private final Mean overheads = new Mean();
  private final Mean indexScans = new Mean();

  /**
   * Adds a file.
   *
   * @param blocks number of its blocks, 0 or more
   * @param cost what former jobs on it cost; null if there were none
   */
  void add(int blocks, Calibration cost) {
    if (cost == null || blocks == 0) {
      return;
    }
    target += cost.target();
    starts.add(blocks, cost.taskStart());
    scans.add(blocks, cost.scan());
    cost.indexOverhead().ifPresent(time -> overheads.add(blocks, time));
    cost.indexScan().ifPresent(time -> indexScans.add(blocks, time));
  }

  /**
   * What is known of a job on all its files. Those that no former job has read have a share of the
   * target by their blocks.
   *
   * @param blocks number of the blocks of all files
   * @return null if nothing is known of any
   */
  Calibration of(long blocks) {
    if (scans.blocks == 0) {
      return null;
    }
    return new Calibration(
        scans.blocks == blocks ? target : target * blocks / scans.blocks,
        starts.value,
        scans.value,
        overheads.ifKnown(),
        indexScans.ifKnown());
  }
}
