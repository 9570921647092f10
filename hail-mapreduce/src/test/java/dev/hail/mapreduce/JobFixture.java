// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.Upload;
import dev.hail.client.upload.UploadRequest;
import dev.hail.conf.HailConfiguration;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManagerTestUtil;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** A cluster with HAIL on real datanodes, and what tests of jobs do with it. */
final class JobFixture implements AutoCloseable {
  private final HailMiniCluster cluster;

  private final AtomicInteger outputs = new AtomicInteger();

  private JobFixture(HailMiniCluster cluster) {
    this.cluster = cluster;
  }

  static JobFixture start(HailMiniCluster.Builder builder) throws Exception {
    // Clients are kept by the name of their cluster, and all pairs of namenodes have the same one.
    FileSystem.closeAll();
    HailConfiguration.addResources();
    HailMiniCluster cluster = builder.build();
    cluster.awaitDataNodes();
    JobFixture fixture = new JobFixture(cluster);
    fixture.awaitDirectory();
    return fixture;
  }

  /** Waits until the replica directory has heard of every datanode. */
  void awaitDirectory() throws Exception {
    cluster.awaitHail();
  }

  HailMiniCluster cluster() {
    return cluster;
  }

  /** Stops a datanode, which is one of this cluster. */
  StoppedDataNode stopDataNode(String datanodeUuid) {
    List<DataNode> nodes = cluster.dfs().getDataNodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (nodes.get(i).getDatanodeUuid().equals(datanodeUuid)) {
        return cluster.stopDataNode(i);
      }
    }
    throw new AssertionError("No datanode of this cluster is " + datanodeUuid);
  }

  /** The same; every namenode takes it for dead at once. */
  StoppedDataNode loseDataNode(String datanodeUuid) throws IOException {
    StoppedDataNode stopped = stopDataNode(datanodeUuid);
    for (int namenode = 0; namenode < cluster.dfs().getNumNameNodes(); namenode++) {
      BlockManager blocks = cluster.dfs().getNamesystem(namenode).getBlockManager();
      DFSTestUtil.setDatanodeDead(blocks.getDatanodeManager().getDatanode(datanodeUuid));
      BlockManagerTestUtil.checkHeartbeat(blocks);
    }
    return stopped;
  }

  /** Starts a datanode again and waits until the namenodes have heard of it. */
  void startDataNode(StoppedDataNode stopped) throws Exception {
    cluster.startDataNode(stopped);
    cluster.awaitDataNodes();
    awaitDirectory();
  }

  /** Settings of a job that runs in this process, over the cluster's files. */
  Configuration local() {
    Configuration conf = new Configuration(cluster.configuration());
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    conf.set(MRJobConfig.MAP_OUTPUT_COMPRESS, "false");
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 20);
    conf.setInt(Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, 20);
    conf.setInt("mapreduce.local.map.tasks.maximum", 2);
    conf.set(
        "mapreduce.cluster.local.dir", cluster.baseDirectory().getAbsolutePath() + "/mapred/local");
    conf.set(
        "mapreduce.jobtracker.staging.root.dir",
        cluster.baseDirectory().toURI() + "mapred/staging");
    return conf;
  }

  /** Makes a HAIL file of {@link Visits}, whose replicas are sorted by {@link Visits#INDEXED}. */
  Path uploadVisits(String name, String text, long blockBytes) throws IOException {
    return upload(name, Visits.SCHEMA, Visits.INDEXED, text, blockBytes);
  }

  /** Makes a HAIL file of a text; {@code blockBytes} of text become one block. */
  Path upload(
      String name, Schema schema, List<Integer> indexAttributes, String text, long blockBytes)
      throws IOException {
    return upload(
        name,
        schema,
        indexAttributes,
        text.getBytes(StandardCharsets.UTF_8),
        TextFormat.defaults(),
        blockBytes);
  }

  /** The same for a text in another format. */
  Path upload(
      String name,
      Schema schema,
      List<Integer> indexAttributes,
      byte[] text,
      TextFormat format,
      long blockBytes)
      throws IOException {
    Path path = cluster.fileSystem().makeQualified(new Path("/hail/" + name));
    cluster.fileSystem().mkdirs(path.getParent());
    TextSource source =
        new TextSource(name, text.length, counter -> new ByteArrayInputStream(text));
    // Random texts may have bad rows alone, which an upload without a limit refuses.
    UploadRequest.Settings settings =
        new UploadRequest.Settings(blockBytes, 0, false, false, Long.MAX_VALUE - 1, 1, 1);
    new Upload(
            cluster.configuration(),
            new UploadRequest(List.of(source), path, schema, indexAttributes, format, settings))
        .run();
    awaitPseudoReplicas(path);
    return path;
  }

  /** A namenode that has not found all its pseudo replicas yet offers a job no block to index. */
  void awaitPseudoReplicas(Path path) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      Waiting.until(
          "the namenode knows its pseudo replicas", () -> knowsPseudoReplicas(directory, path));
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  private static boolean knowsPseudoReplicas(HailClientProtocol directory, Path path) {
    try {
      directory.getSpace(path.toUri().getPath());
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** Stores a text as it is. */
  Path store(String name, String text) throws IOException {
    Path path = cluster.fileSystem().makeQualified(new Path("/text/" + name));
    try (FSDataOutputStream out = cluster.fileSystem().create(path)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return path;
  }

  /**
   * Runs a job to its end, whose success the caller checks, with an output directory of its own.
   */
  Path run(Job job) throws Exception {
    Path output = cluster.fileSystem().makeQualified(new Path("/out/" + outputs.getAndIncrement()));
    FileOutputFormat.setOutputPath(job, output);
    job.waitForCompletion(false);
    return output;
  }

  /** The lines of all files of a directory whose names begin with a prefix, sorted. */
  List<String> lines(Path directory, String prefix) throws IOException {
    return lines(cluster.fileSystem(), directory, prefix);
  }

  /** The same on any file system. */
  static List<String> lines(FileSystem fs, Path directory, String prefix) throws IOException {
    List<String> lines = new ArrayList<>();
    for (FileStatus file : fs.listStatus(directory)) {
      if (file.getPath().getName().startsWith(prefix)) {
        try (FSDataInputStream in = fs.open(file.getPath())) {
          String text = new String(IOUtils.readFullyToByteArray(in), StandardCharsets.UTF_8);
          lines.addAll(text.lines().toList());
        }
      }
    }
    Collections.sort(lines);
    return lines;
  }

  @Override
  public void close() {
    cluster.close();
  }
}
