// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.HailMiniCluster;
import dev.hail.testing.RandomStar;
import dev.hail.testing.TestSeeds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random inputs, build sides and joins: what map functions get is what DuckDB answers. */
final class RandomStarsTest {
  private static final int SEEDS = 16;

  private static JobFixture fixture;

  @TempDir private Path folder;

  @BeforeAll
  static void start() throws Exception {
    fixture = JobFixture.start(HailMiniCluster.builder().dataNodes(3));
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void randomStar_joiningInMapTasks_givesWhatDuckDbAnswers() throws Exception {
    StarJobs jobs = new StarJobs(fixture, folder);
    Map<String, Long> joined = new TreeMap<>();
    for (long seed : TestSeeds.of(SEEDS).toArray()) {
      RandomStar star = RandomStar.of(seed);
      List<String> wanted = jobs.answer(star);
      for (String implementation : StarJobs.implementations()) {
        jobs.compare(star, fixture.local(), implementation, wanted);
        star.joins().forEach(join -> joined.merge(join.kind(), (long) wanted.size(), Long::sum));
      }
    }
    assertThat(joined)
        .as("rows of each kind of join")
        .hasSize(5)
        .allSatisfy((kind, rows) -> assertThat(rows).isPositive());
  }
}
