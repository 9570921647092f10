// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.HailMiniCluster;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs on YARN over two namenodes, one of which goes away. */
@Timeout(900)
@Tag("nightly")
final class NamenodeFailoverTest {

  private static VisitsOnYarn visits;

  @BeforeAll
  static void start() throws Exception {
    visits = VisitsOnYarn.start(19, HailMiniCluster.Builder::haNameNodes);
  }

  @AfterAll
  static void stop() {
    if (visits != null) {
      visits.close();
    }
  }

  @Test
  void job_duringNamenodeFailover_goesOn() throws Exception {
    PausingJob job = submitUntilPause("failover");

    visits.fixture().cluster().failover();

    assertGoesOn(job);
  }

  @Test
  void job_whenActiveNamenodeDies_goesOn() throws Exception {
    PausingJob job = submitUntilPause("death");
    MiniDFSCluster dfs = visits.fixture().cluster().dfs();
    int active = dfs.getNameNode(0).isActiveState() ? 0 : 1;

    dfs.shutdownNameNode(active);
    dfs.transitionToActive(1 - active);

    try {
      assertGoesOn(job);
    } finally {
      dfs.restartNameNode(active);
    }
  }

  private static PausingJob submitUntilPause(String name) throws Exception {
    PausingJob job = visits.pausingJob(name, 0);
    job.job().submit();
    job.awaitPause(0);
    return job;
  }

  private static void assertGoesOn(PausingJob job) throws Exception {
    job.goOn(0);
    assertThat(job.job().waitForCompletion(false)).isTrue();
    job.assertAnswer(visits.text());
    assertThat(job.job().getCounters().findCounter(HailCounter.ROWS_QUALIFIED).getValue())
        .isEqualTo(PausingJob.expected(visits.text()).size());
  }
}
