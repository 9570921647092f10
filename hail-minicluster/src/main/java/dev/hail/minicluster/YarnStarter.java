package dev.hail.minicluster;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Starts YARN and MapReduce's services on top of a running HDFS. */
final class YarnStarter {

  private YarnStarter() {}

  static MiniMRYarnCluster start(Configuration client, int nodeManagers, File baseDirectory)
      throws IOException {
    Configuration conf = new Configuration(client);
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.YARN_FRAMEWORK_NAME);
    conf.setIfUnset(YarnConfiguration.NM_PMEM_MB, "8192");
    conf.setIfUnset(YarnConfiguration.NM_VCORES, "8");
    conf.set(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, "256");
    conf.setBoolean(YarnConfiguration.YARN_MINICLUSTER_FIXED_PORTS, false);
    // A laptop's disk is often fuller than the 90 % at which node managers give up.
    conf.set(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, "99.5");
    conf.set(YarnConfiguration.NM_DISK_HEALTH_CHECK_ENABLE, "false");
    MiniMRYarnCluster yarn = create(nodeManagers, baseDirectory);
    try {
      yarn.init(conf);
      yarn.start();
    } catch (RuntimeException e) {
      yarn.stop();
      throw new IOException("YARN did not start under " + baseDirectory, e);
    }
    return yarn;
  }

  /** The constructor takes its directory from a system property only. */
  private static MiniMRYarnCluster create(int nodeManagers, File baseDirectory) {
    String key = MiniDFSCluster.PROP_TEST_BUILD_DATA;
    String before = System.getProperty(key);
    System.setProperty(key, baseDirectory.getAbsolutePath());
    try {
      return new MiniMRYarnCluster("yarn", nodeManagers);
    } finally {
      if (before == null) {
        System.clearProperty(key);
      } else {
        System.setProperty(key, before);
      }
    }
  }
}
