// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.xattr;

/**
 * A mean share of rows.
 *
 * @param share from 0 to 1
 * @param blocks number of blocks in the mean, each weighing less with age
 */
public record MeanShare(double share, double blocks) {
  public MeanShare {
    if (!(share >= 0 && share <= 1 && blocks >= 0 && blocks < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("no mean share is " + share + " of " + blocks);
    }
  }

  MeanShare plus(MeanShare other) {
    double sum = blocks + other.blocks;
    if (sum == 0) {
      return this;
    }
    double mean = (share * blocks + other.share * other.blocks) / sum;
    return new MeanShare(Math.min(1, mean), sum);
  }

  MeanShare aged(double factor) {
    return new MeanShare(share, blocks * factor);
  }
}
