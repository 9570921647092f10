// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Pseudo replicas counted anew, to take the place of what a ledger has in its books. */
public final class Tally {
  /** The sums by the id of the file's inode and by attribute. */
  final Map<Long, TreeMap<Integer, Stock>> stock = new HashMap<>();

  /** Bytes of all replicas, also of those whose file is not known. */
  long used;

  /** Counts a replica. */
  public void add(IndexId id, String datanodeUuid, long bytes) {
    stock
        .computeIfAbsent(id.fileId(), file -> new TreeMap<>())
        .computeIfAbsent(id.attribute(), attribute -> new Stock())
        .add(datanodeUuid, bytes);
    used += bytes;
  }

  /** Counts a replica of a file that this namenode does not know, or not yet. */
  public void addOfNoFile(long bytes) {
    used += bytes;
  }
}
