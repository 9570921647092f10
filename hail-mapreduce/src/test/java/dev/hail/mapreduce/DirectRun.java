// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;

/** What a job's map functions would get, without a job around: splits, rows, counters. */
final class DirectRun {

  /** Called after each row with the number of rows so far. */
  @FunctionalInterface
  interface Step {
    void after(int rows) throws Exception;
  }

  private final Job job;
  private final HailInputFormat input;
  private final String name = UUID.randomUUID().toString();
  private final Map<HailInputSplit, AtomicInteger> attempts = new ConcurrentHashMap<>();
  private final Counters counters = new Counters();
  private final List<HailInputSplit> splits = new ArrayList<>();
  private final List<String> rows = new ArrayList<>();
  private final List<String> bad = new ArrayList<>();

  private Function<HailRecord, String> format = HailRecord::toString;

  private DirectRun(Job job, HailInputFormat input) {
    this.job = job;
    this.input = input;
  }

  /** Plans a job; nothing is read yet. */
  static DirectRun plan(Job job) throws Exception {
    return plan(job, new HailInputFormat());
  }

  /** The same with an input format of the test's own. */
  static DirectRun plan(Job job, HailInputFormat input) throws Exception {
    DirectRun run = new DirectRun(job, input);
    for (InputSplit split : input.getSplits(job)) {
      run.splits.add((HailInputSplit) split);
    }
    return run;
  }

  /** Makes rows and bad records to text in another way than {@link HailRecord#toString}. */
  DirectRun formattedBy(Function<HailRecord, String> newFormat) {
    format = newFormat;
    return this;
  }

  /** Plans a job and reads all its splits. */
  static DirectRun of(Job job) throws Exception {
    DirectRun run = plan(job);
    run.read(rows -> {});
    return run;
  }

  /** Reads all splits one after the other. */
  void read(Step step) throws Exception {
    for (HailInputSplit split : splits) {
      read(split, step);
    }
  }

  /**
   * Reads a split as one attempt of a map task does; its rows count only if it comes to its end.
   */
  void read(HailInputSplit split, Step step) throws Exception {
    List<String> attemptRows = new ArrayList<>();
    List<String> attemptBad = new ArrayList<>();
    int number = attempts.computeIfAbsent(split, s -> new AtomicInteger()).getAndIncrement();
    TaskAttemptID attempt = new TaskAttemptID(name, 0, TaskType.MAP, splits.indexOf(split), number);
    TaskAttemptContext context =
        new TaskAttemptContextImpl(job.getConfiguration(), attempt, reporter());
    try (RecordReader<Text, HailRecord> reader = input.createRecordReader(split, context)) {
      reader.initialize(split, context);
      while (reader.nextKeyValue()) {
        HailRecord row = reader.getCurrentValue();
        (row.isBad() ? attemptBad : attemptRows).add(format.apply(row));
        step.after(rows.size() + attemptRows.size());
      }
    }
    rows.addAll(attemptRows);
    bad.addAll(attemptBad);
    Collections.sort(rows);
    Collections.sort(bad);
  }

  List<HailInputSplit> splits() {
    return splits;
  }

  /** The rows that are not bad, as text, sorted. */
  List<String> rows() {
    return rows;
  }

  /** The bad records as they stood in the source, sorted. */
  List<String> bad() {
    return bad;
  }

  long counter(HailCounter counter) {
    return counters.findCounter(counter).getValue();
  }

  private StatusReporter reporter() {
    return new StatusReporter() {
      @Override
      public Counter getCounter(Enum<?> name) {
        return counters.findCounter(name);
      }

      @Override
      public Counter getCounter(String group, String name) {
        return counters.findCounter(group, name);
      }

      @Override
      public void progress() {}

      @Override
      public float getProgress() {
        return 0;
      }

      @Override
      public void setStatus(String status) {}
    };
  }
}
