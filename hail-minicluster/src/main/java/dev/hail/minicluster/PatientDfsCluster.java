// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.io.IOException;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** Gives daemons minutes to find each other, where MiniDFSCluster gives up after ten seconds. */
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
}
