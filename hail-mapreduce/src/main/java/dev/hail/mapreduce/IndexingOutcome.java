// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.conf.HailConfigKeys;
import dev.hail.mapreduce.adaptive.AdaptiveStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;

/** Says after a job why it indexed no block. */
public final class IndexingOutcome {
  /**
   * Key under which the planner keeps the number of blocks for each {@link LeftOut}. The tasks'
   * counters cannot tell of these blocks.
   */
  private static final String LEFT_OUT = "hail.adaptive.left-out.";

  private static final String PLANNED = "hail.adaptive.planned";

  private final Counters counters;
  private final List<String> reasons = new ArrayList<>();

  private IndexingOutcome(Counters counters) {
    this.counters = counters;
  }

  /** Keeps in a job's configuration which of its blocks are not to be indexed. */
  static void keep(Configuration job, Map<LeftOut, Long> leftOut) {
    job.setBoolean(PLANNED, true);
    leftOut.forEach((reason, blocks) -> job.setLong(LEFT_OUT + reason.name(), blocks));
  }

  /**
   * Returns why a job that was to index blocks indexed none.
   *
   * @param job configuration of the job that was submitted
   * @param counters of the job, after its end
   * @return a line for people; empty if the job indexed blocks, or was not to index any
   */
  public static String whyNone(Configuration job, Counters counters) {
    AdaptiveStrategy strategy = AdaptiveStrategy.of(job);
    boolean planned = job.getBoolean(PLANNED, false);
    IndexingOutcome outcome = new IndexingOutcome(counters);
    if (strategy == null || !planned || outcome.count(HailCounter.BLOCKS_INDEXED) > 0) {
      return "";
    }
    outcome.explain(job, strategy);
    return outcome.reasons.isEmpty()
        ? "No block was indexed for later queries: the job read none"
        : "No block was indexed for later queries: " + String.join("; ", outcome.reasons);
  }

  private void explain(Configuration job, AdaptiveStrategy strategy) {
    long left =
        count(HailCounter.BLOCKS_EQUALITY_INDEX)
            + count(HailCounter.BLOCKS_RANGE_INDEX)
            + count(HailCounter.BLOCKS_SCAN);
    for (LeftOut reason : LeftOut.values()) {
      left -= add(job.getLong(LEFT_OUT + reason.name(), 0), reason.text());
    }
    left -=
        add(
            count(HailCounter.BLOCKS_NOT_GRANTED),
            "that the namenode did not grant, for want of time or room or because too many rows"
                + " qualify");
    long large =
        add(
            count(HailCounter.BLOCKS_TOO_LARGE),
            "too large for the memory of a task, "
                + HailConfigKeys.ADAPTIVE_MEMORY_MAX
                + " or a third of its heap");
    // In such a job, the blocks that are too large are among those turned away.
    long away = count(HailCounter.BLOCKS_TURNED_AWAY) - (strategy.isChosenByPlanner() ? large : 0);
    left -= large + add(away, "that found no room in the memory of their task");
    long failed = count(HailCounter.BLOCKS_NOT_INDEXED);
    long budget =
        add(
            count(HailCounter.BLOCKS_OVER_BUDGET),
            "refused because a budget of the namenode was full, which `hail index show' tells");
    long place =
        add(
            count(HailCounter.BLOCKS_NOT_PLACED),
            "that no datanode took; the logs of tasks and datanodes say why");
    add(failed - budget - place, "that failed; the logs of the tasks say why");
    long offered = count(HailCounter.BLOCKS_OFFERED);
    add(offered - failed, "that somebody else indexed meanwhile");
    add(left - offered, "of tasks that ran again or in the application master, and index nothing");
  }

  /** Adds a reason, unless it is one of no block; returns the number of blocks. */
  private long add(long blocks, String text) {
    if (blocks > 0) {
      reasons.add(
          String.format(Locale.ROOT, "%,d %s %s", blocks, blocks == 1 ? "block" : "blocks", text));
    }
    return Math.max(0, blocks);
  }

  private long count(HailCounter counter) {
    return counters.findCounter(counter).getValue();
  }
}
