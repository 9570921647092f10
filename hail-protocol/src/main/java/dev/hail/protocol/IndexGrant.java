// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What the namenode says to the wish to store a pseudo block replica.
 *
 * @param target where it goes; null unless it is granted
 * @param fullBudget the budget that has no room; null unless that is the outcome
 * @param evicted what made room for it
 */
public record IndexGrant(
    Outcome outcome, Target target, FullBudget fullBudget, List<Evicted> evicted) {
  public IndexGrant {
    if ((outcome == Outcome.NO_ROOM) != (fullBudget != null)) {
      throw new IllegalArgumentException(outcome + " for a full budget: " + fullBudget);
    }
    if ((outcome == Outcome.GRANTED) != (target != null)) {
      throw new IllegalArgumentException(outcome + " for a target: " + target);
    }
    evicted = List.copyOf(evicted);
  }

  /** What became of the wish. */
  public enum Outcome {
    /** It may be sent to the target. */
    GRANTED,
    /** There is one of that block and order. */
    ALREADY_THERE,
    /** The budget has no room, and no index is worth less. */
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
   * A datanode that is to take a pseudo replica.
   *
   * @param blockPoolId pool of the block
   * @param datanodeUuid its uuid
   * @param ipAddress its address
   * @param host its name
   * @param port at which it sends and receives blocks
   * @param token permission to write it, as text; empty where there are no block tokens
   */
  public record Target(
      String blockPoolId,
      String datanodeUuid,
      String ipAddress,
      String host,
      int port,
      String token) {
    public Target {
      Objects.requireNonNull(blockPoolId, "blockPoolId is null");
      Objects.requireNonNull(datanodeUuid, "datanodeUuid is null");
      Objects.requireNonNull(ipAddress, "ipAddress is null");
      Objects.requireNonNull(host, "host is null");
      Objects.requireNonNull(token, "token is null");
    }
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

  /** Permission to send a replica. */
  public static IndexGrant granted(Target target, List<Evicted> evicted) {
    return new IndexGrant(Outcome.GRANTED, target, null, evicted);
  }

  /** There is one already. */
  public static IndexGrant alreadyThere() {
    return new IndexGrant(Outcome.ALREADY_THERE, null, null, List.of());
  }

  /** A budget is full. */
  public static IndexGrant noRoom(FullBudget full) {
    return new IndexGrant(Outcome.NO_ROOM, null, full, List.of());
  }

  /**
   * The same, when an earlier grant of the same wish was of no use.
   *
   * @param earlier what made room then
   */
  public IndexGrant after(List<Evicted> earlier) {
    List<Evicted> all = new ArrayList<>(earlier);
    all.addAll(evicted);
    return new IndexGrant(outcome, target, fullBudget, all);
  }

  /** Whether it may be sent. */
  public boolean isGranted() {
    return outcome == Outcome.GRANTED;
  }
}
