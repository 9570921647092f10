// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.job;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/**
 * Delegates to another reader and counts the time that takes.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class TimedRecordReader<K, V> extends RecordReader<K, V> {
  private final RecordReader<K, V> reader;
  private Counter counter;
  private long nanos;

  /** Counters that this reader adds to a job. */
  public enum Measured {
    /** Time spent in the record reader, in nanoseconds. */
    RECORD_READER_NANOS
  }

  /**
   * Wraps an unused reader.
   *
   * @param creationNanos time it took to create the reader
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
