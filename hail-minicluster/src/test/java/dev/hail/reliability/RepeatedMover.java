// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import org.apache.hadoop.hdfs.server.mover.Mover;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Hadoop's mover. That of 3.5.0 registers its metrics in each of its rounds, and ends with an error
 * in the second one unless names may repeat.
 */
final class RepeatedMover {
  private RepeatedMover() {}

  /** Ends the process as the mover does. */
  public static void main(String[] arguments) {
    DefaultMetricsSystem.setMiniClusterMode(true);
    Mover.main(arguments);
  }
}
