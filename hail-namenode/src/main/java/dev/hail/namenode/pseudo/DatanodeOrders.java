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
final class DatanodeOrders {
  private final LongSupplier steadyMillis;
  private final long lifeMillis;

  /** The time at which each order lapses, by datanode and id. */
  private final Map<String, Map<Long, Long>> orders = new HashMap<>();

  /** Datanodes that did not do in time what they were told. */
  private final Set<String> late = new HashSet<>();

  /**
   * No orders.
   *
   * @param steadyMillis a clock that never steps
   * @param lifeMillis after which an order lapses
   */
  DatanodeOrders(LongSupplier steadyMillis, long lifeMillis) {
    this.steadyMillis = steadyMillis;
    this.lifeMillis = lifeMillis;
  }

  synchronized void add(String datanodeUuid, long id) {
    orders
        .computeIfAbsent(datanodeUuid, uuid -> new LinkedHashMap<>())
        .put(id, steadyMillis.getAsLong() + lifeMillis);
  }

  synchronized boolean has(String datanodeUuid, long id) {
    Long until = orders.getOrDefault(datanodeUuid, Map.of()).get(id);
    return until != null && until > steadyMillis.getAsLong();
  }

  /** Notes that a datanode has done what it was told. */
  synchronized void done(String datanodeUuid, long id) {
    orders.computeIfPresent(
        datanodeUuid,
        (uuid, ofDatanode) -> {
          ofDatanode.remove(id);
          return ofDatanode.isEmpty() ? null : ofDatanode;
        });
  }

  /** The oldest orders of a datanode. */
  synchronized long[] of(String datanodeUuid, int most) {
    Map<Long, Long> ofDatanode = orders.get(datanodeUuid);
    if (ofDatanode == null) {
      return new long[0];
    }
    endLapsed(datanodeUuid, ofDatanode);
    return ofDatanode.keySet().stream().mapToLong(Long::longValue).limit(most).toArray();
  }

  /** Ends what has lapsed. A datanode that never returns does not ask for its orders. */
  synchronized void endLapsed() {
    orders.forEach(this::endLapsed);
    orders.values().removeIf(Map::isEmpty);
  }

  private void endLapsed(String datanodeUuid, Map<Long, Long> ofDatanode) {
    long now = steadyMillis.getAsLong();
    if (ofDatanode.values().removeIf(until -> until <= now)) {
      late.add(datanodeUuid);
    }
  }

  /** Whether orders of a datanode have lapsed since {@link #forgetLapsed}. */
  synchronized boolean haveLapsed(String datanodeUuid) {
    return late.contains(datanodeUuid);
  }

  /** Forgets that orders of a datanode have lapsed. */
  synchronized void forgetLapsed(String datanodeUuid) {
    late.remove(datanodeUuid);
  }

  /** Number of orders that are not done. */
  synchronized int size() {
    return orders.values().stream().mapToInt(Map::size).sum();
  }
}
