// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.Upload;
import dev.hail.client.upload.UploadRequest;
import dev.hail.client.upload.UploadSummary;
import dev.hail.examples.generate.RowStream;
import dev.hail.examples.job.ExampleJob;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import dev.hail.mapreduce.HailCounter;
import dev.hail.minicluster.HailMiniCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ExampleJobsTest {
  private static final long SEED = 23;
  private static final long TEXT_BYTES = 3L << 20;
  private static final long BLOCK_BYTES = 1L << 20;
  private static final int DATANODES = 3;

  private static HailMiniCluster cluster;
  private static Configuration local;

  @BeforeAll
  static void uploadBothTablesTwice() throws Exception {
    cluster = HailMiniCluster.builder().dataNodes(DATANODES).build();
    cluster.awaitDataNodes();
    cluster.awaitHail();
    String directory = cluster.baseDirectory().getAbsolutePath();
    local = new Configuration(cluster.configuration());
    local.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    local.set("mapreduce.cluster.local.dir", directory + "/mapred/local");
    local.set("mapreduce.jobtracker.staging.root.dir", directory + "/mapred/staging");
    local.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 20);
    local.setInt(Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, 20);
    for (ExampleTable table : ExampleTable.values()) {
      try (OutputStream out = cluster.fileSystem().create(plainFile(table));
          RowStream rows = rows(table)) {
        rows.transferTo(out);
      }
      uploadWithHail(table);
    }
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void generate_ontoHdfs_replacesAFileOnlyByAWholeOne() throws Exception {
    DistributedFileSystem hdfs = cluster.fileSystem();
    Path folder = hdfs.makeQualified(new Path("/generated"));
    Path file = new Path(folder, "numbers.csv");
    HailShell shell = new HailShell(cluster);
    String[] replacing = {"generate", "synthetic", "--rows", "3", "--overwrite", "-o", "" + file};
    assertThat(shell.run(replacing).problems()).isEmpty();
    assertThat(shell.run("generate", "synthetic", "--rows", "9", "-o", "" + file).err())
        .startsWith("hail generate: `" + file + "': File exists\n");
    FileStatus before = hdfs.getFileStatus(file);

    // No block fits any more.
    hdfs.setQuota(folder, HdfsConstants.QUOTA_DONT_SET, before.getLen() * DATANODES + 1);
    HailShell.Result failed = shell.run(replacing);
    assertThat(failed.code()).isEqualTo(1);
    assertThat(failed.err()).contains("quota").doesNotContain("\tat ");
    assertThat(hdfs.listStatus(folder)).containsExactly(before);

    hdfs.setQuota(folder, HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
    hdfs.setPermission(file, new FsPermission((short) 0600));
    assertThat(shell.run(replacing).problems()).isEmpty();
    FileStatus after = hdfs.getFileStatus(file);
    assertThat(after.getPermission()).isEqualTo(new FsPermission((short) 0600));
    assertThat(after.getLen()).isEqualTo(before.getLen());
    assertThat(((HdfsFileStatus) after).getFileId())
        .isNotEqualTo(((HdfsFileStatus) before).getFileId());
    assertThat(hdfs.listStatus(folder)).containsExactly(after);

    hdfs.setPermission(folder, new FsPermission((short) 01777));
    HailShell.Result refused =
        UserGroupInformation.createRemoteUser("eve")
            .doAs((PrivilegedExceptionAction<HailShell.Result>) () -> shell.run(replacing));
    assertThat(refused.err())
        .startsWith("hail generate: `" + file + "': Permission denied by sticky bit: user=eve");
    assertThat(hdfs.listStatus(folder)).containsExactly(after);
  }

  static Stream<Arguments> jobs() {
    return Arrays.stream(ExampleTable.values())
        .flatMap(table -> table.jobs().stream().map(job -> Arguments.of(job.name(), table, job)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("jobs")
  void exampleJob_inBothForms_writesSameLines(String name, ExampleTable table, ExampleJob job)
      throws Exception {
    Path output = new Path("/out", name);
    List<String> plain = run(job.plain(local, plainFile(table), new Path(output, "plain")));
    Job hailJob = job.hail(local, hailFile(table), new Path(output, "hail"));
    List<String> hail = run(hailJob);

    assertThat(plain).as("generator seed %d", SEED).isNotEmpty();
    assertThat(hail).as("generator seed %d", SEED).isEqualTo(plain);
    assertThat(hailJob.getCounters().findCounter(HailCounter.BLOCKS_SCAN).getValue()).isZero();
    assertThat(hailJob.getCounters().findCounter(HailCounter.BAD_RECORDS).getValue()).isZero();
  }

  private static void uploadWithHail(ExampleTable table) throws IOException {
    Schema schema = Schema.parse(table.schemaSql());
    UploadSummary summary =
        new Upload(
                cluster.configuration(),
                new UploadRequest(
                    List.of(
                        new TextSource(
                            table.name(), TextSource.UNKNOWN_LENGTH, counter -> rows(table))),
                    hailFile(table),
                    schema,
                    table.indexAttributes().stream()
                        .map(attribute -> schema.attribute(attribute).position())
                        .toList(),
                    TextFormat.defaults(),
                    new UploadRequest.Settings(BLOCK_BYTES, 0, false, false, 0, 1, 1)))
            .run();
    assertThat(summary.badRecords()).isZero();
    assertThat(summary.blocks()).isGreaterThanOrEqualTo(3);
    assertThat(summary.unindexedBlocks()).isEmpty();
  }

  private static List<String> run(Job job) throws Exception {
    assertThat(job.waitForCompletion(false)).as(job.getJobName()).isTrue();
    FileSystem files = cluster.fileSystem();
    Path output = FileOutputFormat.getOutputPath(job);
    List<String> lines = new ArrayList<>();
    for (FileStatus part : files.listStatus(output, path -> path.getName().startsWith("part"))) {
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(files.open(part.getPath()), StandardCharsets.UTF_8))) {
        reader.lines().forEach(lines::add);
      }
    }
    lines.sort(null);
    return lines;
  }

  private static RowStream rows(ExampleTable table) {
    return new RowStream(table.rows(SEED), TEXT_BYTES, Long.MAX_VALUE);
  }

  private static Path plainFile(ExampleTable table) {
    return new Path("/" + table.name() + ".csv");
  }

  private static Path hailFile(ExampleTable table) {
    return new Path("/" + table.name() + ".hail");
  }
}
