// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.mapreduce.PseudoFaults.Point;
import dev.hail.minicluster.Waiting;
import dev.hail.testing.TestSeeds;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random jobs that index what they read, with random faults at their steps, while files are made
 * anew and indexes dropped: each job that ends has the right rows, and in the end there is nothing
 * that should not be there.
 */
@Timeout(600)
final class RandomIndexingFaultsTest {
  private static final int SEEDS = 2;
  private static final int STEPS = 10;
  private static final int ROUNDS = 9;
  private static final int FILES = 2;
  private static final int ROWS = 2_000;
  private static final long BLOCK_BYTES = 32 << 10;
  private static final List<String> STRATEGIES =
      List.of("lazy", "eager", "selectivity", "eager,selectivity");

  private static IndexingFixture fixture;

  @BeforeAll
  static void start() throws Exception {
    fixture = IndexingFixture.start();
  }

  @AfterAll
  static void stop() throws IOException {
    if (fixture != null) {
      fixture.close();
    }
  }

  /** A file and what is in it. */
  private record Source(Path path, String text) {}

  @Test
  void randomJobs_withRandomFaults_areRightAndLeaveNothing() throws Exception {
    for (long seed : TestSeeds.of(SEEDS).toArray()) {
      try {
        run(seed);
      } catch (AssertionError | Exception e) {
        throw new AssertionError(TestSeeds.hint(seed), e);
      }
    }
  }

  private static void run(long seed) throws Exception {
    Run run = new Run(seed);
    try {
      for (int step = 0; step < STEPS; step++) {
        run.step();
      }
      run.finish();
    } catch (AssertionError | Exception e) {
      // The cluster is that of the next seed, too; what went wrong first is what to tell.
      try {
        run.end();
      } catch (AssertionError | Exception again) {
        e.addSuppressed(again);
      }
      throw e;
    }
    run.end();
  }

  /**
   * Whatever a job meets of an overwrite it fails of or does not see; of a drop it sees nothing.
   */
  @Test
  @Tag("nightly")
  void jobs_racingWithDropsAndOverwrites_answerFromOneFile() throws Exception {
    for (long seed : TestSeeds.of(1).toArray()) {
      try {
        race(new Random(seed));
      } catch (AssertionError | Exception e) {
        throw new AssertionError(TestSeeds.hint(seed), e);
      }
    }
  }

