// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.Arrays;

/**
 * The namenode's answer to a datanode's heartbeat.
 *
 * @param epoch incarnation of the replica directory
 * @param fullReportWanted the datanode must send all its replicas again, and it is its turn; one
 *     that owes a report and is not told so asks again with its next heartbeat
 * @param reorderBlockIds blocks whose replica on this datanode should be sorted by an attribute
 *     that no replica is sorted by
 */
@SuppressWarnings("ArrayRecordComponent") // cloned in and out, compared by content
public record Heartbeat(long epoch, boolean fullReportWanted, long[] reorderBlockIds) {
  public Heartbeat {
    reorderBlockIds = reorderBlockIds.clone();
  }

  @Override
  public long[] reorderBlockIds() {
    return reorderBlockIds.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Heartbeat that
        && epoch == that.epoch
        && fullReportWanted == that.fullReportWanted
        && Arrays.equals(reorderBlockIds, that.reorderBlockIds);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(epoch) * 31 + Arrays.hashCode(reorderBlockIds);
  }
}
