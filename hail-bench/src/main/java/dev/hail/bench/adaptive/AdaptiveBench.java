// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.adaptive;

import dev.hail.bench.cluster.SmallCluster;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.job.CpuMeter;
import dev.hail.bench.job.CpuMeter.Metered;
import dev.hail.bench.job.JobResult;
import dev.hail.bench.job.JobRunner;
import dev.hail.bench.measure.CaseLog;
import dev.hail.bench.report.Figures;
import dev.hail.bench.upload.Uploads;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.IndexSpread;
import dev.hail.conf.HailConfigKeys;
import dev.hail.format.schema.Schema;
import dev.hail.mapreduce.HailCounter;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;

/**
 * Runs sequences of jobs on one cluster. Each job runs on text, on a HAIL file that is never
 * indexed, and on one HAIL file per variant. The jobs index the variants' files step by step. All
 * systems run a job before the next job starts. The first HAIL file changes from sequence to
 * sequence. Each sequence begins with freshly uploaded files.
 */
final class AdaptiveBench {
  static final String HADOOP = "hadoop";
  static final String OFF = "off";
  static final String HAIL = "hail";

  private static final Path DIRECTORY = new Path("/bench/adaptive");
  private static final Path OUTPUT = new Path("/bench/output");

  private final HailMiniCluster cluster;
  private final AdaptiveTable table;
  private final java.nio.file.Path text;
  private final List<AdaptiveVariant> variants;
  private final int sequences;
  private final int jobs;
  private final int blocksPerSplit;
  private final StepLog log;
  private final CaseLog cases;
  private final Map<AdaptiveVariant, Long> indexed = new EnumMap<>(AdaptiveVariant.class);

  AdaptiveBench(
      HailMiniCluster cluster,
      AdaptiveTable table,
      java.nio.file.Path text,
      List<AdaptiveVariant> variants,
      int sequences,
      int jobs,
      int blocksPerSplit,
      StepLog log,
      CaseLog cases) {
    this.cluster = cluster;
    this.table = table;
    this.text = text;
    this.variants = List.copyOf(variants);
    this.sequences = sequences;
    this.jobs = jobs;
    this.blocksPerSplit = blocksPerSplit;
    this.log = log;
    this.cases = cases;
  }

  /** Returns the number of steps that {@link #run} reports to the log. */
  static int steps(int variants, int sequences, int jobs) {
    return 2 + 2 + sequences * (variants + jobs * (variants + 2));
  }

  /**
   * Uploads the files, runs two jobs that are not counted (one on text, one on HAIL), then runs the
   * sequences.
   *
   * @throws IOException if a job fails or two systems give different answers
   */
  void run(String casePrefix) throws IOException, InterruptedException {
    uploadText();
    List<ValueRange> ranges = ValueRange.of(text, table, table.shares(jobs));
    uploadForHail(OFF);
    // No job uses the warm-up's range.
    warmUp(ranges.get(0));
    for (int sequence = 1; sequence <= sequences; sequence++) {
      for (AdaptiveVariant variant : variants) {
        uploadForHail(variant.id());
      }
      indexed.clear();
      for (int job = 1; job <= jobs; job++) {
        runJob(casePrefix, job, ranges.get(job), sequence);
      }
    }
  }

  private void uploadText() throws IOException, InterruptedException {
    cluster.fileSystem().mkdirs(DIRECTORY);
    log.begin("Upload as text");
    uploads().toHdfs(text, new Path(DIRECTORY, HADOOP), done -> log.progress(done, ""));
    log.end("done");
  }

  private void uploadForHail(String name) throws IOException, InterruptedException {
    Path file = new Path(DIRECTORY, name);
    cluster.fileSystem().delete(file, false);
    log.begin("Upload for " + name);
    uploads()
        .toHail(
            text,
            Schema.parse(table.schemaSql()),
            table.indexAttributes(),
            file,
            done -> log.progress(done, ""));
    log.end("done");
  }

  private Uploads uploads() {
    return new Uploads(cluster.fileSystem(), cluster.configuration(), SmallCluster.NODES);
  }

  private void warmUp(ValueRange range) throws IOException, InterruptedException {
    log.begin("Warm-up: text");
    plain(range);
    log.end("not counted");
    log.begin("Warm-up: HAIL without indexing");
    hail(range, Optional.empty());
    log.end("not counted");
  }

