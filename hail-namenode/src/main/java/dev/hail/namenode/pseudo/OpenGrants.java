// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.namenode.space.IndexId;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Grants whose replica no datanode has reported yet, within bounds. Tasks make replicas one by one,
 * so more are left by jobs that died, or by somebody of ill will. Thread-safe.
 */
final class OpenGrants {
  /**
   * Most open grants. A user gets no more than are left for all: one alone gets half of them, the
   * next one a quarter. So users who act together leave some to others.
   */
  static final int MOST = 20_000;

  /**
   * Heap at most of an open grant, with the promise of space and the lease of its index, each grant
   * being of a file of its own.
   */
  static final int BYTES_PER_GRANT = 1_200;

  private final int most;
  private final long lifeMillis;
  private final LongSupplier steadyMillis;

  /** The grants by the id of the replica, the oldest first. */
  private final Map<Long, Open> open = new LinkedHashMap<>();

  private final Map<String, Integer> ofUsers = new HashMap<>();
  private final Map<Place, Integer> onPlaces = new HashMap<>();

  /** Where replicas of an index are about to come. */
  private record Place(IndexId index, String datanodeUuid) {}

  /** A grant to a user, until it lapses. */
  private record Open(Place place, String user, long untilMillis) {}

  /**
   * No grants.
   *
   * @param most open grants at most
   * @param lifeMillis after which a grant lapses
   * @param steadyMillis a clock that never steps
   */
  OpenGrants(int most, long lifeMillis, LongSupplier steadyMillis) {
    this.most = most;
    this.lifeMillis = lifeMillis;
    this.steadyMillis = steadyMillis;
  }

  /** The datanode that is about to get a replica; null if none is. */
  synchronized String datanodeOf(long id) {
    endLapsed();
    Open grant = open.get(id);
    return grant == null ? null : grant.place().datanodeUuid();
  }

  /** How many replicas of an index a datanode is about to get. */
  synchronized int on(IndexId index, String datanodeUuid) {
    return onPlaces.getOrDefault(new Place(index, datanodeUuid), 0);
  }

  /**
   * Opens a grant, in place of an earlier one of the same replica.
   *
   * @param id of the replica
   * @param user who asked for it
   * @throws IOException if the user has as many as are left
   */
  synchronized void put(long id, IndexId index, String datanodeUuid, String user)
      throws IOException {
    endLapsed();
    Open before = open.get(id);
    boolean own = before != null && before.user().equals(user);
    int left = most - open.size() + (before == null ? 0 : 1);
    int has = ofUsers.getOrDefault(user, 0);
    if (!own && has >= left) {
      throw new IOException(
          "user "
              + user
              + " has "
              + has
              + " grants to store pseudo replicas that no datanode has reported yet, and "
              + left
              + " are left for all users; a user gets no more than are left. A grant ends when its"
              + " pseudo replica is stored, or after "
              + lifeMillis / 1_000
              + " s (hail.adaptive.use.lease)");
    }
    end(id);
    Open added =
        new Open(new Place(index, datanodeUuid), user, steadyMillis.getAsLong() + lifeMillis);
    open.put(id, added);
    ofUsers.merge(user, 1, Integer::sum);
    onPlaces.merge(added.place(), 1, Integer::sum);
  }

  /** Ends a grant, if there is one: a datanode reported the replica, or it got no room. */
  synchronized void end(long id) {
    Open ended = open.remove(id);
    if (ended != null) {
      uncount(ended);
    }
  }

  private void endLapsed() {
    long now = steadyMillis.getAsLong();
    Iterator<Open> oldest = open.values().iterator();
    while (oldest.hasNext()) {
      Open first = oldest.next();
      if (first.untilMillis() > now) {
        return;
      }
      oldest.remove();
      uncount(first);
    }
  }

  private void uncount(Open ended) {
    ofUsers.computeIfPresent(ended.user(), (user, number) -> number == 1 ? null : number - 1);
    onPlaces.computeIfPresent(ended.place(), (place, number) -> number == 1 ? null : number - 1);
  }

  /** Number of grants that are open. */
  synchronized int size() {
    endLapsed();
    return open.size();
  }
}
