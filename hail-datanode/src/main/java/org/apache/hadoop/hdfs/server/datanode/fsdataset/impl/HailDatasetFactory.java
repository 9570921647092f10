// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import dev.hail.conf.HadoopLine;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.step.StepListener;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;

/**
 * Makes a datanode sort and index HAIL blocks: the value of {@code dfs.datanode.fsdataset.factory}.
 * Hadoop asks that the name ends in {@code Factory}.
 */
public class HailDatasetFactory extends FsDatasetSpi.Factory<FsDatasetImpl> {

  @Override
  public final FsDatasetImpl newInstance(DataNode datanode, DataStorage storage, Configuration conf)
      throws IOException {
    HadoopLine.require();
    Configuration hail = new Configuration(conf);
    // Found beside hdfs-site.xml, if the operator has one.
    hail.addResource("hail-site.xml");
    return new HailDataset(datanode, storage, conf, hail, steps(hail));
  }

  /**
   * Who is told of each step of each block: nobody. Tests override this to fail, stall or halt the
   * datanode at a step.
   *
   * @param conf with HAIL's resources
   */
  protected StepListener<ReplicaStep> steps(Configuration conf) {
    return StepListener.none();
  }
}
