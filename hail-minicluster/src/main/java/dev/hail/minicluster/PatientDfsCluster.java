// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.io.IOException;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Gives daemons minutes to find each other, where MiniDFSCluster gives up after ten seconds. Leaves
 * their files to the caller, where MiniDFSCluster deletes them even if a start fails.
 */
final class PatientDfsCluster extends MiniDFSCluster {
  private static final int ATTEMPTS = 18;

  private PatientDfsCluster(Builder builder) throws IOException {
    super(builder);
  }

  /** Starts the cluster that the builder describes. */
  static MiniDFSCluster start(Builder builder) throws IOException {
    return new PatientDfsCluster(builder);
  }

  @Override
  public void waitClusterUp() throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        super.waitClusterUp();
        return;
      } catch (IOException notYet) {
        if (attempt == ATTEMPTS) {
          throw notYet;
        }
      }
    }
  }

  /**
   * Stops all daemons. A constructor that fails calls it too.
   *
   * <p>Removes shutdown hooks as MiniDFSCluster does. A namenode adds one with each image that it
   * writes or formats, and every hook holds the whole namespace.
   */
  @Override
  public void shutdown(boolean deleteDfsDir, boolean closeFileSystem) {
    shutdownDataNodes();
    shutdownNameNodes();
    ShutdownHookManager.get().clearShutdownHooks();
  }
}
