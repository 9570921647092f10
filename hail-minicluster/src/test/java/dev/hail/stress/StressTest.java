// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.load.ExpectedState;
import dev.hail.load.FaultTools;
import dev.hail.load.Worker;
import dev.hail.testing.RightAnswer;
import dev.hail.testing.TestSeeds;
import dev.hail.testing.WrongAnswer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The crash test: for half a minute among the nightly tests; or for {@code -Dhail.stress.minutes}
 * with a seed of its own for every run, or that of {@code -Dhail.test.seed}. Runs of minutes with
 * an odd seed have a pair of namenodes.
 */
@Tag("nightly")
class StressTest {
  private static final Duration SMOKE = Duration.ofSeconds(25);

  @Test
  void crashTest_underRandomFaults_losesAndInventsNothing() throws Exception {
    // How long, with which seed, on one namenode or two.
    Integer minutes = Integer.getInteger("hail.stress.minutes");
    Duration time = minutes == null ? SMOKE : Duration.ofMinutes(minutes);
    long seed =
        minutes == null
            ? TestSeeds.one()
            : Long.getLong(TestSeeds.PROPERTY, System.currentTimeMillis() % 1_000_000);
    boolean pair = minutes != null && seed % 2 == 1;
    Path directory =
        Files.createTempDirectory(Path.of(System.getProperty("java.io.tmpdir")), "hail-stress-");
    String hint =
        TestSeeds.hint(seed) + "; logs, data and expected states are kept in " + directory;
    List<String> problems;
    String summary;
    try (FaultTools tools = FaultTools.ofThisMachine();
        StressRun run = StressRun.start(seed, directory, tools, pair)) {
      tools.missing().forEach(System.err::println);
      run.run(time);
      problems = run.check();
      summary = run.events().summary();
      if (problems.isEmpty() && minutes == null) {
        assertThatItWouldBeNoticed(run);
      }
      // The run did what it is for.
      assertThat(run.events().counted("PUT acknowledged")).as(hint).isPositive();
      assertThat(run.events().counted(FaultSchedule.PARTITIONS) > 0)
          .as("links were cut, if they can be: %s; %s", tools.missing(), hint)
          .isEqualTo(tools.firewall() != null);
      assertThat(run.events().counted(FaultSchedule.FAILOVERS) > 0)
          .as("namenodes failed over, if there are two; %s", hint)
          .isEqualTo(pair);
      assertThat(run.events().counted(FaultSchedule.CLOCK_STEPS) > 0)
          .as("clocks were set, if they can be: %s; %s", tools.missing(), hint)
          .isEqualTo(tools.clocks());
    } catch (Exception e) {
      throw new AssertionError(hint, e);
    }
    // What a run leaves is kept if something was wrong.
    if (!problems.isEmpty()) {
      throw new WrongAnswer(hint + "\n" + String.join("\n", problems));
    }
    Files.writeString(Path.of(directory + ".txt"), "seed " + seed + " " + summary + "\n");
    FileUtil.fullyDelete(directory.toFile());
  }

  /** Spoils the expectation, and the disks, in ways the check has to report. */
  private static void assertThatItWouldBeNoticed(StressRun run) throws Exception {
    String worker = StressRun.workers().get(0);
    Path state = run.stateFile(worker);
    String lost = Worker.directory(worker) + "/lost";
    String whole = Files.readString(state);

    Files.writeString(
        state, "intent PUT " + lost + " hail:1\nacknowledged\n", StandardOpenOption.APPEND);
    assertThat(run.contents()).anyMatch(problem -> problem.contains(lost + " is null"));

    Files.writeString(state, whole);
    ExpectedState now = ExpectedState.load(state);
    Set<String> paths = new TreeSet<>(now.worlds().iterator().next().keySet());
    paths.removeAll(now.doubts().keySet());
    if (!paths.isEmpty()) {
      String path = paths.iterator().next();
      Files.writeString(state, whole + "intent PUT " + path + " hail:2\nacknowledged\n");
      assertThat(run.contents()).anyMatch(problem -> problem.contains(path + " is "));
      Files.writeString(state, whole + "intent DELETE " + path + " -\nacknowledged\n");
      assertThat(run.contents()).anyMatch(problem -> problem.contains("expected null"));
    }
    Files.writeString(state, whole);
    RightAnswer.expect(run.contents(), problems -> assertThat(problems).isEmpty());

    // Not by walking, since blocks that were deleted last may still go.
    try (Stream<Path> pools = Files.list(run.directory().resolve("datanode-0/data/current"))) {
      Path pool = pools.filter(Files::isDirectory).findFirst().orElseThrow();
      Files.writeString(pool.resolve("current/rbw/hail-1-1.data"), "left over");
    }
    assertThat(run.health()).anyMatch(problem -> problem.contains("hail-1-1.data was left"));
  }
}
