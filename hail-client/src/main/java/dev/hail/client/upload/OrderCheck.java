// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.protocol.LocatedReplica;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Checks after an upload that each block has a replica sorted by each index attribute. Datanodes
 * report a replica shortly after they stored it, so the check waits up to ten seconds.
 */
final class OrderCheck {
  private static final Patience PATIENCE = new Patience(10_000, 100);

  private final Configuration configuration;
  private final List<Integer> indexAttributes;

  OrderCheck(Configuration configuration, List<Integer> indexAttributes) {
    this.configuration = configuration;
    this.indexAttributes = indexAttributes;
  }

  /**
   * Counts the blocks that lack a replica sorted by an attribute, as the replica directory knows
   * them.
   *
   * @return number of such blocks by attribute, from 1; empty if all is well
   * @throws IOException if the replica directory does not answer
   */
  Map<Integer, Integer> missing(Path file) throws IOException {
    return PATIENCE.look(() -> look(file), Map::isEmpty);
  }

  private Map<Integer, Integer> look(Path path) throws IOException {
    Map<Integer, Integer> missing = new LinkedHashMap<>();
    if (indexAttributes.isEmpty()) {
      return missing;
    }
    HailFile file = HailFile.open(configuration, path);
    if (file.directoryFailure() != null) {
      throw file.directoryFailure();
    }
    for (HailBlock block : file.blocks()) {
      List<Integer> absent = new ArrayList<>(indexAttributes);
      for (LocatedReplica replica : block.replicas()) {
        absent.remove((Integer) replica.replica().sortAttribute());
      }
      absent.forEach(attribute -> missing.merge(attribute, 1, Integer::sum));
    }
    return missing;
  }
}
