// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.HailMiniCluster.StoppedDataNode;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.PseudoReplica;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.input.MultipleInputs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that leave the files they read better indexed than they found them. */
final class AdaptiveJobTest {

  private static final int ROWS = 8_000;
  private static final int DURATION = 5;

  private static JobFixture fixture;
  private static String text;
  private static int files;

  /** Reads all and writes nothing. */
  static final class Nothing extends Mapper<Text, HailRecord, Text, NullWritable> {
    @Override
    protected void map(Text file, HailRecord row, Context context) {}
  }

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = new Configuration();
    conf.set(HailConfigKeys.NAMENODE_RECOUNT_INTERVAL, "300ms");
    fixture =
        JobFixture.start(
            HailMiniCluster.builder().dataNodes(3).quickHeartbeats().configuration(conf));
    text = Visits.text(11, ROWS);
  }

  @AfterAll
  static void stop() {
    if (fixture != null) {
      fixture.close();
    }
  }

  private static Path upload() throws IOException {
    return fixture.uploadVisits("adaptive" + files++, text, 48 << 10);
  }

  private static Job job(Path path, int duration, String strategy, String rate) throws Exception {
    Configuration conf = fixture.local();
    conf.set(HailConfigKeys.QUERY_FILTER, "duration = " + duration);
    conf.set(HailConfigKeys.QUERY_PROJECTION, "sourceIP,destURL");
    conf.set(HailConfigKeys.ADAPTIVE_STRATEGY, strategy);
    conf.set(HailConfigKeys.ADAPTIVE_OFFER_RATE, rate);
    Job job = Job.getInstance(conf);
    HailJobs.configure(job, FoundRows.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, path);
    return job;
  }

  /** Runs a job and checks its answer. */
  private static Job run(Path path, int duration, String strategy, String rate) throws Exception {
    Job job = job(path, duration, strategy, rate);
    Path output = fixture.run(job);
    assertThat(job.isSuccessful()).isTrue();
    Visits.assertFound(fixture.lines(output, "part-"), text, duration);
    return job;
  }

  private static long count(Job job, HailCounter counter) throws Exception {
    return job.getCounters().findCounter(counter).getValue();
  }

  private static List<PseudoReplica> pseudo(Path path) throws IOException {
    List<PseudoReplica> all = new ArrayList<>();
    for (HailBlock block : HailFile.open(fixture.cluster().configuration(), path).blocks()) {
      all.addAll(block.pseudo());
    }
    return all;
  }

  @Test
  void lazyJobs_oneAfterAnother_indexFileStepByStep() throws Exception {
    Path path = upload();
    int blocks = HailFile.open(fixture.cluster().configuration(), path).blocks().size();
    assertThat(blocks).isGreaterThan(5);
    int perJob = (int) Math.ceil(0.25 * blocks);
    int indexed = 0;
    for (int number = 0; number < 5; number++) {
      Job job = run(path, number, "lazy", "0.25");
      int offered = Math.min(perJob, blocks - indexed);
      assertThat(count(job, HailCounter.BLOCKS_PSEUDO_REPLICA)).isEqualTo(indexed);
      assertThat(count(job, HailCounter.BLOCKS_EQUALITY_INDEX)).isEqualTo(indexed);
      assertThat(count(job, HailCounter.BLOCKS_SCAN)).isEqualTo(blocks - indexed);
      assertThat(count(job, HailCounter.BLOCKS_OFFERED)).isEqualTo(offered);
      assertThat(count(job, HailCounter.BLOCKS_INDEXED)).isEqualTo(offered);
      assertThat(count(job, HailCounter.BLOCKS_NOT_INDEXED)).isZero();
      indexed += offered;
      assertThat(pseudo(path)).hasSize(indexed);
    }
    assertThat(indexed).isEqualTo(blocks);
    assertThat(pseudo(path)).allMatch(replica -> replica.sortAttribute() == DURATION);
  }

  @Test
  void eagerJobs_afterFirst_followWhatItCost() throws Exception {
    Path path = upload();
    int blocks = HailFile.open(fixture.cluster().configuration(), path).blocks().size();
    Job first = run(path, 0, "eager", "0.25");
    assertThat(count(first, HailCounter.BLOCKS_INDEXED)).isEqualTo((long) Math.ceil(0.25 * blocks));
    int indexed = pseudo(path).size();
    for (int number = 1; number < 4; number++) {
      Job next = run(path, number, "eager", "0.25");
      assertThat(count(next, HailCounter.BLOCKS_EQUALITY_INDEX)).isEqualTo(indexed);
      indexed += (int) count(next, HailCounter.BLOCKS_INDEXED);
      assertThat(pseudo(path)).hasSize(indexed);
    }
    FileSystem fs = fixture.cluster().fileSystem();
    String attribute = "user.hail.adaptive." + DURATION;
    // The first job tells of index scans that nobody has seen one yet.
    Waiting.until(
        "what jobs cost is kept with the file",
        () ->
            fs.getXAttrs(path).containsKey(attribute)
                && new String(fs.getXAttr(path, attribute), UTF_8)
                    .matches(
                        "target=[0-9.]+s task-start=[0-9.]+s scan=[0-9.]+s"
                            + " index-overhead=[0-9.]+s index-scan=[0-9.]+s"));
    // With all the time in the world the rest follows at once.
    Job rest = job(path, 9, "eager", "0.25");
    rest.getConfiguration().set(HailConfigKeys.ADAPTIVE_TARGET, "1d");
    Path output = fixture.run(rest);
    Visits.assertFound(fixture.lines(output, "part-"), text, 9);
    assertThat(pseudo(path)).hasSize(blocks);
  }

  /** There it has no heap of its own, and the job no second attempt. */
  @Test
  void task_insideApplicationMaster_indexesNothing() throws Exception {
    Path path = upload();
    Job job = job(path, 4, "lazy", "1");
    job.getConfiguration().setBoolean("mapreduce.task.uberized", true);
    Path output = fixture.run(job);
    assertThat(job.isSuccessful()).isTrue();
    Visits.assertFound(fixture.lines(output, "part-"), text, 4);
    assertThat(count(job, HailCounter.BLOCKS_OFFERED)).isZero();
    assertThat(pseudo(path)).isEmpty();
    assertThat(IndexingOutcome.whyNone(job.getConfiguration(), job.getCounters()))
        .contains(" blocks of tasks that ran again or in the application master");
  }

  @Test
  void selectiveJob_withRate_indexesThatManyBlocks() throws Exception {
    Path path = upload();
    int blocks = HailFile.open(fixture.cluster().configuration(), path).blocks().size();
    Job job = run(path, 2, "selectivity", "0.5");
    assertThat(count(job, HailCounter.BLOCKS_INDEXED)).isEqualTo((long) Math.ceil(0.5 * blocks));
    Job next = run(path, 3, "lazy,selectivity", "0.5");
    assertThat(count(next, HailCounter.BLOCKS_PSEUDO_REPLICA))
        .isEqualTo((long) Math.ceil(0.5 * blocks));
    assertThat(pseudo(path)).hasSize(blocks);
  }

  /** It reads a block for its filter, and as a whole if it is to index it. */
  @Test
  void bytesReadForIndex_inSelectiveJob_areCounted() throws Exception {
    Path path = fixture.uploadVisits("large", Visits.text(12, 40_000), 1 << 20);
    Job job = job(path, 3, "selectivity", "1");
    fixture.run(job);
    assertThat(count(job, HailCounter.BLOCKS_INDEXED)).isEqualTo(pseudo(path).size()).isPositive();
    assertThat(count(job, HailCounter.BYTES_READ))
        .isGreaterThan(count(job, HailCounter.INDEX_BYTES_WRITTEN))
        .isEqualTo(job.getCounters().findCounter(FileInputFormatCounter.BYTES_READ).getValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager", "selectivity"})
  void blocks_withoutMemory_areTurnedAwayOnlyIfChosen(String strategy) throws Exception {
    Path path = upload();
    int blocks = HailFile.open(fixture.cluster().configuration(), path).blocks().size();
    Job job = job(path, 3, strategy, "0.1");
    // Too little for any.
    job.getConfiguration().set(HailConfigKeys.ADAPTIVE_MEMORY_MAX, "1k");
    fixture.run(job);
    assertThat(count(job, HailCounter.BLOCKS_OFFERED)).isZero();
    // Nobody asks the namenode for what has no room: others could not use that grant.
    boolean chosen = strategy.equals("lazy");
    assertThat(count(job, HailCounter.BLOCKS_TURNED_AWAY)).isEqualTo(chosen ? 1 : 0);
    String large = " too large for the memory of a task, hail.adaptive.memory.max or a third of";
    assertThat(IndexingOutcome.whyNone(job.getConfiguration(), job.getCounters()))
        .contains((chosen ? "; 1 block" : ": " + blocks + " blocks") + large)
        .endsWith(" its heap");
    assertThat(count(job, HailCounter.BLOCKS_TOO_LARGE)).isEqualTo(chosen ? 1 : blocks);
  }

  /** Their planner sees a copy of the job's configuration only. */
  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager", "selectivity"})
  void tasksOfMultipleInputs_reading_askForBlocksToo(String strategy) throws Exception {
    Path one = upload();
    Path other = upload();
    Job job = job(one, 5, strategy, "1");
    job.getConfiguration().unset(FileInputFormat.INPUT_DIR);
    MultipleInputs.addInputPath(job, one, HailInputFormat.class, FoundRows.class);
    MultipleInputs.addInputPath(job, other, HailInputFormat.class, Nothing.class);

    Path output = fixture.run(job);

    assertThat(job.isSuccessful()).isTrue();
    Visits.assertFound(fixture.lines(output, "part-"), text, 5);
    int blocks = HailFile.open(fixture.cluster().configuration(), one).blocks().size();
    assertThat(pseudo(one)).hasSize(blocks);
    assertThat(pseudo(other)).hasSize(blocks);
  }

  @Test
  void blocks_withMostRowsQualifying_areNotIndexed() throws Exception {
    Path path = upload();
    Job job = job(path, 0, "selectivity", "1");
    job.getConfiguration().set(HailConfigKeys.QUERY_FILTER, "duration < 590");
    fixture.run(job);
    assertThat(job.isSuccessful()).isTrue();
    assertThat(count(job, HailCounter.BLOCKS_OFFERED)).isZero();
    assertThat(pseudo(path)).isEmpty();
    int blocks = HailFile.open(fixture.cluster().configuration(), path).blocks().size();
    assertThat(IndexingOutcome.whyNone(job.getConfiguration(), job.getCounters()))
        .endsWith(
            ": "
                + blocks
                + " blocks that the namenode did not grant, for want of time or room or because"
                + " too many rows qualify");
  }

  /** Jobs of all strategies, some at once, while indexes are dropped and files made anew. */
  @Test
  void mixedJobs_withDropsAndOverwrites_areRightAndLeaveNoGarbage() throws Exception {
    long seed = Long.getLong("hail.test.seed", 31);
    Random random = new Random(seed);
    String[] strategies = {"off", "lazy", "eager", "selectivity", "eager,selectivity"};
    Path[] paths = {upload(), upload()};

    // A file is made anew, an index is dropped, or one or two jobs read a file.
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int step = 0; step < 10; step++) {
        int which = random.nextInt(2);
        Path path = paths[which];
        String what = "seed " + seed + ", step " + step;
        switch (random.nextInt(6)) {
          case 0 -> {
            fixture.cluster().fileSystem().delete(path, false);
            paths[which] = upload();
          }
          case 1 -> drop(path);
          default -> {
            List<Future<Job>> running = new ArrayList<>();
            for (int i = random.nextInt(2); i >= 0; i--) {
              int duration = random.nextInt(600);
              String strategy = strategies[random.nextInt(strategies.length)];
              String rate = Double.toString(random.nextInt(11) / 10.0);
              running.add(threads.submit(() -> run(path, duration, strategy, rate)));
            }
            for (Future<Job> job : running) {
              assertThat(job.get().isSuccessful()).as(what).isTrue();
            }
          }
        }
      }
    } finally {
      threads.shutdownNow();
    }

    // Datanodes keep what readers are told of, and nothing else.
    Waiting.until(
        "each pseudo replica is one of a file that is there, seed " + seed,
        () -> KeptReplicas.of(fixture.cluster()).equals(known(new Path("/hail"))));
  }

  private static void drop(Path path) throws IOException {
    try (HailClientProtocol directory =
        HailProxies.clientProxy(fixture.cluster().configuration(), fixture.cluster().uri())) {
      directory.dropIndex(path.toUri().getPath(), DURATION);
    }
  }

  /** Names of the pseudo replicas that readers of a directory's files are told of, sorted. */
  private static List<String> known(Path directory) throws IOException {
    List<String> known = new ArrayList<>();
    for (FileStatus file : fixture.cluster().fileSystem().listStatus(directory)) {
      pseudo(file.getPath()).forEach(replica -> known.add(KeptReplicas.name(replica)));
    }
    return known.stream().sorted().toList();
  }

  @Test
  void offerRate_ofSeveralFiles_isThatOfAllTogether() throws Exception {
    List<String> lines = text.lines().limit(400).toList();
    for (int i = 0; i < 20; i++) {
      String part = String.join("\n", lines.subList(20 * i, 20 * i + 20)) + "\n";
      fixture.upload("many/part" + i, Visits.SCHEMA, List.of(Visits.VISIT_DATE), part, 1 << 20);
    }
    Path directory = fixture.cluster().fileSystem().makeQualified(new Path("/hail/many"));
    for (int round = 1; round <= 2; round++) {
      Job job = job(directory, 1, "lazy", "0.1");
      fixture.run(job);
      assertThat(job.isSuccessful()).isTrue();
      assertThat(count(job, HailCounter.BLOCKS_INDEXED)).as("job %d", round).isEqualTo(2);
    }
    // A restart of the namenode would make it forget, for hours, what it has not deleted yet.
    deleteWithReplicas(directory, 4);
  }

  /** It is read twice, and has no more blocks for that. */
  @ParameterizedTest
  @ValueSource(strings = {"lazy", "eager", "selectivity"})
  void file_namedTwiceInJob_isIndexedByItsRate(String strategy) throws Exception {
    Path path = upload();
    int blocks = HailFile.open(fixture.cluster().configuration(), path).blocks().size();
    Job job = job(path, 3, strategy, "0.5");
    FileInputFormat.addInputPath(job, path);
    Path output = fixture.run(job);
    List<String> found = Visits.found(text, 3);
    Visits.assertRows(
        fixture.lines(output, "part-"),
        Stream.of(found, found).flatMap(List::stream).sorted().toList());
    assertThat(pseudo(path)).hasSize((int) Math.ceil(0.5 * blocks));
  }

  @Test
  void eagerJob_overManyFiles_hasOnePlanForAll() throws Exception {
    List<String> lines = text.lines().limit(400).toList();
    for (int i = 0; i < 20; i++) {
      String part = String.join("\n", lines.subList(20 * i, 20 * i + 20)) + "\n";
      fixture.upload("eager/part" + i, Visits.SCHEMA, List.of(Visits.VISIT_DATE), part, 1 << 20);
    }
    Path directory = fixture.cluster().fileSystem().makeQualified(new Path("/hail/eager"));
    // A tenth of the blocks, not one of each file.
    assertThat(indexedByEagerJob(directory, 1, "0s")).isEqualTo(2);
    // No time for any.
    assertThat(indexedByEagerJob(directory, 2, "1ms")).isZero();
    // No less than a tenth.
    long third = indexedByEagerJob(directory, 3, "0s");
    assertThat(third).isBetween(2L, 18L);
    // Time for all.
    assertThat(indexedByEagerJob(directory, 4, "1d")).isEqualTo(18 - third);
    deleteWithReplicas(directory, 20);
  }

  /**
   * Deletes a directory and waits until its pseudo replicas are gone, whatever becomes of others.
   */
  private static void deleteWithReplicas(Path directory, int count) throws Exception {
    List<String> replicas = known(directory);
    assertThat(replicas).hasSize(count).isSubsetOf(KeptReplicas.of(fixture.cluster()));
    fixture.cluster().fileSystem().delete(directory, true);
    Waiting.until(
        "they are gone",
        () -> KeptReplicas.of(fixture.cluster()).stream().noneMatch(replicas::contains));
  }

  private static long indexedByEagerJob(Path directory, int duration, String target)
      throws Exception {
    Job job = job(directory, duration, "eager", "0.1");
    job.getConfiguration().set(HailConfigKeys.ADAPTIVE_TARGET, target);
    fixture.run(job);
    assertThat(job.isSuccessful()).isTrue();
    return count(job, HailCounter.BLOCKS_INDEXED);
  }

  /** The namenode would refuse what a task had sorted. */
  @Test
  void job_overSnapshot_offersNoBlock() throws Exception {
    DistributedFileSystem fs = fixture.cluster().fileSystem();
    Path path = fixture.uploadVisits("snapshots/file", text, 48 << 10);
    fs.allowSnapshot(path.getParent());
    Path snapshot = fs.createSnapshot(path.getParent(), "s");
    for (String strategy : List.of("lazy", "eager", "selectivity")) {
      Job job = run(new Path(snapshot, path.getName()), 3, strategy, "1");
      assertThat(count(job, HailCounter.BLOCKS_SCAN)).as(strategy).isPositive();
      assertThat(count(job, HailCounter.BLOCKS_OFFERED)).as(strategy).isZero();
      assertThat(count(job, HailCounter.BLOCKS_NOT_INDEXED)).as(strategy).isZero();
      assertThat(IndexingOutcome.whyNone(job.getConfiguration(), job.getCounters()))
          .as(strategy)
          .contains(" blocks of files in a snapshot");
    }
    assertThat(pseudo(path)).isEmpty();
    fs.deleteSnapshot(path.getParent(), "s");
    fs.disallowSnapshot(path.getParent());
    fs.delete(path.getParent(), true);
  }

  @Test
  void job_withoutStrategy_leavesNothingBehind() throws Exception {
    Path path = upload();
    Job job = run(path, 3, "off", "1");
    assertThat(count(job, HailCounter.BLOCKS_OFFERED)).isZero();
    assertThat(pseudo(path)).isEmpty();
  }

  @Test
  void job_whoseFilterHasIndex_makesNoNewOne() throws Exception {
    Path path = upload();
    Job job = job(path, 1, "lazy", "1");
    job.getConfiguration().set(HailConfigKeys.QUERY_FILTER, "sourceIP = '1.7.0.1'");
    fixture.run(job);
    assertThat(job.isSuccessful()).isTrue();
    assertThat(count(job, HailCounter.BLOCKS_OFFERED)).isZero();
    assertThat(pseudo(path)).isEmpty();
    int blocks = HailFile.open(fixture.cluster().configuration(), path).blocks().size();
    assertThat(IndexingOutcome.whyNone(job.getConfiguration(), job.getCounters()))
        .endsWith(": " + blocks + " blocks with an index that fits the filter");
  }

  @Test
  void pseudoReplicas_afterNamenodeRestart_areStillThere() throws Exception {
    Path path = upload();
    run(path, 4, "lazy", "1");
    List<PseudoReplica> before = pseudo(path);
    assertThat(before).isNotEmpty();
    fixture.cluster().restartNameNodes();
    fixture.awaitDirectory();
    Waiting.until(
        "the pseudo replicas are known again", () -> pseudo(path).size() == before.size());
    Job job = run(path, 5, "lazy", "1");
    assertThat(count(job, HailCounter.BLOCKS_SCAN)).isZero();
  }

  @Test
  void pseudoReplicas_ofDeletedSource_goWithIt() throws Exception {
    Path path = upload();
    run(path, 6, "lazy", "1");
    List<String> replicas = pseudo(path).stream().map(KeptReplicas::name).toList();
    assertThat(replicas).isNotEmpty();
    fixture.cluster().fileSystem().delete(path, false);
    Waiting.until(
        "they are gone",
        () -> KeptReplicas.of(fixture.cluster()).stream().noneMatch(replicas::contains));
  }

  @Test
  void pseudoReplicas_lostWithDatanode_areMadeAnew() throws Exception {
    Path path = upload();
    run(path, 7, "lazy", "1");
    List<PseudoReplica> before = pseudo(path);
    String uuid = before.get(0).datanodeUuid();
    StoppedDataNode stopped = fixture.loseDataNode(uuid);
    try {
      Waiting.until("they are gone", () -> pseudo(path).size() < before.size());
      // Jobs scan those blocks, and index them again.
      run(path, 8, "lazy", "1");
      assertThat(pseudo(path)).hasSameSizeAs(before);
      assertThat(pseudo(path)).noneMatch(replica -> replica.datanodeUuid().equals(uuid));
      Job job = run(path, 9, "lazy", "1");
      assertThat(count(job, HailCounter.BLOCKS_SCAN)).isZero();
    } finally {
      fixture.startDataNode(stopped);
    }
  }
}
