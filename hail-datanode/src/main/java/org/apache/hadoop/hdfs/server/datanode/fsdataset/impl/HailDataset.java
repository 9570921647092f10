package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;

/**
 * Hadoop's dataset with HAIL's hooks; lives in Hadoop's package because its parent is private to
 * it.
 */
final class HailDataset extends FsDatasetImpl {

  HailDataset(DataNode datanode, DataStorage storage, Configuration conf) throws IOException {
    super(datanode, storage, conf);
  }
}
