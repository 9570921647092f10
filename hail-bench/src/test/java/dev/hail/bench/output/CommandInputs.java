// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.minicluster.HailMiniCluster;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;

/** What commands of the tests read: {@code /plain} as text, {@code /rows} as a HAIL file. */
final class CommandInputs {
  static final String SCHEMA = "k INT,name STRING,day DATE";
  static final String TEXT = "1,a,2001-01-01\n2,b,2001-01-02\n3,c,2001-01-03\n";

  private CommandInputs() {}

  /** Writes both, unless they are there. */
  static void write(HailShell shell) throws Exception {
    FileSystem hdfs = shell.cluster().fileSystem();
    if (hdfs.exists(new Path("/rows"))) {
      return;
    }
    try (FSDataOutputStream out = hdfs.create(new Path("/plain"))) {
      out.writeBytes(TEXT);
    }
    writeRows(shell, "/rows");
  }

  /** Writes a HAIL file with a bad record, and reads it by a filter. */
  static void writeRows(HailShell shell, String path) throws Exception {
    assertThat(
            shell
                .runWithInput(
                    TEXT + "x,bad,\n", "put", "--schema", SCHEMA, "--index", "k,day", "-", path)
                .problems())
        .isEmpty();
    // Without a filter on record there is no advice.
    assertThat(shell.run("cat", "--filter", "k = 1", path).problems()).isEmpty();
  }

  /** Settings for jobs that run in the process of the command. */
  static Configuration localJobs(HailMiniCluster cluster) {
    String directory = cluster.baseDirectory().getAbsolutePath();
    Configuration conf = new Configuration(cluster.configuration());
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    conf.set("mapreduce.cluster.local.dir", directory + "/mapred/local");
    conf.set("mapreduce.jobtracker.staging.root.dir", directory + "/mapred/staging");
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 20);
    conf.setInt(Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, 20);
    return conf;
  }
}
