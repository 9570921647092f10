// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.HailMiniCluster;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs on YARN over two namenodes, one of which goes away. */
@Timeout(900)
final class NamenodeFailOverTest {

  private static JobFixture fixture;
  private static String text;
  private static Path path;

  @BeforeAll
  static void start() throws Exception {
    fixture =
        JobFixture.start(
            HailMiniCluster.builder().dataNodes(3).haNameNodes().yarn(true).nodeManagers(1));
    text = Visits.text(19, 8_000);
    path =
        fixture.upload(
            "visits",
            Visits.SCHEMA,
            List.of(Visits.VISIT_DATE, Visits.SOURCE_IP, Visits.AD_REVENUE),
            text,
            64 << 10);
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void aJobGoesOnWithTheOtherNamenode() throws Exception {
    PausingJob job = submitUntilPause("fail-over");

    fixture.cluster().failOver();

    assertGoesOn(job);
  }

  @Test
  void aJobSurvivesTheDeathOfTheActiveNamenode() throws Exception {
    PausingJob job = submitUntilPause("death");
    MiniDFSCluster dfs = fixture.cluster().dfs();
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
    PausingJob job = new PausingJob(fixture, path, name, 0);
    job.job().submit();
    job.awaitPause(0);
    return job;
  }

  private static void assertGoesOn(PausingJob job) throws Exception {
    job.goOn(0);
    assertThat(job.job().waitForCompletion(false)).isTrue();
    assertThat(job.lines()).isEqualTo(PausingJob.expected(text));
    assertThat(job.job().getCounters().findCounter(HailCounter.ROWS_QUALIFIED).getValue())
        .isEqualTo(PausingJob.expected(text).size());
  }
}
