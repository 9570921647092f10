// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.RightAnswer;
import dev.hail.testing.TestSeeds;
import dev.hail.testing.WrongAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Every fault once, or for as many minutes as {@code bin/test --system} was given, with a seed of
 * its own for every run or that of {@code -Dhail.test.seed}.
 */
@EnabledIfSystemProperty(named = SystemTest.MINUTES, matches = "[0-9]+")
@Tag("nightly")
class SystemTest {
  static final String MINUTES = "hail.system.minutes";

  @Test
  void clusterUnderLoad_afterEachFault_isWholeAgain() throws Exception {
    Duration time = Duration.ofMinutes(Long.getLong(MINUTES));
    long seed = Long.getLong(TestSeeds.PROPERTY, System.currentTimeMillis() % 1_000_000);
    Path directory =
        Files.createTempDirectory(Path.of(System.getProperty("java.io.tmpdir")), "hail-system-");
    String hint = TestSeeds.hint(seed) + "; logs, data and expected states are in " + directory;
    List<String> problems;
    try (SystemCluster cluster = SystemCluster.start(directory);
        SystemRun run = new SystemRun(seed, directory, cluster)) {
      cluster
          .missing()
          .forEach((fault, why) -> System.err.println("Not tried: " + fault + ", " + why));
      run.startLoad();
      problems = run.run(time);
      System.out.println("Seed " + seed + ", " + run.events().summary() + "\n" + run.table());
      if (problems.isEmpty()) {
        run.endLoad();
        assertThatLoadWasThere(run, cluster.missing().keySet(), hint);
        assertThatItWouldBeNoticed(run);
      }
    } catch (Exception e) {
      throw new AssertionError(hint, e);
    }
    if (!problems.isEmpty()) {
      throw new WrongAnswer(hint + "\n" + String.join("\n", problems));
    }
    FileUtil.fullyDelete(directory.toFile());
  }

  private static void assertThatLoadWasThere(SystemRun run, Set<Fault> missing, String hint) {
    for (Fault fault : Fault.values()) {
      if (!missing.contains(fault)) {
        assertThat(run.table().answered(fault))
            .as("answered during %s; %s", fault, hint)
            .isPositive();
      }
    }
    assertThat(run.events().counted("PUT acknowledged")).as(hint).isPositive();
  }

  /** Spoils the expectation in ways that the check has to report. */
  private static void assertThatItWouldBeNoticed(SystemRun run) throws Exception {
    RightAnswer.expect(run.contents(), problems -> assertThat(problems).isEmpty());
    run.commands().claim("rows-never-put", 1);
    assertThat(run.contents()).anyMatch(problem -> problem.contains("rows-never-put failed"));
    String file = run.commands().oneFile();
    run.commands().claim(file, -1);
    assertThat(run.contents()).anyMatch(problem -> problem.contains(file + " gives"));
  }
}
