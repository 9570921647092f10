// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import java.util.Arrays;

/**
 * The namenode's answer to a datanode's heartbeat.
 *
 * @param epoch epoch of the replica directory
 * @param fullReportWanted true if the datanode must send a full report at once; if false, a
 *     datanode that owes one waits for a later heartbeat
 * @param resortBlockIds blocks whose replica on this datanode should be sorted by an attribute that
 *     no replica is sorted by
 * @param droppedPseudoIds pseudo replicas that this datanode should drop
 * @param suspectedPseudoIds pseudo replicas whose checksums this datanode should verify
 */
@SuppressWarnings("ArrayRecordComponent") // cloned in and out, compared by content
public record Heartbeat(
    long epoch,
    boolean fullReportWanted,
    long[] resortBlockIds,
    long[] droppedPseudoIds,
    long[] suspectedPseudoIds) {
  private static final long[] NONE = {};

  public Heartbeat {
    resortBlockIds = resortBlockIds.clone();
    droppedPseudoIds = droppedPseudoIds.clone();
    suspectedPseudoIds = suspectedPseudoIds.clone();
  }

  /** An answer without pseudo replicas. */
  public Heartbeat(long epoch, boolean fullReportWanted, long[] resortBlockIds) {
    this(epoch, fullReportWanted, resortBlockIds, NONE, NONE);
  }

  @Override
  public long[] resortBlockIds() {
    return resortBlockIds.clone();
  }

  @Override
  public long[] droppedPseudoIds() {
    return droppedPseudoIds.clone();
  }

  @Override
  public long[] suspectedPseudoIds() {
    return suspectedPseudoIds.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Heartbeat that
        && epoch == that.epoch
        && fullReportWanted == that.fullReportWanted
        && Arrays.equals(resortBlockIds, that.resortBlockIds)
        && Arrays.equals(droppedPseudoIds, that.droppedPseudoIds)
        && Arrays.equals(suspectedPseudoIds, that.suspectedPseudoIds);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(epoch) * 31 + Arrays.hashCode(resortBlockIds);
  }
}
