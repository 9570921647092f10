package dev.hail.minicluster;

import java.util.List;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;

/**
 * Silences what Hadoop's daemons warn of only because they share a process, a host and a fresh
 * disk. Where someone asked for more than warnings, all is left as it is.
 */
final class QuietLogging {
  private static final List<String> NOISY =
      List.of(
          "org.apache.hadoop.hdfs.server.datanode.DataNode",
          "org.apache.hadoop.hdfs.server.datanode.DataSetLockManager",
          "org.apache.hadoop.hdfs.server.datanode.DirectoryScanner",
          "org.apache.hadoop.hdfs.server.datanode.IncrementalBlockReportManager",
          "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsDatasetImpl",
          "org.apache.hadoop.hdfs.server.datanode.web",
          "org.apache.hadoop.hdfs.server.namenode.ha.EditLogTailer",
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

  private QuietLogging() {}

  static void apply() {
    for (String name : NOISY) {
      Logger logger = Logger.getLogger(name);
      if (Level.WARN.equals(logger.getEffectiveLevel())) {
        logger.setLevel(Level.ERROR);
      }
    }
    java.util.logging.Logger.getLogger("com.google.inject")
        .setLevel(java.util.logging.Level.SEVERE);
  }
}
