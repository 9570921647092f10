// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.protocol.Heartbeat;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps one namenode informed of one datanode, a message at a time, by the rules of {@code
 * NamenodeReporter} in hail-datanode.
 */
final class ModelReporter {
  private static final int CHUNK = 2;
  private static final long[] NONE = {};

  /** What becomes of a call. */
  enum Fate {
    ANSWERED,
    REQUEST_LOST,
    ANSWER_LOST
  }

  private interface Call<T> {
    T answer() throws IOException;
  }

  private final ModelDatanode datanode;
  private final ModelNamenode namenode;

  /** Replicas that came, empty for those that went, by id. */
  private final Map<Long, Optional<ReplicaInfo>> pending = new LinkedHashMap<>();

  private long reportedEpoch;

  /** What a full report still has to name; null if none is under way. */
  private List<ReplicaInfo> report;

  private long reportEpoch;

  /** The answer that asked for the report, obeyed after it. */
  private Heartbeat asked;

  private boolean begun;
  private boolean sending;

  ModelReporter(ModelDatanode datanode, ModelNamenode namenode) {
    this.datanode = datanode;
    this.namenode = namenode;
  }

  void add(long id, ReplicaInfo replica) {
    pending.remove(id);
    pending.put(id, Optional.ofNullable(replica));
  }

  /** The datanode ends. */
  void clear() {
    pending.clear();
    report = null;
    sending = false;
    reportedEpoch = 0;
  }

  boolean isIdle() {
    return pending.isEmpty() && report == null && reportedEpoch == namenode.service().epoch();
  }

  /** Sends the next message: a part of a full report, else what changed. */
  void tell(Fate fate) {
    if (report != null) {
      if (sending) {
        sendPart(fate);
      }
      return;
    }
    List<ReplicaInfo> added = new ArrayList<>();
    List<Long> removed = new ArrayList<>();
    pending.forEach((id, replica) -> replica.ifPresentOrElse(added::add, () -> removed.add(id)));
    if (pending.isEmpty()) {
      return;
    }
    try {
      long[] ids = removed.stream().mapToLong(Long::longValue).toArray();
      call(fate, () -> report(false, false, added, ids));
      pending.clear();
    } catch (IOException e) {
      // All is sent again.
    }
  }

  /** Sends a heartbeat, unless a report is being sent, and does what the namenode wants. */
  void beat(Fate fate) {
    if (sending) {
      sendPart(fate);
      return;
    }
    try {
      Heartbeat answer =
          call(
              fate,
              () ->
                  namenode
                      .datanodes()
                      .heartbeat(ModelNamenode.POOL, datanode.uuid, reportedEpoch, true));
      if (answer.fullReportWanted()) {
        if (report == null || reportEpoch != answer.epoch()) {
          pending.clear();
          report = datanode.replicas();
          reportEpoch = answer.epoch();
          reportedEpoch = 0;
          begun = false;
        }
        sending = true;
        asked = answer;
      } else {
        datanode.obey(namenode, answer);
      }
    } catch (IOException e) {
      // The next heartbeat asks again.
    }
  }

  private void sendPart(Fate fate) {
    List<ReplicaInfo> part = report.subList(0, Math.min(CHUNK, report.size()));
    boolean last = part.size() == report.size();
    try {
      long epoch = call(fate, () -> report(!begun, last, part, NONE));
      begun = true;
      report = report.subList(part.size(), report.size());
      if (last || epoch != reportEpoch) {
        reportedEpoch = epoch == reportEpoch ? epoch : 0;
        report = null;
        sending = false;
        datanode.obey(namenode, asked);
      }
    } catch (IOException e) {
      sending = false;
    }
  }

  private long report(boolean begins, boolean ends, List<ReplicaInfo> added, long[] removed)
      throws IOException {
    return namenode
        .datanodes()
        .report(ModelNamenode.POOL, datanode.uuid, begins, ends, added, removed);
  }

  private <T> T call(Fate fate, Call<T> call) throws IOException {
    if (fate == Fate.REQUEST_LOST || !datanode.isReachable()) {
      throw new IOException("the request is lost");
    }
    T answer = call.answer();
    if (fate == Fate.ANSWER_LOST) {
      throw new IOException("the answer is lost");
    }
    return answer;
  }
}
