// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import dev.hail.minicluster.HailMiniCluster;
import dev.hail.protocol.PseudoReplica;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;

/** Damage on the disks of datanodes. */
final class PseudoDamage {
  private PseudoDamage() {}

  /** Changes bytes all over a pseudo replica. */
  static void of(HailMiniCluster cluster, PseudoReplica replica) throws IOException {
    File data;
    try (var found = Files.walk(cluster.baseDirectory().toPath())) {
      data =
          found
              .filter(file -> file.getFileName().toString().equals("blk_" + replica.id()))
              .findFirst()
              .orElseThrow()
              .toFile();
    }
    byte[] bytes = Files.readAllBytes(data.toPath());
    for (int i = 100; i < bytes.length; i += 100) {
      bytes[i] ^= 1;
    }
    Files.write(data.toPath(), bytes);
  }
}
