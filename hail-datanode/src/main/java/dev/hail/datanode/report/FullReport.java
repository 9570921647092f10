// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.util.List;

/**
 * A report of all replicas on its way to one namenode, in chunks. It knows how far it got, so a
 * chunk that fails is sent again and those before it are not.
 */
final class FullReport {
  private static final long[] NONE = {};

  private final List<ReplicaInfo> all;
  private final long epoch;
  private final int chunk;
  private int sent;
  private boolean ended;

  /**
   * A report that begins with its next chunk.
   *
   * @param all what the report names, not changed any more
   * @param epoch of the directory that the report is for
   * @param chunk most replicas in one message
   */
  FullReport(List<ReplicaInfo> all, long epoch, int chunk) {
    this.all = all;
    this.epoch = epoch;
    this.chunk = chunk;
  }

  /** Whether the report is for this epoch of the directory. */
  boolean isFor(long directoryEpoch) {
    return epoch == directoryEpoch;
  }

  /** Whether the last chunk was taken. */
  boolean hasEnded() {
    return ended;
  }

  /** Number of replicas the report names. */
  int size() {
    return all.size();
  }

  /**
   * Sends what is missing.
   *
   * @return whether the directory took it; if not it is another one by now
   * @throws IOException if a chunk was not taken; the next call begins with that chunk
   */
  boolean send(HailDatanodeProtocol namenode, String blockPoolId, String datanodeUuid)
      throws IOException {
    while (!ended) {
      int end = Math.min(all.size(), sent + chunk);
      boolean last = end == all.size();
      long answered =
          namenode.report(blockPoolId, datanodeUuid, sent == 0, last, all.subList(sent, end), NONE);
      if (answered != epoch) {
        return false;
      }
      sent = end;
      ended = last;
    }
    return true;
  }
}
