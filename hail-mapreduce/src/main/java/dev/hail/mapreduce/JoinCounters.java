// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.join.plan.PlannedJoin;
import dev.hail.join.probe.ProbeTotals;
import dev.hail.join.probe.StarReader;
import dev.hail.nativejoin.StarCounts;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Adds what a task joined to its counters. */
final class JoinCounters {
  /** Group of the counters that are named after joins. */
  private static final String GROUP = "HAIL Joins";

  private final TaskAttemptContext task;

  JoinCounters(TaskAttemptContext task) {
    this.task = task;
  }

  void add(StarReader star) {
    ProbeTotals totals = star.totals();
    add(HailJoinCounter.ROWS_PROBED, totals.rowsProbed());
    add(HailJoinCounter.ROWS_MATCHED, totals.rowsMatched());
    add(HailJoinCounter.ROWS_JOINED, totals.rowsJoined());
    add(HailJoinCounter.BATCHES, totals.batches());
    add(HailJoinCounter.IMAGE_BYTES, star.plan().imageBytes());
    add(HailJoinCounter.KEY_COPY_NANOS, totals.copyNanos());
    add(HailJoinCounter.CALL_NANOS, totals.callNanos());
    // One task counts for all: the build sides are those of the job.
    boolean first = task.getTaskAttemptID().getTaskID().getId() == 0;
    long lookups = 0;
    for (int join = 0; join < star.plan().joins().size(); join++) {
      StarCounts counts = star.counts(join);
      lookups += counts.nanoseconds();
      PlannedJoin planned = star.plan().joins().get(join);
      String name = planned.name();
      task.getCounter(GROUP, name + ": rows tested").increment(counts.seen());
      task.getCounter(GROUP, name + ": rows looked up").increment(counts.probed());
      if (first && planned.badRecords() > 0) {
        task.getCounter(GROUP, name + ": bad records left out").increment(planned.badRecords());
        add(HailJoinCounter.BUILD_BAD_RECORDS, planned.badRecords());
      }
    }
    add(HailJoinCounter.LOOKUP_NANOS, lookups);
  }

  private void add(HailJoinCounter counter, long amount) {
    task.getCounter(counter).increment(amount);
  }
}
