// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.adaptive;

import dev.hail.client.HdfsPath;
import dev.hail.client.pseudo.PseudoWriter;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.IOUtils;

/** Stores pseudo replicas in the HDFS that holds the source block. */
final class HdfsReplicaStore implements ReplicaStore {
  private final Configuration conf;
  private final String host;
  private final StepListener<PseudoStep> steps;
  private final Map<URI, PseudoWriter> writers = new HashMap<>();

  HdfsReplicaStore(Configuration conf, String host, StepListener<PseudoStep> steps) {
    this.conf = conf;
    this.host = host;
    this.steps = steps;
  }

  @Override
  public boolean store(ChosenBlock block, byte[] sorted) throws IOException {
    return writer(block.file())
        .write(sorted, sorted.length, block.file().source(), block.order())
        .isGranted();
  }

  private PseudoWriter writer(HdfsPath file) throws IOException {
    URI fileSystem = file.fileSystem().getUri();
    PseudoWriter writer = writers.get(fileSystem);
    if (writer == null) {
      writer = new PseudoWriter(conf, file, host, steps);
      writers.put(fileSystem, writer);
    }
    return writer;
  }

  @Override
  public void close() throws IOException {
    IOUtils.cleanupWithLogger(null, writers.values().toArray(PseudoWriter[]::new));
  }
}
