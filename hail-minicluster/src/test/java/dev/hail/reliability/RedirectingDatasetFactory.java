// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import dev.hail.conf.HailConfigKeys;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.step.StepListener;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;

/** HAIL's dataset, to whose datanodes the namenodes' registries are at other addresses. */
public final class RedirectingDatasetFactory extends HailDatasetFactory {
  private static final String PREFIX = "hail.test.redirect.";

  /**
   * Has datanodes ask at {@code address}, "host:port", for the replica directory of {@code
   * namenode}.
   */
  static void redirect(Configuration conf, String namenode, String address) {
    conf.set(PREFIX + namenode, address);
  }

  /** The key of the replica directory's address of one namenode of the cluster's pair. */
  static String addressKey(Configuration conf, String namenode) {
    // The pair's name is the cluster's own, so that it is known only once the cluster is.
    return DFSUtil.addKeySuffixes(
        HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS,
        conf.getTrimmed(HdfsClientConfigKeys.DFS_NAMESERVICES),
        namenode);
  }

  @Override
  protected StepListener<ReplicaStep> steps(Configuration conf) {
    // HAIL reads the rest of this configuration after this call.
    conf.getPropsWithPrefix(PREFIX)
        .forEach((namenode, address) -> conf.set(addressKey(conf, namenode), address));
    return StepListener.none();
  }
}
