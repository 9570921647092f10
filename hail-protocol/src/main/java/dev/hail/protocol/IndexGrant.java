// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The namenode's answer to a request to store a pseudo replica.
 *
 * @param target datanode to send the pseudo replica to; null unless granted
 * @param fullBudget the budget without room; null unless the outcome is NO_ROOM
 * @param evicted pseudo replicas removed to make room
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

  /** The outcome of the request. */
  public enum Outcome {
    /** The pseudo replica may be sent to the target. */
    GRANTED,
    /** The block already has a pseudo replica in this order. */
    ALREADY_THERE,
    /** The budget has no room, and no index has less benefit. */
    NO_ROOM
  }

  /** The pseudo replicas that share a budget of space. */
  public enum Budget {
    /** The pseudo replicas of one file. */
    FILE,
    /** The pseudo replicas of the cluster. */
    CLUSTER
  }

  /**
   * A datanode that is to store a pseudo replica.
   *
   * @param blockPoolId pool of the block
   * @param datanodeUuid uuid of the datanode
   * @param ipAddress IP address of the datanode
   * @param host host name of the datanode
   * @param port port at which the datanode sends and receives blocks
   * @param token permission to write the pseudo replica, as text; empty without block tokens
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
   * A budget without room.
   *
   * @param bytes size of the budget
   */
  public record FullBudget(Budget budget, long bytes) {
    public FullBudget {
      Objects.requireNonNull(budget, "budget is null");
    }
  }

  /**
   * Pseudo replicas in one order that were removed to make room.
   *
   * @param path path of the file of the index; empty if the caller may not read the file
   * @param attribute name of the attribute, or {@code @n} if the file has no schema
   * @param replicas number of pseudo replicas
   * @param bytes bytes that the pseudo replicas took
   */
  public record Evicted(String path, String attribute, int replicas, long bytes) {
    public Evicted {
      Objects.requireNonNull(path, "path is null");
      Objects.requireNonNull(attribute, "attribute is null");
    }
  }

  /** A grant to send a pseudo replica. */
  public static IndexGrant granted(Target target, List<Evicted> evicted) {
    return new IndexGrant(Outcome.GRANTED, target, null, evicted);
  }

  /** An answer for a pseudo replica that already exists. */
  public static IndexGrant alreadyThere() {
    return new IndexGrant(Outcome.ALREADY_THERE, null, null, List.of());
  }

  /** An answer for a full budget. */
  public static IndexGrant noRoom(FullBudget full) {
    return new IndexGrant(Outcome.NO_ROOM, null, full, List.of());
  }

  /**
   * This answer, together with what an earlier, unused grant of the same request removed.
   *
   * @param earlier pseudo replicas that the earlier grant removed
   */
  public IndexGrant after(List<Evicted> earlier) {
    List<Evicted> all = new ArrayList<>(earlier);
    all.addAll(evicted);
    return new IndexGrant(outcome, target, fullBudget, all);
  }

  /** Whether the pseudo replica may be sent. */
  public boolean isGranted() {
    return outcome == Outcome.GRANTED;
  }
}
