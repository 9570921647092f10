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
  /** Datanodes that have just started need a moment to report. */
  private static final int PATIENCE_MILLIS = 6_000;

  private static final int PAUSE_MILLIS = 250;
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
    int waited = 0;
    try (HailClientProtocol proxy =
        HailProxies.clientProxy(configuration, target.fileSystem().getUri())) {
      while (true) {
        ClusterStatus status = proxy.getStatus();
        boolean all =
            status.liveDatanodes() > 0 && status.hailDatanodes() >= status.liveDatanodes();
        if (all) {
          return null;
        }
        if (waited >= PATIENCE_MILLIS) {
          return new PathException(
              target,
              "HAIL runs on "
                  + status.hailDatanodes()
                  + " of "
                  + status.liveDatanodes()
                  + " live datanodes, the others would store replicas without index",
              REMEDY);
        }
        Thread.sleep(PAUSE_MILLIS);
        waited += PAUSE_MILLIS;
      }
    } catch (IOException unreachable) {
      return new PathException(
          target,
          "the cluster does not run HAIL: its namenode does not answer HAIL's calls ("
              + unreachable.getMessage()
              + ")",
          REMEDY,
          unreachable);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return new PathException(target, "interrupted", "", interrupted);
    }
  }
}
