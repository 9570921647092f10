// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.List;
import java.util.Objects;

/**
 * A file that its writer wants to become a pseudo block replica (thesis, section 3.5.3).
 *
 * @param path absolute path of the file whose block it is of, without scheme and authority
 * @param blockId HDFS block id of that block
 * @param generationStamp generation stamp of that block when it was read
 * @param sortAttribute position, from 1, of the attribute the staged rows are sorted by
 * @param stagedPath absolute path of the staged file, without scheme and authority
 */
public record Publication(
    String path, long blockId, long generationStamp, int sortAttribute, String stagedPath) {
  public Publication {
    Objects.requireNonNull(path, "path is null");
    Objects.requireNonNull(stagedPath, "stagedPath is null");
  }

  /** What became of it. */
  public enum Outcome {
    /** It is a replica now; the staged file has moved. */
    PUBLISHED,
    /** There is one already; the staged file is gone. */
    ALREADY_THERE,
    /** No datanode has told of the staged file's block yet: ask again. */
    NOT_REPORTED,
    /** The budget has no room, and no index is worth less; the staged file is gone. */
    NO_ROOM
  }

  /** Over whose pseudo replicas a budget of space is. */
  public enum Budget {
    /** Those of one file. */
    FILE,
    /** All of them. */
    CLUSTER
  }

  /**
   * A budget that has no room.
   *
   * @param bytes what it allows
   */
  public record FullBudget(Budget budget, long bytes) {
    public FullBudget {
      Objects.requireNonNull(budget, "budget is null");
    }
  }

  /**
   * Pseudo replicas in one order that were removed to make room.
   *
   * @param path of the file whose index it was; empty if the caller may not read it
   * @param attribute name of the attribute, or {@code @n} if the file has no schema
   * @param replicas their number
   * @param bytes what they took
   */
  public record Evicted(String path, String attribute, int replicas, long bytes) {
    public Evicted {
      Objects.requireNonNull(path, "path is null");
      Objects.requireNonNull(attribute, "attribute is null");
    }
  }

  /**
   * What the namenode says to a publication.
   *
   * @param fullBudget the budget that has no room; null unless that is the outcome
   * @param evicted what made room for it
   */
  public record Answer(Outcome outcome, FullBudget fullBudget, List<Evicted> evicted) {
    public Answer {
      if ((outcome == Outcome.NO_ROOM) != (fullBudget != null)) {
        throw new IllegalArgumentException(outcome + " for a full budget: " + fullBudget);
      }
      evicted = List.copyOf(evicted);
    }

    /** Nothing was evicted, and no budget is full. */
    public static Answer of(Outcome outcome) {
      return new Answer(outcome, null, List.of());
    }

    /** Whether there is a new replica. */
    public boolean isPublished() {
      return outcome == Outcome.PUBLISHED;
    }
  }
}