  private void runJob(String casePrefix, int number, ValueRange range, int sequence)
      throws IOException, InterruptedException {
    log.begin("Job " + number + " on text");
    Metered<Ran> hadoop = plain(range);
    log.end(describe(hadoop));
    Map<String, Metered<Ran>> ran = new HashMap<>();
    for (Optional<AdaptiveVariant> variant : inTurn(sequence)) {
      ran.put(file(variant), runOnHail(number, range, variant, hadoop));
    }
    for (AdaptiveVariant variant : variants) {
      Metered<Ran> ours = ran.get(variant.id());
      String name = casePrefix + table.id() + "/" + variant.id() + "/job" + number;
      record(name, HADOOP, hadoop);
      record(name, OFF, ran.get(OFF));
      record(name, HAIL, ours);
      cases.add(name, HAIL, "bytes_written", (double) ours.result().bytesWritten());
      cases.add(name, HAIL, "indexed_blocks", (double) indexed.get(variant));
      cases.add(name, HAIL, "replicas_max_by_mean", spread(variant));
      if (sequence == sequences) {
        cases.finish(name);
      }
    }
  }

  /** Returns how evenly the indexes are spread over the datanodes now. */
  private double spread(AdaptiveVariant variant) throws IOException {
    HailFile file =
        HailFile.open(cluster.configuration(), new Path(DIRECTORY, file(Optional.of(variant))));
    return IndexSpread.of(file.blocks(), table.filterAttribute());
  }

  /**
   * Returns the runs in turn, an empty one for no indexing; each sequence begins with another one.
   */
  private List<Optional<AdaptiveVariant>> inTurn(int sequence) {
    List<Optional<AdaptiveVariant>> turns = new ArrayList<>();
    turns.add(Optional.empty());
    variants.forEach(variant -> turns.add(Optional.of(variant)));
    Collections.rotate(turns, 1 - sequence);
    return turns;
  }

  private static String file(Optional<AdaptiveVariant> variant) {
    return variant.map(AdaptiveVariant::id).orElse(OFF);
  }

  private Metered<Ran> runOnHail(
      int number, ValueRange range, Optional<AdaptiveVariant> variant, Metered<Ran> expected)
      throws IOException, InterruptedException {
    log.begin("Job " + number + ", " + file(variant));
    Metered<Ran> found = hail(range, variant);
    check(number, file(variant), expected, found);
    String blocks = "";
    if (variant.isPresent()) {
      long sum = indexed.merge(variant.get(), found.result().blocksIndexed(), Long::sum);
      blocks = ", " + Figures.counted(sum, "block") + " indexed";
    }
    log.end(describe(found) + blocks);
    return found;
  }

  /** A job's result and what it indexed. */
  private record Ran(JobResult job, long blocksIndexed, long bytesWritten) {}

  private Metered<Ran> plain(ValueRange range) throws IOException, InterruptedException {
    cluster.fileSystem().delete(OUTPUT, true);
    Configuration conf = new Configuration(cluster.configuration());
    Job job = SelectionJobs.plain(conf, table, range, new Path(DIRECTORY, HADOOP), OUTPUT);
    return CpuMeter.of(
        () -> new Ran(JobRunner.runPlain(job, done -> log.progress(done, "map")), 0, 0));
  }

  private Metered<Ran> hail(ValueRange range, Optional<AdaptiveVariant> variant)
      throws IOException, InterruptedException {
    cluster.fileSystem().delete(OUTPUT, true);
    Configuration conf = new Configuration(cluster.configuration());
    conf.setInt(HailConfigKeys.SPLITTING_SCAN_BLOCKS_PER_SPLIT, blocksPerSplit);
    variant.ifPresent(chosen -> chosen.applyTo(conf));
    Job job = SelectionJobs.hail(conf, table, range, new Path(DIRECTORY, file(variant)), OUTPUT);
    return CpuMeter.of(
        () -> {
          JobResult result = JobRunner.runHail(job, done -> log.progress(done, "map"));
          return new Ran(
              result,
              job.getCounters().findCounter(HailCounter.BLOCKS_INDEXED).getValue(),
              job.getCounters().findCounter(HailCounter.INDEX_BYTES_WRITTEN).getValue());
        });
  }

  private static void check(int number, String who, Metered<Ran> expected, Metered<Ran> found)
      throws IOException {
    if (!expected.result().job().output().equals(found.result().job().output())) {
      throw new IOException(
          "Job "
              + number
              + ": "
              + who
              + " gives other rows than "
              + HADOOP
              + ". Run it again with --keep and compare the files");
    }
  }

  private void record(String name, String system, Metered<Ran> ran) {
    JobResult job = ran.result().job();
    cases.add(name, system, "job_s", job.seconds());
    cases.add(name, system, "reader_s", job.readerSeconds());
    cases.add(name, system, "cpu_s", ran.cpuSeconds());
  }

  private static String describe(Metered<Ran> ran) {
    JobResult job = ran.result().job();
    return Figures.seconds(job.seconds())
        + ", RecordReader "
        + Figures.seconds(job.readerSeconds())
        + ", CPU "
        + Figures.seconds(ran.cpuSeconds());
  }
}
