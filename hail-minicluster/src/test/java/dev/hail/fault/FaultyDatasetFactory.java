// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fault;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.step.StepListener;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;

/**
 * HAIL's dataset with {@link FaultFiles}: set {@code dfs.datanode.fsdataset.factory} to this class
 * and {@value #DIRECTORY} to the directory of the files.
 */
public final class FaultyDatasetFactory extends HailDatasetFactory {
  /** Known to this class only; HAIL itself has no such key. */
  public static final String DIRECTORY = "hail.test.faults";

  @Override
  protected StepListener<ReplicaStep> steps(Configuration conf) {
    return new FaultFiles<>(Path.of(conf.get(DIRECTORY)));
  }
}
