// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.hail.client.HailShell;
import dev.hail.client.pseudo.BlockIndexer;
import dev.hail.client.pseudo.NoRoomException;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.IndexUseNote;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.PseudoSpace;
import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;

/** Indexes that compete for the space of a file. */
final class SpaceBudgetJobTest {
  private static final int ROWS = 4_000;
  private static final int DEST_URL = 2;
  private static final int DURATION = 5;
  private static final String BY_URL = "destURL LIKE 'http://host7/%'";
  private static final String BY_DURATION = "duration = 3";

  /** Room for one index of the whole file: a third of what its three replicas take. */
  private static JobFixture start(String lease) throws Exception {
    return start(lease, "0.334", "-1");
  }

  private static JobFixture start(String lease, String fileShare, String clusterBytes)
      throws Exception {
    Configuration conf = new Configuration();
    conf.set(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, "300ms");
    conf.set(HailConfigKeys.ADAPTIVE_BUDGET_FILE, fileShare);
    conf.set(HailConfigKeys.ADAPTIVE_BUDGET_CLUSTER, clusterBytes);
    conf.set(HailConfigKeys.ADAPTIVE_USE_LEASE, lease);
    return JobFixture.start(
        HailMiniCluster.builder().dataNodes(3).quickHeartbeats().configuration(conf));
  }

  private static Path upload(JobFixture fixture, String text) throws IOException {
    return fixture.uploadVisits("visits", text, 48 << 10);
  }

