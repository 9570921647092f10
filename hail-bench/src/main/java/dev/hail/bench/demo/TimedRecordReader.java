package dev.hail.bench.demo;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;

/** Reads as another reader does, and counts how long that takes. */
final class TimedRecordReader extends RecordReader<LongWritable, Text> {
  private final RecordReader<LongWritable, Text> reader;
  private Counter counter;
  private long nanos;

  TimedRecordReader(RecordReader<LongWritable, Text> reader) {
    this.reader = reader;
  }

  @Override
  public void initialize(InputSplit split, TaskAttemptContext context)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    reader.initialize(split, context);
    counter = context.getCounter(TimedTextInputFormat.Measured.RECORD_READER_NANOS);
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
  public LongWritable getCurrentKey() throws IOException, InterruptedException {
    return reader.getCurrentKey();
  }

  @Override
  public Text getCurrentValue() throws IOException, InterruptedException {
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
