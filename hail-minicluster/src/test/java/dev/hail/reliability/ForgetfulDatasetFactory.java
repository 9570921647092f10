// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;

/** HAIL's dataset on {@link ForgetfulDisks}. */
public final class ForgetfulDatasetFactory extends FsDatasetSpi.Factory<FsDatasetSpi<?>> {

  @Override
  public FsDatasetSpi<?> newInstance(DataNode datanode, DataStorage storage, Configuration conf)
      throws IOException {
    List<Path> volumes = new ArrayList<>();
    for (String location : conf.getTrimmedStrings(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY)) {
      volumes.add(Path.of(StorageLocation.parse(location).getNormalizedUri()));
    }
    try {
      // Hadoop has no setting for it, and asks the datanode for it from here on.
      Field provider = DataNode.class.getDeclaredField("fileIoProvider");
      provider.setAccessible(true);
      provider.set(datanode, new ForgetfulDisks(conf, datanode, volumes));
    } catch (ReflectiveOperationException e) {
      throw new IOException("This Hadoop keeps a datanode's FileIoProvider elsewhere", e);
    }
    return new HailDatasetFactory().newInstance(datanode, storage, conf);
  }
}
