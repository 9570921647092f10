// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.conf.HailConfigKeys;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks so slow that YARN starts a second attempt beside the first. */
@Timeout(1200)
@Tag("nightly")
final class SpeculationTest {
  private static final int FIRST = 0;
  private static final int TWIN = 1;

  private static VisitsOnYarn visits;

  @BeforeAll
  static void start() throws Exception {
    visits = VisitsOnYarn.start(17, builder -> builder);
  }

  @AfterAll
  static void stop() {
    if (visits != null) {
      visits.close();
    }
  }

  @Test
  void twin_ofStalledAttempt_deliversRowsAlone() throws Exception {
    PausingJob job = speculative("twin-wins", FIRST);

    job.job().submit();

    assertWonBy(TWIN, job);
  }

  @Test
  void stalledAttempt_finishingFirst_deliversRowsAlone() throws Exception {
    PausingJob job = speculative("first-wins", FIRST, TWIN);

    job.job().submit();
    job.awaitPause(FIRST);
    job.awaitPause(TWIN);
    job.goOn(FIRST);

    assertWonBy(FIRST, job);
  }

  private static PausingJob speculative(String name, int... pausing) throws Exception {
    PausingJob job = visits.pausingJob(name, pausing);
    Configuration conf = job.configuration();
    conf.setBoolean(MRJobConfig.MAP_SPECULATIVE, true);
    conf.setLong(MRJobConfig.SPECULATIVE_RETRY_AFTER_NO_SPECULATE, 200);
    conf.setLong(MRJobConfig.SPECULATIVE_RETRY_AFTER_SPECULATE, 200);
    conf.setDouble(MRJobConfig.SPECULATIVE_SLOWTASK_THRESHOLD, 0.1);
    conf.setLong(MRJobConfig.TASK_PROGRESS_REPORT_INTERVAL, 200);
    // Others have to end before one is slow.
    conf.setInt(HailConfigKeys.SPLITTING_MAP_SLOTS, 1);
    return job;
  }

  private static void assertWonBy(int attempt, PausingJob job) throws Exception {
    job.awaitSuccess();
    Job done = job.job();
    assertThat(done.waitForCompletion(false)).isTrue();

    List<String> expected = PausingJob.expected(visits.text());
    assertThat(expected).hasSizeGreaterThan(1000);
    job.assertAnswer(visits.text());
    assertThat(done.getCounters().findCounter(HailCounter.ROWS_QUALIFIED).getValue())
        .isEqualTo(expected.size());
    assertThat(
            Arrays.stream(done.getTaskReports(TaskType.MAP))
                .filter(task -> task.getTaskID().getId() == 0)
                .map(task -> task.getSuccessfulTaskAttemptId().getId()))
        .containsExactly(attempt);
  }
}
