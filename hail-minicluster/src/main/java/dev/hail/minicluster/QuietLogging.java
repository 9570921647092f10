// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster;

import java.util.List;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;

/**
 * Silences warnings that Hadoop's daemons log only because they share a process, a host and a fresh
 * disk. Does nothing if more than warnings are enabled.
 */
final class QuietLogging {
  /** Referenced here, because Java forgets the level of an unreferenced logger. */
  private static final java.util.logging.Logger GUICE =
      java.util.logging.Logger.getLogger("com.google.inject");

  private static final List<String> NOISY =
      List.of(
          "org.apache.hadoop.hdfs.server.datanode.DataNode",
          "org.apache.hadoop.hdfs.server.datanode.DataSetLockManager",
          "org.apache.hadoop.hdfs.server.datanode.DirectoryScanner",
          "org.apache.hadoop.hdfs.server.datanode.IncrementalBlockReportManager",
          "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetImpl",
          "org.apache.hadoop.hdfs.server.datanode.web",
          "org.apache.hadoop.hdfs.server.namenode.ha.EditLogTailer",
          "org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicy",
          "org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager",
          "org.apache.hadoop.hdfs.protocol.BlockStoragePolicy",
          "org.apache.hadoop.util.NativeCodeLoader",
          "org.apache.hadoop.fs.CachingGetSpaceUsed",
          "org.apache.hadoop.security.authentication.server",
          "org.apache.hadoop.metrics2",
          "org.apache.hadoop.ipc.Client",
          "org.apache.hadoop.util.concurrent.ExecutorHelper",
          "org.apache.hadoop.security.token.delegation",
          "org.apache.hadoop.yarn",
          "org.apache.hadoop.mapreduce.v2.hs",
          "org.eclipse.jetty",
          "org.glassfish");

  /** These loggers report an error when their daemon is told to stop. */
  private static final List<String> NOISY_AT_THE_END =
      List.of(
          "org.apache.hadoop.hdfs.server.datanode.DataNode",
          "org.apache.hadoop.security.token.delegation",
          "org.apache.hadoop.yarn");

  private QuietLogging() {}

  /** Silences start-up warnings; call it before a cluster starts. */
  static void apply() {
    change(NOISY_AT_THE_END, Level.FATAL, Level.ERROR);
    change(NOISY, Level.WARN, Level.ERROR);
    GUICE.setLevel(java.util.logging.Level.SEVERE);
  }

  /** Silences shutdown errors; call it before a cluster stops. */
  static void applyForStop() {
    change(NOISY_AT_THE_END, Level.ERROR, Level.FATAL);
  }

  private static void change(List<String> names, Level from, Level to) {
    for (String name : names) {
      Logger logger = Logger.getLogger(name);
      if (from.equals(logger.getEffectiveLevel())) {
        logger.setLevel(to);
      }
    }
  }
}
