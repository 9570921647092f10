// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.bench.job.OutputFingerprint;
import dev.hail.examples.ExampleTable;
import dev.hail.examples.generate.RowStream;
import dev.hail.examples.job.ExampleJob;
import dev.hail.format.schema.Schema;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** All queries on Parquet and ORC against the plain jobs, without a cluster. */
class PeerJobsTest {
  private static final long TEXT_BYTES = 1 << 19;
  private static final long SEED = 7;

  private final Configuration configuration = local();

  @TempDir java.nio.file.Path directory;

  @ParameterizedTest
  @EnumSource(ExampleTable.class)
  void parquetAndOrcJobs_onSameRows_answerLikePlainJobs(ExampleTable table) throws Exception {
    java.nio.file.Path text = text(table);
    Map<PeerFormat, Path> files = new EnumMap<>(PeerFormat.class);
    for (PeerFormat format : PeerFormat.values()) {
      files.put(format, upload(table, format, text));
    }
    for (ExampleJob query : table.jobs()) {
      OutputFingerprint expected = plain(query, text);
      for (PeerFormat format : PeerFormat.values()) {
        assertThat(answer(format, query, files.get(format)))
            .as("%s on %s", query.name(), format)
            .isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(PeerFormat.class)
  void peerJob_missingRows_isNoticed(PeerFormat format) throws Exception {
    java.nio.file.Path text = text(ExampleTable.USERVISITS);
    java.nio.file.Path less = directory.resolve("less.csv");
    List<String> lines = Files.readAllLines(text);
    Files.write(less, lines.subList(0, lines.size() - lines.size() / 10));
    Path files = upload(ExampleTable.USERVISITS, format, less);
    ExampleJob query = ExampleTable.USERVISITS.jobs().get(4);

    assertThat(answer(format, query, files)).isNotEqualTo(plain(query, text));
  }

  private java.nio.file.Path text(ExampleTable table) throws Exception {
    java.nio.file.Path text = directory.resolve("text.csv");
    try (RowStream rows = new RowStream(table.rows(SEED), TEXT_BYTES, Long.MAX_VALUE);
        OutputStream out = Files.newOutputStream(text)) {
      rows.transferTo(out);
    }
    return text;
  }

  private Path upload(ExampleTable table, PeerFormat format, java.nio.file.Path text)
      throws Exception {
    Path target = new Path(directory.resolve(format.id()).toUri());
    Schema schema = Schema.parse(table.schemaSql());
    new PeerUpload(configuration, format, schema, table.indexAttributes().get(0))
        .run(text, target, directory, done -> {});
    FileStatus[] files = target.getFileSystem(configuration).listStatus(target);
    assertThat(files).isNotEmpty();
    return target;
  }

  private OutputFingerprint answer(PeerFormat format, ExampleJob query, Path files)
      throws Exception {
    Path output = output(query.name() + format.id());
    return run(PeerJobs.job(configuration, format, query.name(), files, output), output);
  }

  private OutputFingerprint plain(ExampleJob query, java.nio.file.Path text) throws Exception {
    Path output = output(query.name());
    return run(query.plain(configuration, new Path(text.toUri()), output), output);
  }

  private Path output(String name) throws Exception {
    Path output = new Path(directory.resolve("output-" + name).toUri());
    FileSystem.getLocal(configuration).delete(output, true);
    return output;
  }

  private OutputFingerprint run(Job job, Path output) throws Exception {
    assertThat(job.waitForCompletion(false)).as(job.getJobName()).isTrue();
    return OutputFingerprint.of(output.getFileSystem(configuration), output);
  }

  private static Configuration local() {
    Configuration conf = new Configuration();
    conf.set(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
    conf.set("fs.defaultFS", "file:///");
    conf.setInt(MRJobConfig.IO_SORT_MB, 1);
    conf.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 20);
    return conf;
  }
}
