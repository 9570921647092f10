// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.fault;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.step.StepListener;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;

/** HAIL's dataset with {@link FaultFiles}. */
public final class FaultyDatasetFactory extends HailDatasetFactory {
  /** Known to this class only; HAIL itself has no such key. */
  private static final String DIRECTORY = "hail.test.faults";

  /**
   * Has datanodes use this.
   *
   * @param settings sets a key of their configuration
   * @param faults the directory of the fault files
   */
  public static void use(BiConsumer<String, String> settings, Path faults) {
    settings.accept(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, FaultyDatasetFactory.class.getName());
    settings.accept(DIRECTORY, faults.toString());
  }

  @Override
  protected StepListener<ReplicaStep> steps(Configuration conf) {
    return new FaultFiles<>(Path.of(conf.get(DIRECTORY)));
  }
}
