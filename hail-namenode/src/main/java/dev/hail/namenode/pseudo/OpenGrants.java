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
  /** Most open grants, in all and of one user. */
  record Bounds(int all, int ofUser) {
    static final Bounds DEFAULT = new Bounds(20_000, 10_000);
  }

  /**
   * Heap at most of an open grant, with the promise of space and the lease of its index, each grant
   * being of a file of its own.
   */
  static final int BYTES_PER_GRANT = 1_200;

  private final Bounds bounds;
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
   * @param lifeMillis after which a grant lapses
   * @param steadyMillis a clock that never steps
   */
  OpenGrants(Bounds bounds, long lifeMillis, LongSupplier steadyMillis) {
    this.bounds = bounds;
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
   * @throws IOException if too many are open
   */
  synchronized void put(long id, IndexId index, String datanodeUuid, String user)
      throws IOException {
    endLapsed();
    Open before = open.get(id);
    boolean own = before != null && before.user().equals(user);
    if (!own && ofUsers.getOrDefault(user, 0) >= bounds.ofUser()) {
      throw tooMany("user " + user + " has " + bounds.ofUser(), "a user");
    }
    if (before == null && open.size() >= bounds.all()) {
      throw tooMany("users have " + bounds.all(), "all users");
    }
    end(id);
    Open added =
        new Open(new Place(index, datanodeUuid), user, steadyMillis.getAsLong() + lifeMillis);
    open.put(id, added);
    ofUsers.merge(user, 1, Integer::sum);
    onPlaces.merge(added.place(), 1, Integer::sum);
  }

  private IOException tooMany(String who, String whose) {
    return new IOException(
        who
            + " grants to store pseudo replicas that no datanode has reported yet, the most that "
            + whose
            + " may have; a grant ends when its pseudo replica is stored, or after "
            + lifeMillis / 1_000
            + " s (hail.adaptive.use.lease)");
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
