package dev.hail.namenode.offer;

/**
 * What a job that may index a file says of itself when it is planned.
 *
 * @param blocks blocks of the file
 * @param unindexed those of them without an index that fits the job's filter
 * @param slots map tasks that run at the same time, at least 1
 * @param rate offer rate from 0 to 1: for an eager job only the rate of the first one
 * @param eager whether the rate is to follow from what jobs cost
 * @param target runtime wanted in seconds; 0 for that of the first job
 * @param selectivityMax greatest share of qualifying rows at which a block is indexed, 0 to 1
 */
public record JobPlan(
    int blocks,
    int unindexed,
    int slots,
    double rate,
    boolean eager,
    double target,
    double selectivityMax) {
  public JobPlan {
    boolean sensible =
        blocks >= 0
            && unindexed >= 0
            && unindexed <= blocks
            && slots >= 1
            && rate >= 0
            && rate <= 1
            && target >= 0
            && selectivityMax >= 0
            && selectivityMax <= 1;
    if (!sensible) {
      throw new IllegalArgumentException(
          "no plan of a job: "
              + unindexed
              + " of "
              + blocks
              + " blocks without index, "
              + slots
              + " slots, rate "
              + rate
              + ", target "
              + target
              + " s, selectivity "
              + selectivityMax);
    }
  }

  /** Blocks that a rate allows, rounded up, at most those without an index. */
  int limit(double offerRate) {
    // A rate comes as a decimal fraction: 0.1 of 10 blocks is one, not two for a rounding error.
    return (int) Math.min(unindexed, Math.ceil(offerRate * blocks - 1e-6));
  }
}
