// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
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
    // Node managers give up at 90 % disk use, which a laptop often exceeds.
    conf.set(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, "99.5");
    conf.set(YarnConfiguration.NM_DISK_HEALTH_CHECK_ENABLE, "false");
    if (isDefault(conf, YarnConfiguration.NM_LOG_RETAIN_SECONDS)) {
      // Task logs are kept for three hours by default. Until then a node manager counts the
      // application as running, and waits 13 seconds for each when it stops.
      conf.setLong(YarnConfiguration.NM_LOG_RETAIN_SECONDS, 0);
    }
    MiniMRYarnCluster yarn = create(nodeManagers, baseDirectory);
    try {
      withSiteFilesOnClassPath(
          conf,
          baseDirectory,
          () -> {
            yarn.init(conf);
            yarn.start();
          });
    } catch (RuntimeException e) {
      yarn.stop();
      Throwable cause = e;
      while (cause.getCause() != null) {
        cause = cause.getCause();
      }
      throw new IOException("YARN did not start under " + baseDirectory + ": " + cause, e);
    }
    return yarn;
  }

  /**
   * Runs an action with site files on the class path. Node managers fetch the files of a job with
   * class path settings only and would not know the name of an HA pair. Their threads inherit the
   * class loader set here.
   */
  private static void withSiteFilesOnClassPath(Configuration conf, File baseDirectory, Runnable run)
      throws IOException {
    Path directory = baseDirectory.toPath().resolve("node-manager-conf");
    ConfigurationDirectory.write(directory, conf);
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // YARN reads it as long as it runs; a loader on a directory keeps no file open.
    thread.setContextClassLoader(new URLClassLoader(new URL[] {directory.toUri().toURL()}, before));
    try {
      run.run();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static boolean isDefault(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null || sources.length == 0 || sources[0].endsWith("yarn-default.xml");
  }

  /** Sets a system property, because the constructor takes its directory only from there. */
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
