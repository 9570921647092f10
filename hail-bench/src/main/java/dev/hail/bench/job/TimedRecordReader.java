// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.job;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Reads as another reader does, and counts how long that takes.
 *
 * @param <K> its keys
 * @param <V> its values
 */
public final class TimedRecordReader<K, V> extends RecordReader<K, V> {
  private final RecordReader<K, V> reader;
  private Counter counter;
  private long nanos;

  /** What it adds to a job's counters. */
  public enum Measured {
    /** Nanoseconds in the record reader. */
    RECORD_READER_NANOS
  }

  /**
   * Wraps a reader that was not used yet.
   *
   * @param creationNanos how long it took to make it
   */
  public TimedRecordReader(RecordReader<K, V> reader, long creationNanos) {
    this.reader = reader;
    this.nanos = creationNanos;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    reader.initialize(split, context);
    counter = context.getCounter(Measured.RECORD_READER_NANOS);
    nanos += System.nanoTime() - start;
  }

  @Override
  public boolean nextKeyValue() throws IOException, InterruptedException {
    long start = System.nanoTime();
    boolean found = reader.nextKeyValue();
    nanos += System.nanoTime() - start;
    if (!found) {
      count();
    }
    return found;
  }

  @Override
  public K getCurrentKey() throws IOException, InterruptedException {
    return reader.getCurrentKey();
  }

  @Override
  public V getCurrentValue() throws IOException, InterruptedException {
    return reader.getCurrentValue();
  }

  @Override
  public float getProgress() throws IOException, InterruptedException {
    return reader.getProgress();
  }

  @Override
  public void close() throws IOException {
    reader.close();
    count();
  }

  private void count() {
    if (counter != null) {
      counter.increment(nanos);
      nanos = 0;
    }
  }
}
