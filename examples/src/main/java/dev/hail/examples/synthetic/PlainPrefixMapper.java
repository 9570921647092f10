// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.synthetic;

import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * For plain Hadoop: writes the first attributes of each row whose first attribute is small enough.
 */
abstract class PlainPrefixMapper extends Mapper<LongWritable, Text, Text, NullWritable> {
  private final int maximum;
  private final int attributes;
  private final StringBuilder joined = new StringBuilder();
  private final Text result = new Text();

  /**
   * @param maximum largest value of the first attribute, inclusive
   * @param attributes number of attributes to write
   */
  PlainPrefixMapper(int maximum, int attributes) {
    this.maximum = maximum;
    this.attributes = attributes;
  }

  @Override
  protected final void map(LongWritable offset, Text line, Context context)
      throws IOException, InterruptedException {
    String[] row = line.toString().split(",", -1);
    if (Integer.parseInt(row[0]) <= maximum) {
      joined.setLength(0);
      joined.append(row[0]);
      for (int i = 1; i < attributes; i++) {
        joined.append(',').append(row[i]);
      }
      result.set(joined.toString());
      context.write(result, NullWritable.get());
    }
  }
}
