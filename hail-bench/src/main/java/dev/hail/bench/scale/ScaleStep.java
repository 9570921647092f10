// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.scale;

import dev.hail.bench.upload.UploadCase;
import java.util.ArrayList;
import java.util.List;

/**
 * One cluster to measure.
 *
 * @param uploadCase table, replication and indexes with HAIL
 * @param hail whether it has HAIL; else it is plain HDFS with three replicas
 * @param nodes number of datanodes, and of texts that are uploaded at the same time
 */
record ScaleStep(UploadCase uploadCase, boolean hail, int nodes) {

  /** Returns the clusters of a case, plain HDFS before HAIL, with as many datanodes as replicas. */
  static List<ScaleStep> of(UploadCase uploadCase, List<Integer> nodeCounts) {
    List<ScaleStep> steps = new ArrayList<>();
    for (int nodes : nodeCounts) {
      if (nodes >= uploadCase.dataNodes()) {
        steps.add(new ScaleStep(uploadCase, false, nodes));
        steps.add(new ScaleStep(uploadCase, true, nodes));
      }
    }
    return steps;
  }

  /** Returns what to divide: HAIL by plain HDFS of each size, and each size by the first. */
  static List<String> ratios(List<Integer> nodeCounts) {
    List<String> ratios = new ArrayList<>();
    nodeCounts.forEach(nodes -> ratios.add(system(true, nodes) + "/" + system(false, nodes)));
    for (boolean hail : new boolean[] {false, true}) {
      nodeCounts.stream()
          .skip(1)
          .forEach(
              nodes -> ratios.add(system(hail, nodes) + "/" + system(hail, nodeCounts.get(0))));
    }
    return ratios;
  }

  /** Returns the name in figures: {@code hail-4}. */
  String system() {
    return system(hail, nodes);
  }

  private static String system(boolean hail, int nodes) {
    return (hail ? "hail-" : "hdfs-") + nodes;
  }

  int replication() {
    return hail ? uploadCase.replication() : UploadCase.PLAIN_REPLICATION;
  }
}
