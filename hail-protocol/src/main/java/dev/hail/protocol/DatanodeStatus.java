// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the replica directory knows of one datanode.
 *
 * @param datanodeUuid uuid the datanode registered with
 * @param host host name of the datanode and its port for data, such as {@code node-1:9866}
 * @param reported whether it completed a full report in the current epoch
 * @param replicas number of HAIL replicas by sort attribute; 0 is the key of unsorted ones
 */
public record DatanodeStatus(
    String datanodeUuid, String host, boolean reported, SortedMap<Integer, Long> replicas) {
  public DatanodeStatus {
    replicas = Collections.unmodifiableSortedMap(new TreeMap<>(replicas));
  }
}
