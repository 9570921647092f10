// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.HashMap;
import java.util.Map;

/** The sums of the pseudo replicas of one index. Not thread-safe. */
final class Stock {
  /** Number of replicas by the uuid of their datanode; none is 0. */
  private final Map<String, Integer> byDatanode = new HashMap<>();

  private int replicas;
  private long bytes;

  void add(String datanodeUuid, long more) {
    replicas++;
    bytes += more;
    byDatanode.merge(datanodeUuid, 1, Integer::sum);
  }

  /** Takes a replica out; false if there is none on that datanode, so that nothing changes. */
  boolean remove(String datanodeUuid, long less) {
    if (on(datanodeUuid) == 0) {
      return false;
    }
    replicas--;
    bytes -= less;
    byDatanode.computeIfPresent(datanodeUuid, (uuid, count) -> count == 1 ? null : count - 1);
    return true;
  }

  int replicas() {
    return replicas;
  }

  long bytes() {
    return bytes;
  }

  int on(String datanodeUuid) {
    return byDatanode.getOrDefault(datanodeUuid, 0);
  }
}
