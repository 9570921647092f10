// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.protocol.ClusterStatus;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;

/** Finds out whether the cluster will sort and index the replicas it receives. */
final class IndexSupport {
  /** Datanodes call the replica directory some seconds after they, or the namenode, started. */
  private static final Patience PATIENCE = new Patience(6_000, 250);

  private static final String REMEDY =
      "Set the cluster up for HAIL, or give --allow-unindexed to store unsorted replicas there.";

  private final Configuration configuration;

  IndexSupport(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * Says why some replicas would stay without an index.
   *
   * @return null if HAIL runs on the namenode and on every live datanode
   */
  PathException problem(HdfsPath target) {
    try (HailClientProtocol proxy =
        HailProxies.clientProxy(configuration, target.fileSystem().getUri())) {
      ClusterStatus status = PATIENCE.look(proxy::getStatus, IndexSupport::isEverywhere);
      if (isEverywhere(status)) {
        return null;
      }
      if (Thread.currentThread().isInterrupted()) {
        return new PathException(target, "interrupted", "");
      }
      return new PathException(
          target,
          "HAIL runs on "
              + status.hailDatanodes()
              + " of "
              + status.liveDatanodes()
              + " live datanodes, the others would store replicas without index",
          REMEDY);
    } catch (IOException unreachable) {
      return new PathException(
          target,
          "the cluster does not run HAIL: its namenode does not answer HAIL's calls ("
              + PathException.firstLine(unreachable)
              + ")",
          REMEDY,
          unreachable);
    }
  }

  private static boolean isEverywhere(ClusterStatus status) {
    return status.liveDatanodes() > 0 && status.hailDatanodes() >= status.liveDatanodes();
  }
}