  /** Runs a job that may index all it reads whole, and checks its answer. */
  private static Job run(
      JobFixture fixture, Path path, String strategy, String filter, List<String> expected)
      throws Exception {
    Configuration conf = fixture.local();
    conf.set(HailConfigKeys.QUERY_FILTER, filter);
    conf.set(HailConfigKeys.QUERY_PROJECTION, "sourceIP,destURL");
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, strategy);
    conf.set(HailConfigKeys.ADAPTIVE_OFFER_RATE, "1");
    Job job = Job.getInstance(conf);
    HailJobs.configure(job, FoundRows.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, path);
    Path output = fixture.run(job);
    assertThat(job.isSuccessful()).isTrue();
    Visits.assertRows(fixture.lines(output, "part-"), expected);
    return job;
  }

  private static long count(Job job, HailCounter counter) throws Exception {
    return job.getCounters().findCounter(counter).getValue();
  }

  private static List<PseudoReplica> pseudo(JobFixture fixture, Path path, int attribute)
      throws IOException {
    List<PseudoReplica> all = new ArrayList<>();
    for (HailBlock block : HailFile.open(fixture.cluster().configuration(), path).blocks()) {
      block.pseudo().stream().filter(one -> one.sortAttribute() == attribute).forEach(all::add);
    }
    return all;
  }

  private static PseudoSpace space(JobFixture fixture, Path path) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(fixture.cluster().configuration(), fixture.cluster().uri())) {
      return directory.getSpace(path.toUri().getPath());
    }
  }

  private static PseudoSpace.Index index(PseudoSpace space, int attribute) {
    return space.indexes().stream()
        .filter(one -> one.sortAttribute() == attribute)
        .findFirst()
        .orElseThrow();
  }

  /** Tells of jobs that were not run. */
  private static void note(JobFixture fixture, IndexUseNote note, int times) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(fixture.cluster().configuration(), fixture.cluster().uri())) {
      for (int i = 0; i < times; i++) {
        directory.noteUse(note);
      }
    }
  }

  private static IndexUseNote served(Path path, int attribute, long bytes) {
    return new IndexUseNote(path.toUri().getPath(), attribute, bytes, bytes, 0);
  }

  private static IndexUseNote wanted(Path path, int attribute, long bytes) {
    return new IndexUseNote(path.toUri().getPath(), attribute, 0, 0, bytes);
  }

  @Test
  void neededIndex_withFullBudget_replacesLessNeededOne() throws Exception {
    // Nothing is in use longer than for a moment.
    try (JobFixture fixture = start("0s")) {
      FileSystem fs = fixture.cluster().fileSystem();
      String text = Visits.text(12, ROWS);
      List<String> byUrl = Visits.found(text, field -> field[1].startsWith("http://host7/"));
      List<String> byDuration = Visits.found(text, field -> field[4].equals("3"));
      Path path = upload(fixture, text);
      long length = fs.getFileStatus(path).getLen();
      int blocks = HailFile.open(fixture.cluster().configuration(), path).blocks().size();
      assertThat(blocks).isGreaterThan(3);

      Job first = run(fixture, path, "lazy", BY_URL, byUrl);
      assertThat(count(first, HailCounter.BLOCKS_INDEXED)).isEqualTo(blocks);
      double once = index(space(fixture, path), DEST_URL).benefit();
      assertThat(once).as("wanted once").isCloseTo(1, within(0.01));
      Job second = run(fixture, path, "lazy", BY_URL, byUrl);
      assertThat(count(second, HailCounter.BLOCKS_PSEUDO_REPLICA)).isEqualTo(blocks);
      // Blocks as small as these are read nearly whole even by index.
      assertThat(index(space(fixture, path), DEST_URL).benefit()).isLessThan(once);
      note(fixture, served(path, DEST_URL, length), 10);
      Waiting.untilEqual(
          "the number of replicas", blocks, () -> index(space(fixture, path), DEST_URL).replicas());
      Waiting.untilEqual("the space", length, () -> space(fixture, path).fileUsed());
      PseudoSpace full = space(fixture, path);
      assertThat(full.fileUsed()).isLessThanOrEqualTo(full.fileBudget());
      assertThat(full.clusterUsed()).isEqualTo(full.fileUsed());
      assertThat(full.clusterBudget()).isEqualTo(Long.MAX_VALUE);

      // A job or two are no reason to throw it away; the work is not begun.
      for (String strategy : List.of("lazy", "eager")) {
        Job refused = run(fixture, path, strategy, BY_DURATION, byDuration);
        assertThat(count(refused, HailCounter.BLOCKS_OFFERED)).as(strategy).isZero();
      }
      assertThat(pseudo(fixture, path, DEST_URL)).hasSize(blocks);

      PseudoSpace before = space(fixture, path);
      // What was told before the last note is kept when that one is.
      note(fixture, served(path, Visits.AD_REVENUE, 1_234), 1);
      Waiting.until(
          "uses are kept with the file",
          () ->
              fs.getXAttrs(path).containsKey("user.hail.use")
                  && new String(fs.getXAttr(path, "user.hail.use"), UTF_8)
                      .contains("served=1234.000"));
      fixture.cluster().restartNameNodes();
      fixture.awaitDirectory();
      Waiting.until(
          "the index is known again", () -> pseudo(fixture, path, DEST_URL).size() == blocks);
      PseudoSpace after = space(fixture, path);
      assertThat(after.fileUsed()).isEqualTo(before.fileUsed());
      assertThat(after.fileBudget()).isEqualTo(before.fileBudget());
      for (int attribute : new int[] {DEST_URL, DURATION}) {
        assertThat(index(after, attribute).benefit())
            .isCloseTo(index(before, attribute).benefit(), withinPercentage(1));
      }

      // The workload turns; who still reads the old index goes on with other replicas.
      note(fixture, wanted(path, DURATION, length), 40);
      ExecutorService reader = Executors.newSingleThreadExecutor();
      try {
        Future<Job> reading = reader.submit(() -> run(fixture, path, "off", BY_URL, byUrl));
        Job turned = run(fixture, path, "lazy", BY_DURATION, byDuration);
        assertThat(count(turned, HailCounter.BLOCKS_INDEXED)).isEqualTo(blocks);
        assertThat(reading.get().isSuccessful()).isTrue();
      } finally {
        reader.shutdownNow();
      }
      Waiting.untilEqual(
          "the number of replicas", blocks, () -> pseudo(fixture, path, DURATION).size());
      Waiting.until("the others are gone", () -> pseudo(fixture, path, DEST_URL).isEmpty());
      Waiting.untilEqual("the space", length, () -> space(fixture, path).fileUsed());
      Waiting.until(
          "just these are kept", () -> KeptReplicas.of(fixture.cluster()).size() == blocks);
      // Counted since the restart.
      awaitMetric(fixture, "StoredPseudoReplicas", blocks);
      awaitMetric(fixture, "EvictedPseudoReplicas", blocks);
      assertThat(DaemonMetrics.ofNameNodes(fixture.cluster(), "CollectedPseudoReplicas")).isZero();
      awaitMetric(fixture, "PseudoReplicas", blocks);
      awaitMetric(fixture, "PseudoReplicaBytes", length);
      Job lookup = run(fixture, path, "lazy", BY_DURATION, byDuration);
      assertThat(count(lookup, HailCounter.BLOCKS_PSEUDO_REPLICA)).isEqualTo(blocks);
      run(fixture, path, "off", BY_URL, byUrl);

      note(fixture, wanted(path, DEST_URL, length), 100);
      String source = path.toUri().getPath();
      String said = said(fixture, 0, "index", "add", "--by", "destURL", source);
      assertThat(said)
          .contains(source + ": " + blocks + " of " + blocks + " blocks indexed by destURL");
      Matcher removed =
          Pattern.compile(
                  source
                      + ": ([0-9]+) blocks \\([0-9.]+ KB\\) of its index by duration removed to"
                      + " make room")
              .matcher(said);
      assertThat(removed.find()).as(said).isTrue();
      // The space of a grant is free again at once, so two grants may be given the same room.
      int gone = Integer.parseInt(removed.group(1));
      assertThat(gone).isBetween(1, blocks);
      Waiting.until(
          "what was named is gone", () -> pseudo(fixture, path, DURATION).size() == blocks - gone);
    }
  }

  private static void awaitMetric(JobFixture fixture, String name, long value) throws Exception {
    Waiting.untilEqual(name, value, () -> DaemonMetrics.ofNameNodes(fixture.cluster(), name));
  }

  /** Whatever a command says, to whichever stream. */
  private static String said(JobFixture fixture, int code, String... command) throws Exception {
    HailShell.Result result = new HailShell(fixture.cluster()).run(command);
    assertThat(result.code()).as("%s", result).isEqualTo(code);
    return result.said();
  }

  /** Files of one block, of which the cluster has room for the index of one. */
  @Test
  void evictedIndex_inCluster_isNamedOnlyToItsReaders() throws Exception {
    try (JobFixture fixture = start("0s", "-1", "60000")) {
      FileSystem fs = fixture.cluster().fileSystem();
      List<Path> paths = new ArrayList<>();
      for (String name : List.of("ours", "bobs")) {
        paths.add(
            fixture.upload(
                name, Visits.SCHEMA, List.of(Visits.VISIT_DATE), Visits.text(14, 800), 1 << 20));
      }
      Path ours = paths.get(0);
      Path bobs = paths.get(1);
      long length = fs.getFileStatus(ours).getLen();
      assertThat(length).isBetween(30_001L, 60_000L);
      fs.setPermission(ours, new FsPermission((short) 0600));
      fs.setOwner(bobs, "bob", "people");
      String[] toOurs = {"index", "add", "--by", "duration", ours.toUri().getPath()};
      String[] toBobs = {"index", "add", "--by", "duration", bobs.toUri().getPath()};
      assertThat(said(fixture, 0, toOurs)).doesNotContain("to make room");

      UserGroupInformation bob =
          UserGroupInformation.createUserForTesting("bob", new String[] {"people"});
      assertThat(said(bob, fixture, 1, toBobs))
          .contains(bobs.toUri().getPath() + "': no room for an index by duration: ")
          .contains("hail.adaptive.budget.cluster of the namenode allows 60,000 bytes")
          .doesNotContain("hail.adaptive.budget.file");
      note(fixture, wanted(bobs, DURATION, length), 10);
      assertThat(said(bob, fixture, 0, toBobs))
          .containsPattern(
              "1 block \\([0-9.]+ KB\\) of indexes of files that you may not read removed")
          .doesNotContain("ours");
      note(fixture, wanted(ours, DURATION, length), 100);
      assertThat(said(fixture, 0, toOurs))
          .contains(
              "of the index of " + bobs.toUri().getPath() + " by duration removed to make room");
    }
  }

  private static String said(
      UserGroupInformation user, JobFixture fixture, int code, String... command) throws Exception {
    return user.doAs((PrivilegedExceptionAction<String>) () -> said(fixture, code, command));
  }

  @Test
  void indexInUse_worthLittle_stays() throws Exception {
    try (JobFixture fixture = start("1h")) {
      String text = Visits.text(13, ROWS);
      List<String> byUrl = Visits.found(text, field -> field[1].startsWith("http://host7/"));
      List<String> byDuration = Visits.found(text, field -> field[4].equals("3"));
      Path path = upload(fixture, text);
      long length = fixture.cluster().fileSystem().getFileStatus(path).getLen();
      HailFile file = HailFile.open(fixture.cluster().configuration(), path);
      int blocks = file.blocks().size();
      run(fixture, path, "lazy", BY_URL, byUrl);
      assertThat(index(space(fixture, path), DEST_URL).inUse()).isTrue();

      note(fixture, wanted(path, DURATION, length), 40);
      for (String strategy : List.of("lazy", "eager", "selectivity")) {
        Job refused = run(fixture, path, strategy, BY_DURATION, byDuration);
        assertThat(count(refused, HailCounter.BLOCKS_OFFERED)).as(strategy).isZero();
      }
      BlockIndexer byHand = new BlockIndexer(fixture.cluster().configuration(), file, DURATION, "");
      assertThatThrownBy(() -> byHand.index(file.blocks().get(0)))
          .isInstanceOf(NoRoomException.class)
          .hasMessageContaining(path.toUri().getPath() + "': no room for an index by duration: ")
          .hasMessageContaining(HailConfigKeys.ADAPTIVE_BUDGET_FILE + " of the namenode allows")
          .hasMessageNotContaining(HailConfigKeys.ADAPTIVE_BUDGET_CLUSTER);
      assertThat(pseudo(fixture, path, DEST_URL)).hasSize(blocks);
      assertThat(pseudo(fixture, path, DURATION)).isEmpty();
    }
  }
}
