// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.HailShell;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.IndexRequest;
import dev.hail.protocol.PseudoReplica;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * A cluster of two namenodes whose steps of indexing {@link PseudoFaults} hears of, and jobs on it
 * that run in the test's own threads.
 */
final class IndexingFixture implements AutoCloseable {
  static final int DURATION = 5;

  private final JobFixture jobs;
  private final Configuration configured;
  private final AtomicInteger files = new AtomicInteger();

  private IndexingFixture(JobFixture jobs) throws IOException {
    this.jobs = jobs;
    Job job = Job.getInstance(jobs.local());
    HailJobs.configure(job, Rows.class);
    configured = job.getConfiguration();
  }

  static IndexingFixture start() throws Exception {
    return start(builder -> builder);
  }

  /** The same with more than HDFS. */
  static IndexingFixture start(UnaryOperator<HailMiniCluster.Builder> changes) throws Exception {
    Configuration conf = new Configuration();
    conf.set(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, "300ms");
    // Longer than what tests have namenodes do in the middle of a call, as a failover.
    conf.set(HailConfigKeys.CLIENT_RPC_TIMEOUT, "2m");
    // A namenode that takes over learns from nothing else which blocks of deleted files are left.
    conf.setLong(DFSConfigKeys.DFS_BLOCKREPORT_INTERVAL_MSEC_KEY, 3_000);
    conf.set(DFSConfigKeys.DFS_NAMENODE_PLUGINS_KEY, PseudoFaults.Plugin.class.getName());
    return new IndexingFixture(
        JobFixture.start(
            changes.apply(
                HailMiniCluster.builder()
                    .dataNodes(3)
                    .haNameNodes()
                    .quickHeartbeats()
                    .configuration(conf))));
  }

  HailMiniCluster cluster() {
    return jobs.cluster();
  }

  FileSystem fs() {
    return jobs.cluster().fileSystem();
  }

  JobFixture jobs() {
    return jobs;
  }

  Path upload(String text, long blockBytes) throws IOException {
    return upload("indexed" + files.getAndIncrement(), text, blockBytes);
  }

  /** At a path that is given, below {@code /hail}. */
  Path upload(String name, String text, long blockBytes) throws IOException {
    return jobs.uploadVisits(name, text, blockBytes);
  }

  /** Plans a job that is to index all it reads. */
  DirectRun plan(Path path, int duration) throws Exception {
    return plan(path, duration, "lazy", "1");
  }

  DirectRun plan(Path path, int duration, String strategy, String rate) throws Exception {
    // A copy, since packing a job's jars takes longer than the job.
    Configuration conf = new Configuration(configured);
    conf.set(HailConfigKeys.QUERY_FILTER, "duration = " + duration);
    conf.set(HailConfigKeys.QUERY_PROJECTION, "sourceIP,destURL");
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, strategy);
    conf.set(HailConfigKeys.ADAPTIVE_OFFER_RATE, rate);
    Job job = Job.getInstance(conf);
    FileInputFormat.addInputPath(job, path);
    return DirectRun.plan(job, new PseudoFaults.Input())
        .formattedBy(
            row ->
                row.isBad() ? "bad " + row.badLine() : row.getString(1) + "," + row.getString(2));
  }

  /** Runs a job that is to index all it reads, and checks its answer. */
  DirectRun run(Path path, String text, int duration) throws Exception {
    DirectRun run = plan(path, duration);
    run.read(rows -> {});
    assertAnswer(run, text, duration);
    return run;
  }

  static void assertAnswer(DirectRun run, String text, int duration) {
    Visits.assertFound(
        Stream.concat(run.rows().stream(), run.bad().stream()).sorted().toList(), text, duration);
  }

  /** The pseudo replicas of a file that readers are told of. */
  List<PseudoReplica> pseudo(Path path) throws IOException {
    List<PseudoReplica> all = new ArrayList<>();
    for (HailBlock block : blocks(path)) {
      all.addAll(block.pseudo());
    }
    return all;
  }

  List<HailBlock> blocks(Path path) throws IOException {
    return HailFile.open(cluster().configuration(), path).blocks();
  }

  void drop(Path path) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster().configuration(), cluster().uri())) {
      directory.dropIndex(path.toUri().getPath(), DURATION);
    }
  }

  /** Where the index of a block is about to go: who asks again is sent there, too. */
  String targetOf(Path path, HailBlock block) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster().configuration(), cluster().uri())) {
      return directory
          .grantIndex(
              new IndexRequest(
                  path.toUri().getPath(),
                  block.id(),
                  block.located().getBlock().getGenerationStamp(),
                  DURATION,
                  "",
                  List.of()))
          .target()
          .datanodeUuid();
    }
  }

  /** Names of all pseudo replicas that datanodes keep, sorted. */
  List<String> stored() throws IOException {
    return KeptReplicas.of(cluster());
  }

  /** Waits until nothing is left of replicas that were begun and not finished. */
  void awaitCollected() throws Exception {
    Waiting.until("what was begun is given up", () -> KeptReplicas.unfinished(cluster()).isEmpty());
  }

  /**
   * Waits until readers are told of just the pseudo replicas that are stored, and these and all
   * others are found to be in order when they are read in full.
   */
  void awaitSound(Path... paths) throws Exception {
    for (Path path : paths) {
      // Before that a namenode that took over tells of none.
      jobs.awaitPseudoReplicas(path);
    }
    Waiting.untilEqual(
        "what readers are told of, beside what is stored,",
        "",
        () -> {
          List<String> known = known(paths);
          List<String> stored = stored();
          return known.equals(stored) ? "" : "told " + known + ", stored " + stored;
        });
    for (Path path : paths) {
      // Datanodes that were away may not have reported yet, nor copies been put in order.
      Waiting.untilSound(
          path.toString(), () -> hail("", "fsck", path.toUri().getPath()).problems());
    }
  }

  private List<String> known(Path... paths) throws IOException {
    List<String> known = new ArrayList<>();
    for (Path path : paths) {
      pseudo(path).forEach(replica -> known.add(KeptReplicas.name(replica)));
    }
    return known.stream().sorted().toList();
  }

  /** Runs a {@code hail} command. */
  HailShell.Result hail(String input, String... arguments) throws Exception {
    return new HailShell(cluster()).runWithInput(input, arguments);
  }

  @Override
  public void close() throws IOException {
    PseudoFaults.SHARED.disarm();
    FileSystem.closeAll();
    jobs.close();
  }
}
