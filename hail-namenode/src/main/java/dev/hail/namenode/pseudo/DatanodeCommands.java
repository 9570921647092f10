// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What datanodes are to do with single pseudo replicas, told with their heartbeats until they have
 * done it or it has lapsed. Thread-safe.
 */
final class DatanodeCommands {
  private final LongSupplier steadyMillis;
  private final long lifeMillis;

  /** The time at which each command lapses, by datanode and id. */
  private final Map<String, Map<Long, Long>> commands = new HashMap<>();

  /** Datanodes that did not do in time what they were told. */
  private final Set<String> late = new HashSet<>();

  /**
   * No commands.
   *
   * @param steadyMillis a clock that never steps
   * @param lifeMillis after which a command lapses
   */
  DatanodeCommands(LongSupplier steadyMillis, long lifeMillis) {
    this.steadyMillis = steadyMillis;
    this.lifeMillis = lifeMillis;
  }

  synchronized void add(String datanodeUuid, long id) {
    commands
        .computeIfAbsent(datanodeUuid, uuid -> new LinkedHashMap<>())
        .put(id, steadyMillis.getAsLong() + lifeMillis);
  }

  synchronized boolean has(String datanodeUuid, long id) {
    Long until = commands.getOrDefault(datanodeUuid, Map.of()).get(id);
    return until != null && until > steadyMillis.getAsLong();
  }

  /** Notes that a datanode has done what it was told. */
  synchronized void done(String datanodeUuid, long id) {
    commands.computeIfPresent(
        datanodeUuid,
        (uuid, ofDatanode) -> {
          ofDatanode.remove(id);
          return ofDatanode.isEmpty() ? null : ofDatanode;
        });
  }

  /** The oldest commands of a datanode. */
  synchronized long[] of(String datanodeUuid, int most) {
    Map<Long, Long> ofDatanode = commands.get(datanodeUuid);
    if (ofDatanode == null) {
      return new long[0];
    }
    endLapsed(datanodeUuid, ofDatanode);
    return ofDatanode.keySet().stream().mapToLong(Long::longValue).limit(most).toArray();
  }

  /** Ends what has lapsed. A datanode that never returns does not ask for its commands. */
  synchronized void endLapsed() {
    commands.forEach(this::endLapsed);
    commands.values().removeIf(Map::isEmpty);
  }

  private void endLapsed(String datanodeUuid, Map<Long, Long> ofDatanode) {
    long now = steadyMillis.getAsLong();
    if (ofDatanode.values().removeIf(until -> until <= now)) {
      late.add(datanodeUuid);
    }
  }

  /** Whether commands of a datanode have lapsed since {@link #forgetLapsed}. */
  synchronized boolean haveLapsed(String datanodeUuid) {
    return late.contains(datanodeUuid);
  }

  /** Forgets that commands of a datanode have lapsed. */
  synchronized void forgetLapsed(String datanodeUuid) {
    late.remove(datanodeUuid);
  }

  /** Number of commands that are not done. */
  synchronized int size() {
    return commands.values().stream().mapToInt(Map::size).sum();
  }
}
