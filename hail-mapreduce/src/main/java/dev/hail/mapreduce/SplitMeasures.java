// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.HdfsPath;
import dev.hail.client.read.BlockScan;
import dev.hail.client.workload.FilterMeasures;
import dev.hail.client.workload.FilterRecorder;
import dev.hail.protocol.FilterShape;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Measures which share of a split's rows meets the filter and reports it to the namenode at the
 * end.
 */
final class SplitMeasures {
  private final Configuration conf;
  private final boolean wanted;
  private final Map<String, OfFile> files = new LinkedHashMap<>();

  private record OfFile(HdfsPath path, FilterShape filter, FilterMeasures measures) {}

  SplitMeasures(Configuration conf, HailInputSplit split) {
    this.conf = conf;
    this.wanted = split.isMeasured();
  }

  /**
   * Adds a block that was read to its end.
   *
   * @param reader the reader that opened this block last
   */
  void blockDone(SplitReader reader, BlockScan scan) {
    if (wanted) {
      OfFile file = files.get(reader.path());
      if (file == null) {
        file = begin(reader);
        files.put(reader.path(), file);
      }
      file.measures().add(scan);
    }
  }

  private static OfFile begin(SplitReader reader) {
    FilterShape filter = FilterShape.of(reader.query().predicate());
    return new OfFile(reader.file(), filter, new FilterMeasures(filter));
  }

  /** Reports the measures to the namenode; call it when all blocks are read. */
  void finish() {
    FilterRecorder recorder = new FilterRecorder(conf);
    for (OfFile file : files.values()) {
      recorder.measured(file.path(), file.filter(), file.measures().measures());
    }
  }
}
