// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import dev.hail.datanode.resort.ResortTask;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** Gives tasks to a datanode as its active namenode would, but as often as a test likes. */
public final class Resorts {

  private Resorts() {}

  /** Asks a datanode to sort its replica of a block by the attribute that it is assigned. */
  public static void ask(DataNode datanode, ExtendedBlock block) {
    ((HailDataset) datanode.getFSDataset())
        .hail()
        .resortTasks()
        .add(
            new ResortTask(block.getBlockPoolId(), block.getBlockId(), block.getGenerationStamp()));
  }
}
