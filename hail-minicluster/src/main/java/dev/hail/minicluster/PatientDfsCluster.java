// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.io.IOException;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Gives daemons minutes to find each other, where MiniDFSCluster gives up after ten seconds, and
 * leaves their files to the caller, where MiniDFSCluster deletes them even when a start fails.
 */
final class PatientDfsCluster extends MiniDFSCluster {
  private static final int ATTEMPTS = 18;

  private PatientDfsCluster(Builder builder) throws IOException {
    super(builder);
  }

  /** Starts a cluster. */
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
   * <p>The hooks go as they do in MiniDFSCluster: each image that a namenode writes, the first of a
   * format too, leaves one behind that holds the whole namespace.
   */
  @Override
  public void shutdown(boolean deleteDfsDir, boolean closeFileSystem) {
    shutdownDataNodes();
    shutdownNameNodes();
    ShutdownHookManager.get().clearShutdownHooks();
  }
}