  private static void race(Random random) throws Exception {
    String text = Visits.text(random.nextLong(), ROWS);
    Path path = fixture.upload("raced", text, BLOCK_BYTES);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        int duration = random.nextInt(600);
        boolean overwritten = round % 3 == 2;
        String next = overwritten ? Visits.text(random.nextLong(), ROWS) : text;
        DirectRun job = fixture.plan(path, duration);
        Future<HailShell.Result> drop =
            threads.submit(() -> fixture.hail("", "index", "drop", "--by", "duration", at(path)));
        Future<HailShell.Result> put =
            threads.submit(() -> overwritten ? overwrite(path, next) : null);
        try {
          job.read(rows -> {});
          IndexingFixture.assertAnswer(job, text, duration);
        } catch (IOException replaced) {
          assertThat(overwritten).as("round %d: %s", round, replaced).isTrue();
        }
        // Of a file that is being replaced some of the questions have no answer.
        assertThat(drop.get().code()).as("%s", drop.get()).isIn(0, overwritten ? 1 : 0);
        if (overwritten) {
          assertThat(put.get().code()).as("%s", put.get()).isZero();
          text = next;
        }
      }
    } finally {
      threads.shutdownNow();
    }
    fixture.awaitCollected();
    fixture.awaitSound(path);
    fixture.run(path, text, random.nextInt(600));
    assertThat(fixture.pseudo(path)).hasSameSizeAs(fixture.blocks(path));
    fixture.awaitSound(path);
    fixture.fs().delete(path, false);
    awaitGone("its replicas are gone");
  }

  private static void awaitGone(String what) throws Exception {
    Waiting.untilEqual("what is stored, " + what + ",", List.of(), fixture::stored);
  }

  private static String at(Path path) {
    return path.toUri().getPath();
  }

  private static HailShell.Result overwrite(Path path, String text) throws Exception {
    return fixture.hail(
        text,
        "put",
        "--overwrite",
        "--schema",
        Visits.SCHEMA.toSql(),
        "--index",
        "visitDate,sourceIP,adRevenue",
        "--block-size",
        Long.toString(BLOCK_BYTES),
        "-",
        at(path));
  }

  /** One seed. */
  private static final class Run {
    private final Random random;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Source> sources = new ArrayList<>();
    private final List<Gate> gates = new ArrayList<>();
    private final List<Future<?>> abandoned = new ArrayList<>();

    Run(long seed) throws IOException {
      random = new Random(seed);
      for (int i = 0; i < FILES; i++) {
        sources.add(newSource());
      }
    }

    private Source newSource() throws IOException {
      String text = Visits.text(random.nextLong(), ROWS);
      return new Source(fixture.upload(text, BLOCK_BYTES), text);
    }

    void step() throws Exception {
      int which = random.nextInt(FILES);
      Source source = sources.get(which);
      switch (random.nextInt(8)) {
        case 0 -> {
          fixture.fs().delete(source.path(), false);
          sources.set(which, newSource());
        }
        case 1 -> fixture.drop(source.path());
        default -> job(source);
      }
    }

    private void job(Source source) throws Exception {
      int duration = random.nextInt(600);
      String strategy = STRATEGIES.get(random.nextInt(STRATEGIES.size()));
      String rate = Double.toString((1 + random.nextInt(10)) / 10.0);
      DirectRun job = fixture.plan(source.path(), duration, strategy, rate);
      List<Point> points = Point.all();
      Point point = points.get(random.nextInt(points.size()));
      switch (random.nextInt(4)) {
        case 0 -> {
          kill(job, Point.ofTasks().get(random.nextInt(Point.ofTasks().size())));
          // As MapReduce does.
          job = fixture.plan(source.path(), duration, strategy, rate);
        }
        case 1 ->
            PseudoFaults.SHARED.arm(
                point,
                () -> {
                  throw new IOException("Fault put in by a test " + point);
                });
        case 2 -> PseudoFaults.SHARED.arm(point, () -> fixture.cluster().failover());
        default -> PseudoFaults.SHARED.disarm();
      }
      job.read(rows -> {});
      IndexingFixture.assertAnswer(job, source.text(), duration);
      PseudoFaults.SHARED.disarm();
    }

    /** Stops a job for good at a point, if it comes there: all it has begun stays as it is. */
    private void kill(DirectRun job, Point point) throws Exception {
      Gate gate = new Gate();
      PseudoFaults.SHARED.arm(point, gate);
      gates.add(gate);
      Future<?> running =
          threads.submit(
              () -> {
                try {
                  job.read(rows -> {});
                } finally {
                  gate.ended();
                }
                return null;
              });
      gate.awaitComeOrEnd();
      PseudoFaults.SHARED.disarm();
      abandoned.add(running);
    }

    void finish() throws Exception {
      Path[] paths = sources.stream().map(Source::path).toArray(Path[]::new);
      fixture.awaitCollected();
      fixture.awaitSound(paths);
      // Those that were taken for dead go on, and find that they are late.
      gates.forEach(Gate::open);
      for (Future<?> job : abandoned) {
        try {
          job.get();
        } catch (ExecutionException e) {
          // Its file may be gone.
          assertThat(e).hasCauseInstanceOf(IOException.class);
        }
      }
      fixture.awaitCollected();
      fixture.awaitSound(paths);
      for (Source source : sources) {
        fixture.run(source.path(), source.text(), random.nextInt(600));
        assertThat(fixture.pseudo(source.path())).hasSameSizeAs(fixture.blocks(source.path()));
      }
      fixture.awaitSound(paths);
    }

    void end() throws Exception {
      PseudoFaults.SHARED.disarm();
      gates.forEach(Gate::open);
      threads.shutdown();
      for (Source source : sources) {
        fixture.fs().delete(source.path(), false);
      }
      awaitGone("replicas of this seed are gone");
    }
  }
}
