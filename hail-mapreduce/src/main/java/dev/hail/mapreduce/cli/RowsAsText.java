// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import dev.hail.format.text.ByteOrderMark;
import dev.hail.mapreduce.HailRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;

/** Writes every row as a line of delimited text and, on request, bad records to separate files. */
public final class RowsAsText extends Mapper<Text, HailRecord, NullWritable, Text> {

  static final String DELIMITER = "hail.text.delimiter";
  static final String KEEP_BAD = "hail.text.bad";

  /** Name of the output for bad records; their file names begin with it. */
  static final String BAD = "bad";

  private final Text line = new Text();
  private char delimiter;
  private MultipleOutputs<NullWritable, Text> bad;
  private boolean firstBad = true;

  @Override
  protected void setup(Context context) {
    Configuration conf = context.getConfiguration();
    delimiter = (char) conf.getInt(DELIMITER, ',');
    if (conf.getBoolean(KEEP_BAD, false)) {
      bad = new MultipleOutputs<>(context);
    }
  }

  @Override
  protected void map(Text file, HailRecord row, Context context)
      throws IOException, InterruptedException {
    if (!row.isBad()) {
      row.toText(delimiter, line);
      context.write(NullWritable.get(), line);
    } else if (bad != null) {
      setBad(line, row.getRaw(), firstBad);
      firstBad = false;
      bad.write(BAD, NullWritable.get(), line);
    }
  }

  /**
   * Sets a line to a bad record.
   *
   * @param first whether the line is the first of its file, where a reader leaves out a byte order
   *     mark; one that belongs to the record gets another in front
   */
  static void setBad(Text line, byte[] raw, boolean first) {
    line.clear();
    if (first && ByteOrderMark.starts(raw, 0, raw.length)) {
      byte[] mark = ByteOrderMark.bytes();
      line.append(mark, 0, mark.length);
    }
    line.append(raw, 0, raw.length);
  }

  @Override
  protected void cleanup(Context context) throws IOException, InterruptedException {
    if (bad != null) {
      bad.close();
    }
  }
}
