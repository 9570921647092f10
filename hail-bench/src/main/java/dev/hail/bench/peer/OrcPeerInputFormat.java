// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import dev.hail.bench.job.TimedRecordReader;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;

/**
 * Reads ORC with its core library, without the object per value that ORC's own input format makes.
 * Measures the time of its readers.
 */
public final class OrcPeerInputFormat extends FileInputFormat<Void, PeerRow> {
  @Override
  public RecordReader<Void, PeerRow> createRecordReader(
      InputSplit split, TaskAttemptContext context) {
    long begin = System.nanoTime();
    RecordReader<Void, PeerRow> reader = new OrcPeerReader();
    return new TimedRecordReader<>(reader, System.nanoTime() - begin);
  }
}
