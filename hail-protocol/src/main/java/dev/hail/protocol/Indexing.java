// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.protocol.proto.HailProtos.IndexingProto;
import java.util.Objects;

/**
 * Which blocks a job indexes, and how (thesis, section 3.6).
 *
 * @param job what the job's planner called it, unlike any other; at most 128 characters
 * @param path absolute path of the file, without scheme and authority
 * @param sortAttribute position of the attribute, from 1
 */
public record Indexing(String job, String path, int sortAttribute) {
  /** Namenodes remember many jobs, of anybody, and must not remember as much as that likes. */
  private static final int LONGEST_JOB = 128;

  /** Longer ones do not exist on HDFS. */
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

  /** What a map task did with its blocks. */
  public enum TaskKind {
    /** It read them by index. */
    INDEX_SCAN,
    /** It read at least one whole, and indexed none. */
    SCAN,
    /** It read at least one whole and indexed it. */
    SCAN_AND_INDEX
  }

  /**
   * What a map task cost that ended well.
   *
   * @param kind what it did with its blocks
   * @param seconds how long it took, 1e-6 to 1e9, the start of its virtual machine included
   * @param startSeconds how much of that was before its first block, 0 to {@code seconds}
   * @param indexingSeconds for how long it sorted and stored blocks, also while it mapped others, 0
   *     to 1e9
   * @param blocks number of its blocks without {@code beside}, at least 1
   * @param indexed number of those that it indexed, at least 1 if it is of that kind, else 0
   * @param beside number of further blocks that it read by index; 0 if it read all by index
   * @param besideSeconds time for these, 0 to {@code seconds - startSeconds}
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

    /** Sums of squares stay far from what a double holds. */
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

    /** The same of a task whose blocks are all of one kind. */
    public TaskCost(
        TaskKind kind,
        double seconds,
        double startSeconds,
        double indexingSeconds,
        int blocks,
        int indexed) {
      this(kind, seconds, startSeconds, indexingSeconds, blocks, indexed, 0, 0);
    }

    /** Seconds for a block, without the start of the task and the blocks beside; 0 or more. */
    public double secondsPerBlock() {
      return (seconds - startSeconds - besideSeconds) / blocks;
    }
  }

  /**
   * What a job that may index a file says of itself when it is planned. It says so of each of its
   * files: their blocks are added up, all else is the same for all.
   *
   * @param blocks blocks of the file
   * @param unindexed those of them without an index that fits the job's filter
   * @param slots map tasks that run at the same time, at least 1
   * @param blocksPerTask blocks that a task reads whole, at least 1
   * @param indexTasks tasks at most that read blocks by index alone, 0 to {@code slots}; unless
   *     they are as many as the slots, tasks that read blocks whole share such blocks
   * @param rate share of the blocks to index, 0 to 1; for an eager job only that of the first one
   * @param eager whether the rate is to follow from what jobs cost
   * @param target runtime wanted in seconds; 0 for that of the first job
   * @param selectivityMax greatest share of qualifying rows at which a block is indexed, 0 to 1
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

  /** What a message is about. */
  public static Indexing fromProto(IndexingProto proto) {
    return new Indexing(proto.getJob(), proto.getPath(), proto.getSortAttribute());
  }
}
