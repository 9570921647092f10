// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.PathException;
import dev.hail.conf.HailConfigKeys;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The replicas of one block that failed, each with its reason. */
final class ReplicaFailures {
  private static final Logger LOG = LoggerFactory.getLogger(BlockScan.class);

  private final HailFile file;
  private final HailBlock block;
  private final List<String> reasons = new ArrayList<>();
  private final List<IOException> causes = new ArrayList<>();

  ReplicaFailures(HailFile file, HailBlock block) {
    this.file = file;
    this.block = block;
  }

  void add(Candidate candidate, IOException failure) {
    LOG.warn(
        "{}, {}: replica on {} given up: {}",
        file,
        block,
        candidate,
        PathException.firstLine(failure));
    LOG.debug("It was given up here", failure);
    reasons.add(candidate + ": " + PathException.firstLine(failure));
    causes.add(failure);
  }

  int count() {
    return reasons.size();
  }

  IOException allFailed() {
    return failure(
        reasons.isEmpty()
            ? "no datanode holds a replica"
            : "none of " + reasons.size() + " replicas can be read: " + String.join("; ", reasons));
  }

  IOException midBlock(long rows, int failoverBytes) {
    return failure(
        "a replica failed after "
            + rows
            + " rows were handed out, and no other has the same row order: "
            + String.join("; ", reasons)
            + ". Run it again, or raise "
            + HailConfigKeys.READ_FAILOVER_BUFFER_MAX
            + " and the heap: "
            + failoverBytes
            + " bytes did not hold the selection");
  }

  private IOException failure(String what) {
    IOException exception = new IOException(file + ", " + block + ": " + what);
    causes.forEach(exception::addSuppressed);
    return exception;
  }
}
