// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.protocol.Indexing;
import dev.hail.protocol.Indexing.TaskCost;
import dev.hail.protocol.Indexing.TaskKind;
import dev.hail.xattr.Calibration;
import java.io.IOException;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What jobs cost is kept with their file, by whichever namenode is active. */
final class KeptCostsTest {
  private static final String PATH = "/file";
  private static final int ATTRIBUTE = 5;
  private static final int BLOCKS = 4;
  private static final long BLOCK = 10;

  /** What a job of another namenode has measured. */
  private static final Calibration OF_ANOTHER =
      new Calibration(8, 0, 50, OptionalDouble.of(100), OptionalDouble.empty());

  private Calibration kept;
  private IOException refusal;
  private int attempts;
  private long since = 1;

  private final IndexingJobs jobs = new IndexingJobs(new OneFile(), new NoLimit(), () -> since);

  private final class OneFile implements IndexingJobs.Files {
    @Override
    public IndexingJobs.FileToIndex writable(String path, int attribute) {
      return new IndexingJobs.FileToIndex(1, BLOCKS, BLOCKS * BLOCK, BLOCK);
    }

    @Override
    public String caller() {
      return "user";
    }

    @Override
    public Calibration calibration(long fileId, int attribute) {
      return kept;
    }

    @Override
    public void keep(long fileId, int attribute, Calibration calibration) throws IOException {
      attempts++;
      if (refusal != null) {
        throw refusal;
      }
      kept = calibration;
    }
  }

  private Indexing begin(String name) throws IOException {
    Indexing job = new Indexing(name, PATH, ATTRIBUTE);
    jobs.begin(job, new Indexing.Plan(BLOCKS, BLOCKS, 1, 1, 1, 1, true, 0, 1));
    return job;
  }

  /** A task that took two seconds to read a block. */
  private void taskEnds(Indexing job) throws IOException {
    jobs.taskEnded(job, new TaskCost(TaskKind.SCAN, 2, 0, 0, 1, 0));
  }

  private static Stream<IOException> refusalsThatEnd() {
    return Stream.of(
        new SafeModeException("in safe mode"),
        new StandbyException("not active"),
        new RetriableException("in safe mode after the start"));
  }

  @ParameterizedTest
  @MethodSource("refusalsThatEnd")
  void costs_refusedForAWhile_areKeptLater(IOException forAWhile) throws Exception {
    taskEnds(begin("first"));
    refusal = forAWhile;
    jobs.keepLearned();
    assertThat(kept).isNull();
    refusal = null;
    jobs.keepLearned();
    assertThat(kept.scan()).isEqualTo(2);
  }

  @Test
  void costs_refusedByFile_areNotTriedForever() throws Exception {
    taskEnds(begin("first"));
    refusal = new IOException("the file has too many attributes");
    jobs.keepLearned();
    jobs.keepLearned();
    assertThat(attempts).isOne();
  }

  @Test
  void costs_keptByOtherNamenode_countAfterReturn() throws Exception {
    taskEnds(begin("first"));
    jobs.keepLearned();
    since = 2;
    kept = OF_ANOTHER;
    Indexing job = begin("second");
    jobs.taskEnded(job, new TaskCost(TaskKind.INDEX_SCAN, 1, 0, 0, 1, 0));
    jobs.keepLearned();
    assertThat(kept.scan()).isEqualTo(50);
    assertThat(kept.indexOverhead()).hasValue(100);
    assertThat(kept.indexScan()).hasValue(1);
  }

  @Test
  void job_begunBeforeTakeOver_isNoLongerCounted() throws Exception {
    Indexing job = begin("first");
    taskEnds(job);
    since = 2;
    kept = OF_ANOTHER;
    jobs.keepLearned();
    taskEnds(job);
    jobs.keepLearned();
    assertThat(kept).isEqualTo(OF_ANOTHER);
    assertThat(jobs.mayIndex(job, 1, 0)).isFalse();
  }
}
