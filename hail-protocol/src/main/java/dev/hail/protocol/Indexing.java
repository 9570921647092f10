// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.protocol.proto.HailProtos.IndexingProto;
import java.util.Objects;

/**
 * The indexing of one file by one job (thesis, section 3.6).
 *
 * @param job unique name from the job's planner, at most 128 characters
 * @param path absolute path of the file, without scheme and authority
 * @param sortAttribute position of the attribute, from 1
 */
public record Indexing(String job, String path, int sortAttribute) {
  /** Most characters of a job's name: namenodes remember many jobs, of any user. */
  private static final int LONGEST_JOB = 128;

  /** Most characters of a path; HDFS has no longer paths. */
  private static final int LONGEST_PATH = 8_000;

  public Indexing {
    Objects.requireNonNull(job, "job is null");
    Objects.requireNonNull(path, "path is null");
    if (job.length() > LONGEST_JOB || path.length() > LONGEST_PATH) {
      throw new IllegalArgumentException(
          "a job's name of "
              + job.length()
              + " characters and a path of "
              + path.length()
              + ": at most "
              + LONGEST_JOB
              + " and "
              + LONGEST_PATH);
    }
  }

  /** How a map task read its blocks. */
  public enum TaskKind {
    /** The task read all of them by index. */
    INDEX_SCAN,
    /** The task read at least one whole and indexed none. */
    SCAN,
    /** The task read at least one whole and indexed it. */
    SCAN_AND_INDEX
  }

  /**
   * The cost of a map task that succeeded.
   *
   * @param kind how the task read its blocks
   * @param seconds duration of the task, 1e-6 to 1e9, including the start of its JVM
   * @param startSeconds time before the task's first block, 0 to {@code seconds}
   * @param indexingSeconds time spent sorting and storing blocks, possibly while mapping others, 0
   *     to 1e9
   * @param blocks number of blocks without those in {@code beside}, at least 1
   * @param indexed number of these blocks that the task indexed; at least 1 for SCAN_AND_INDEX,
   *     otherwise 0
   * @param beside number of further blocks read by index; 0 for INDEX_SCAN
   * @param besideSeconds time for the further blocks, 0 to {@code seconds - startSeconds}
   */
  public record TaskCost(
      TaskKind kind,
      double seconds,
      double startSeconds,
      double indexingSeconds,
      int blocks,
      int indexed,
      int beside,
      double besideSeconds) {
    private static final double LEAST = 1e-6;

    /** Keeps sums of squares far from the limits of a double. */
    private static final double MOST = 1e9;

    public TaskCost {
      Objects.requireNonNull(kind, "kind is null");
      boolean times =
          seconds >= LEAST
              && seconds <= MOST
              && startSeconds >= 0
              && startSeconds <= seconds
              && indexingSeconds >= 0
              && indexingSeconds <= MOST
              && besideSeconds >= 0
              && besideSeconds <= seconds - startSeconds;
      boolean numbers =
          blocks >= 1
              && indexed >= 0
              && indexed <= blocks
              && (indexed > 0) == (kind == TaskKind.SCAN_AND_INDEX)
              && beside >= 0
              && (beside == 0 || kind != TaskKind.INDEX_SCAN)
              && (beside > 0 || besideSeconds == 0);
      if (!times || !numbers) {
        throw new IllegalArgumentException(
            "no cost of a task: "
                + seconds
                + " s, of them "
                + startSeconds
                + " s before its first block and "
                + indexingSeconds
                + " s of indexing; "
                + indexed
                + " of "
                + blocks
                + " blocks indexed, "
                + besideSeconds
                + " s for "
                + beside
                + " more by index, "
                + kind);
      }
    }

    /** The cost of a task whose blocks are all of one kind. */
    public TaskCost(
        TaskKind kind,
        double seconds,
        double startSeconds,
        double indexingSeconds,
        int blocks,
        int indexed) {
      this(kind, seconds, startSeconds, indexingSeconds, blocks, indexed, 0, 0);
    }

    /** Seconds per block, without the start of the task and the further blocks; at least 0. */
    public double secondsPerBlock() {
      return (seconds - startSeconds - besideSeconds) / blocks;
    }
  }

  /**
   * A job's plan for one of the files that it may index. A job announces one plan per file. The
   * namenode adds up the blocks of all plans; their other fields are equal.
   *
   * @param blocks blocks of the file
   * @param unindexed blocks without an index that fits the job's filter
   * @param slots map tasks that run at the same time, at least 1
   * @param blocksPerTask blocks that a task reads whole, at least 1
   * @param indexTasks most tasks that read blocks by index alone, 0 to {@code slots}; if fewer than
   *     {@code slots}, other tasks take a share of these blocks
   * @param rate share of the blocks to index, 0 to 1; eager jobs use it only for the first job
   * @param eager whether the cost of earlier jobs determines the rate
   * @param target wanted runtime in seconds; 0 for the runtime of the first job
   * @param selectivityMax greatest selectivity at which a block is indexed, 0 to 1
   */
  public record Plan(
      int blocks,
      int unindexed,
      int slots,
      int blocksPerTask,
      int indexTasks,
      double rate,
      boolean eager,
      double target,
      double selectivityMax) {
    public Plan {
      boolean sensible =
          blocks >= 0
              && unindexed >= 0
              && unindexed <= blocks
              && slots >= 1
              && blocksPerTask >= 1
              && indexTasks >= 0
              && indexTasks <= slots
              && rate >= 0
              && rate <= 1
              && target >= 0
              && selectivityMax >= 0
              && selectivityMax <= 1;
      if (!sensible) {
        throw new IllegalArgumentException(
            "no plan of a job: "
                + unindexed
                + " of "
                + blocks
                + " blocks without index, "
                + slots
                + " slots, "
                + blocksPerTask
                + " blocks per task, "
                + indexTasks
                + " tasks by index, rate "
                + rate
                + ", target "
                + target
                + " s, selectivity "
                + selectivityMax);
      }
    }
  }

  IndexingProto toProto() {
    return IndexingProto.newBuilder()
        .setJob(job)
        .setPath(path)
        .setSortAttribute(sortAttribute)
        .build();
  }

  /** The indexing that a message names. */
  public static Indexing fromProto(IndexingProto proto) {
    return new Indexing(proto.getJob(), proto.getPath(), proto.getSortAttribute());
  }
}
