// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.system;

import dev.hail.client.HailShell;
import dev.hail.load.EventLog;
import dev.hail.load.LoadControl;
import dev.hail.load.Worker;
import dev.hail.mapreduce.HailJobs;
import dev.hail.testing.WrongAnswer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Uploads seeded rows by {@code hail put}, and reads them by {@code hail cat}, {@code hail query}
 * and jobs with {@code @HailQuery}. It compares each answer with the lines of the text.
 */
final class CommandWorker implements Callable<Void>, AutoCloseable {
  /** Counts uploads. */
  static final String PUT = "hail put";

  /** All that the worker does, as it is counted when it succeeds. */
  static final List<String> KINDS = List.of(PUT, "hail cat", "jobs", "hail query");

  private static final int ROWS = 3000;
  private static final int MOST_FILES = 4;
  private static final String BLOCK_SIZE = "16k";
  private static final int PAUSE_AFTER_FAILURE_MILLIS = 300;

  private final Configuration configuration;
  private final Random random;
  private final EventLog events;
  private final LoadControl control;
  private final FileSystem fileSystem;
  private final String name;
  private final Path directory;
  private final Path outputs;
  private final Map<Path, Long> acknowledged = new TreeMap<>();
  private final Map<Path, Long> doubtful = new TreeMap<>();
  private int number;

  /**
   * Creates a worker with a directory of its own.
   *
   * @param configuration of a client of HDFS and YARN
   */
  CommandWorker(
      String name, Configuration configuration, long seed, EventLog events, LoadControl control)
      throws IOException {
    this.name = name;
    this.configuration = configuration;
    this.random = new Random(seed);
    this.events = events;
    this.control = control;
    this.fileSystem = FileSystem.newInstance(configuration);
    this.directory = fileSystem.makeQualified(new Path(Worker.directory(name)));
    this.outputs = fileSystem.makeQualified(new Path("/outputs-" + name));
  }

  @Override
  public Void call() throws Exception {
    try (LoadControl.Member member = control.join()) {
      while (member.goesOn(true)) {
        step();
      }
      return null;
    } catch (WrongAnswer | Exception e) {
      control.end();
      events.add(name, "FAILURE " + e);
      throw e;
    }
  }

  private void step() throws Exception {
    int turn = number++;
    events.add(name, "turn " + turn);
    try {
      switch (turn % 4) {
        case 0 -> put(turn);
        case 1 -> cat();
        case 2 -> job(turn);
        default -> query(turn);
      }
    } catch (IOException e) {
      failed("turn " + turn, e.toString());
    }
  }

  private void put(int turn) throws Exception {
    if (acknowledged.size() >= MOST_FILES) {
      Path oldest = acknowledged.keySet().iterator().next();
      acknowledged.remove(oldest);
      fileSystem.delete(oldest, false);
    }
    long seed = random.nextLong(1_000_000);
    Path path = new Path(directory, String.format(Locale.ROOT, "rows-%06d", turn));
    doubtful.put(path, seed);
    HailShell.Result result =
        shell(
            SeededRows.of(seed, ROWS).text(),
            "put",
            "--schema",
            SeededRows.SCHEMA,
            "--index",
            SeededRows.INDEX,
            "--block-size",
            BLOCK_SIZE,
            "-",
            path.toString());
    if (result.code() == 0) {
      doubtful.remove(path);
      acknowledged.put(path, seed);
      answered(PUT);
    } else {
      failed("hail put " + path, result.said());
    }
  }

  private void cat() throws Exception {
    if (acknowledged.isEmpty()) {
      return;
    }
    Path path = anyPath();
    HailShell.Result result = shell("", "cat", path.toString());
    if (result.code() != 0) {
      failed("hail cat " + path, result.said());
      return;
    }
    expect("hail cat " + path, result.out().lines().sorted().toList(), rows(path).all());
    answered("hail cat");
  }

  private void query(int turn) throws Exception {
    if (acknowledged.isEmpty()) {
      return;
    }
    Path path = anyPath();
    Path output = new Path(outputs, "query-" + turn);
    HailShell.Result result =
        shell(
            "",
            "query",
            "--filter",
            "code = " + SeededRows.WANTED,
            "--project",
            "id,name",
            "--output",
            output.toString(),
            path.toString());
    if (result.code() != 0) {
      failed("hail query " + path, result.said());
      return;
    }
    expect("hail query " + path, lines(output), rows(path).wanted());
    answered("hail query");
  }

