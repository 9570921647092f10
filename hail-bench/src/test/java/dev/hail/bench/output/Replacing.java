// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.HailShell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Commands that replace what a file system has, each with an old and a new output. */
enum Replacing {
  PUT("put --overwrite --block-size 16k --schema SCHEMA --index k,day hdfs:///LINES.csv"),
  COPY("cp --overwrite hdfs:///LINES"),
  GENERATE("generate synthetic --seed SEED --rows 500 --overwrite --output"),
  QUERY("query --overwrite hdfs:///LINES --output");

  private final String words;

  Replacing(String words) {
    this.words = words;
  }

  /** What a command writes: another number of rows. */
  enum Version {
    OLD(300),
    NEW(2_000);

    private final int rows;

    Version(int rows) {
      this.rows = rows;
    }

    String text() {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < rows; i++) {
        text.append(i).append(",a name of ").append(this).append(",2001-01-01\n");
      }
      return text.toString();
    }
  }

  /**
   * Writes {@code /OLD.csv}, {@code /NEW.csv} and HAIL files of their rows, unless they are there.
   */
  static void writeInputs(HailShell shell) throws Exception {
    FileSystem hdfs = shell.cluster().fileSystem();
    for (Version version : Version.values()) {
      if (hdfs.exists(new Path("/" + version))) {
        continue;
      }
      try (var out = hdfs.create(new Path("/" + version + ".csv"))) {
        out.writeBytes(version.text());
      }
      run(shell, PUT.line(version, new Path("/" + version)));
    }
  }

  /** The command line without {@code hail}, with the output under the default file system. */
  String[] line(Version version, Path output) {
    return Stream.of((words + " hdfs://" + output.toUri().getPath()).split(" "))
        .map(word -> word.equals("SCHEMA") ? CommandInputs.SCHEMA : word)
        .map(word -> word.equals("SEED") ? "" + version.rows : word)
        .map(word -> word.replace("LINES", "" + version))
        .toArray(String[]::new);
  }

  /** Runs the command in this process. */
  void write(HailShell shell, Version version, Path output) throws Exception {
    HailShell.Result written =
        HailShell.run(CommandInputs.localJobs(shell.cluster()), "", line(version, output));
    assertThat(written.problems()).isEmpty();
  }

  /** The lines that the command is to write, as {@link #found} has them. */
  List<String> expected(HailShell shell, Version version) throws Exception {
    String[] printing = {"generate", "synthetic", "--seed", "" + version.rows, "--rows", "500"};
    String text = this == GENERATE ? run(shell, printing).out() : version.text();
    return text.lines().sorted().toList();
  }

  /** The lines of an output, sorted; empty if nothing is there. */
  List<String> found(HailShell shell, Path output) throws Exception {
    FileSystem hdfs = shell.cluster().fileSystem();
    if (!hdfs.exists(output)) {
      return List.of();
    }
    return switch (this) {
      case PUT, COPY -> run(shell, "cat", output.toString()).out().lines().sorted().toList();
      case GENERATE -> text(hdfs, output).lines().sorted().toList();
      case QUERY -> {
        List<String> lines = new ArrayList<>();
        for (FileStatus part : hdfs.listStatus(output)) {
          lines.addAll(text(hdfs, part.getPath()).lines().toList());
        }
        yield lines.stream().sorted().toList();
      }
    };
  }

  private static String text(FileSystem hdfs, Path file) throws IOException {
    try (FSDataInputStream in = hdfs.open(file)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static HailShell.Result run(HailShell shell, String... line) throws Exception {
    HailShell.Result result = shell.run(line);
    assertThat(result.problems()).isEmpty();
    return result;
  }
}
