// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import dev.hail.minicluster.HailMiniCluster;
import dev.hail.protocol.PseudoReplica;
import dev.hail.testing.LiveFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Damage on the disks of datanodes. */
final class PseudoDamage {
  private PseudoDamage() {}

  /** Changes bytes all over a pseudo replica. */
  static void of(HailMiniCluster cluster, PseudoReplica replica) throws IOException {
    String name = "blk_" + replica.id();
    Path data =
        LiveFiles.find(
                cluster.baseDirectory().toPath(),
                file -> file.getFileName().toString().equals(name))
            .get(0);
    byte[] bytes = Files.readAllBytes(data);
    for (int i = 100; i < bytes.length; i += 100) {
      bytes[i] ^= 1;
    }
    Files.write(data, bytes);
  }
}
