// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.demo;

import dev.hail.bench.cluster.SmallCluster;
import dev.hail.bench.console.StepLog;
import dev.hail.bench.job.JobResult;
import dev.hail.bench.job.JobRunner;
import dev.hail.bench.report.Figures;
import dev.hail.bench.upload.UploadResult;
import dev.hail.bench.upload.Uploads;
import dev.hail.client.read.HailFile;
import dev.hail.examples.ExampleTable;
import dev.hail.examples.generate.RowStream;
import dev.hail.examples.job.ExampleJob;
import dev.hail.format.schema.Schema;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionInfo;

/** Runs the demo: the same data and the same jobs on plain Hadoop and on HAIL. */
final class Demo {
  /** The table that it generates. */
  static final ExampleTable TABLE = ExampleTable.USERVISITS;

  private static final long WARM_UP_BYTES = 32L << 20;
  private static final org.apache.hadoop.fs.Path PLAIN_FILE =
      new org.apache.hadoop.fs.Path("/demo/uservisits.csv");
  private static final org.apache.hadoop.fs.Path HAIL_FILE =
      new org.apache.hadoop.fs.Path("/demo/uservisits.hail");

  private final DemoSettings settings;
  private final StepLog log;
  private final HailMiniCluster cluster;

  /**
   * @param cluster cluster with YARN; the caller closes it
   */
  Demo(DemoSettings settings, StepLog log, HailMiniCluster cluster) {
    this.settings = settings;
    this.log = log;
    this.cluster = cluster;
  }

  /** Returns the number of steps that {@link #run} reports to the log. */
  static int steps(DemoSettings settings) {
    return 5 + 2 * settings.jobs().size();
  }

  DemoResults run() throws IOException, InterruptedException {
    Path text = settings.directory().resolve("uservisits.csv");
    Schema schema = Schema.parse(TABLE.schemaSql());
    log.begin("Generate UserVisits");
    long rows = generate(text, settings.textBytes());
    log.end(Figures.bytes(Files.size(text)) + ", " + Figures.counted(rows, "row"));

    Uploads uploads =
        new Uploads(cluster.fileSystem(), cluster.configuration(), SmallCluster.NODES);
    log.begin("Warm up both uploads");
    warmUp(uploads, schema);
    log.end("done; not measured");

    log.begin("Upload to HDFS");
    UploadResult hdfs = uploads.toHdfs(text, PLAIN_FILE, done -> log.progress(done, ""));
    log.end(describe(hdfs));
    log.begin("Upload with HAIL, 3 indexes");
    UploadResult hail =
        uploads.toHail(
            text, schema, TABLE.indexAttributes(), HAIL_FILE, done -> log.progress(done, ""));
    log.end(describe(hail));

    log.begin("Read the index map");
    IndexMap indexMap = IndexMaps.of(HailFile.open(cluster.configuration(), HAIL_FILE));
    log.end(Figures.counted(hail.blocks(), "block"));
    List<QueryResult> queries = new ArrayList<>();
    for (ExampleJob job : settings.jobs()) {
      queries.add(query(job));
    }
    return new DemoResults(setting(Files.size(text), rows), hdfs, hail, queries, indexMap);
  }

  private QueryResult query(ExampleJob example) throws IOException, InterruptedException {
    Configuration conf = cluster.configuration();
    org.apache.hadoop.fs.Path output = new org.apache.hadoop.fs.Path("/demo/out", example.name());
    log.begin(example.name() + " on plain Hadoop");
    JobResult hadoop =
        JobRunner.runPlain(
            example.plain(conf, PLAIN_FILE, new org.apache.hadoop.fs.Path(output, "plain")),
            done -> log.progress(done, "map"));
    log.end(describe(hadoop));
    log.begin(example.name() + " on HAIL");
    JobResult hail =
        JobRunner.runHail(
            example.hail(conf, HAIL_FILE, new org.apache.hadoop.fs.Path(output, "hail")),
            done -> log.progress(done, "map"));
    QueryResult result = new QueryResult(example.name(), example.sql(), hadoop, hail);
    log.end(describe(hail) + (result.equal() ? ", equal" : ", NOT EQUAL"));
    return result;
  }

  private long generate(Path target, long bytes) throws IOException {
    try (RowStream rows = new RowStream(TABLE.rows(settings.seed()), bytes, Long.MAX_VALUE);
        OutputStream out = Files.newOutputStream(target)) {
      rows.transferTo(out);
      return rows.rows();
    }
  }

  /** Runs both uploads once on a small text, because code that runs for the first time is slow. */
  private void warmUp(Uploads uploads, Schema schema) throws IOException, InterruptedException {
    Path text = settings.directory().resolve("warm-up.csv");
    generate(text, Math.min(WARM_UP_BYTES, settings.textBytes()));
    org.apache.hadoop.fs.Path directory = new org.apache.hadoop.fs.Path("/demo/warm-up");
    uploads.toHdfs(text, new org.apache.hadoop.fs.Path(directory, "plain"), done -> {});
    uploads.toHail(
        text,
        schema,
        TABLE.indexAttributes(),
        new org.apache.hadoop.fs.Path(directory, "hail"),
        done -> {});
    cluster.fileSystem().delete(directory, true);
    Files.delete(text);
  }

  private DemoResults.Setting setting(long textBytes, long rows) {
    return new DemoResults.Setting(
        textBytes,
        rows,
        settings.seed(),
        settings.blockBytes(),
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().toString(),
        VersionInfo.getVersion());
  }

  private static String describe(UploadResult upload) {
    return Figures.seconds(upload.seconds())
        + ", "
        + Figures.bytes(upload.storedBytes())
        + " on disk";
  }

  private static String describe(JobResult job) {
    return Figures.seconds(job.seconds())
        + " with "
        + Figures.counted(job.mapTasks(), "map task")
        + ", RecordReader "
        + Figures.seconds(job.readerSeconds());
  }
}