  private void job(int turn) throws Exception {
    if (acknowledged.isEmpty()) {
      return;
    }
    Path path = anyPath();
    Path output = new Path(outputs, "job-" + turn);
    Job job = Job.getInstance(configuration, "wanted rows of " + path.getName());
    HailJobs.configure(job, WantedRows.class);
    job.setNumReduceTasks(0);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(NullWritable.class);
    FileInputFormat.addInputPath(job, path);
    FileOutputFormat.setOutputPath(job, output);
    if (!job.waitForCompletion(false)) {
      failed("job on " + path, job.getStatus().getFailureInfo());
      return;
    }
    expect("job on " + path, lines(output), rows(path).wanted());
    answered("jobs");
  }

  private Path anyPath() {
    List<Path> paths = new ArrayList<>(acknowledged.keySet());
    return paths.get(random.nextInt(paths.size()));
  }

  private SeededRows rows(Path path) {
    return SeededRows.of(acknowledged.get(path), ROWS);
  }

  private HailShell.Result shell(String input, String... arguments) throws Exception {
    return HailShell.run(new Configuration(configuration), input, arguments);
  }

  private List<String> lines(Path output) throws IOException {
    List<String> lines = new ArrayList<>();
    for (FileStatus file : fileSystem.listStatus(output)) {
      if (file.getPath().getName().startsWith("part-")) {
        try (FSDataInputStream in = fileSystem.open(file.getPath())) {
          lines.addAll(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
        }
      }
    }
    Collections.sort(lines);
    return lines;
  }

  private static void expect(String what, List<String> found, List<String> expected) {
    if (!found.equals(expected)) {
      throw new WrongAnswer(difference(what, found, expected));
    }
  }

  private static String difference(String what, List<String> found, List<String> expected) {
    List<String> missing = new ArrayList<>(expected);
    found.forEach(missing::remove);
    List<String> extra = new ArrayList<>(found);
    expected.forEach(extra::remove);
    return what
        + " gives "
        + found.size()
        + " rows, expected "
        + expected.size()
        + "; missing "
        + missing.stream().limit(5).toList()
        + ", too many "
        + extra.stream().limit(5).toList();
  }

  private void answered(String kind) {
    events.count(kind);
    events.count(EventLog.ANSWERED);
  }

  private void failed(String what, String error) throws IOException, InterruptedException {
    events.count(EventLog.FAILED);
    events.add(name, what + " failed: " + error);
    Thread.sleep(PAUSE_AFTER_FAILURE_MILLIS);
  }

  /**
   * Compares all files with their texts; to be called while the worker pauses.
   *
   * @return what differs; empty if all is well
   */
  List<String> contents() throws Exception {
    List<String> problems = new ArrayList<>();
    for (Map.Entry<Path, Long> file : List.copyOf(doubtful.entrySet())) {
      if (fileSystem.exists(file.getKey())) {
        acknowledged.put(file.getKey(), file.getValue());
      }
      doubtful.remove(file.getKey());
    }
    for (Map.Entry<Path, Long> file : acknowledged.entrySet()) {
      HailShell.Result result = shell("", "cat", file.getKey().toString());
      List<String> found = result.out().lines().sorted().toList();
      List<String> expected = SeededRows.of(file.getValue(), ROWS).all();
      if (result.code() != 0) {
        problems.add("hail cat " + file.getKey() + " failed: " + result.said());
      } else if (!found.equals(expected)) {
        problems.add(difference("hail cat " + file.getKey(), found, expected));
      }
    }
    HailShell.Result fsck = shell("", "fsck", Worker.ROOT);
    if (fsck.code() != 0) {
      problems.add("hail fsck: " + fsck.said());
    }
    return problems;
  }

  /** Claims that a file was acknowledged, to see that its absence is reported. */
  void claim(String file, long seed) {
    acknowledged.put(new Path(directory, file), seed);
  }

  /** Returns a file that was acknowledged, or null. */
  String oneFile() {
    return acknowledged.isEmpty() ? null : acknowledged.keySet().iterator().next().getName();
  }

  /** Closes its client, after {@link #call} has returned. */
  @Override
  public void close() throws IOException {
    fileSystem.close();
  }
}
