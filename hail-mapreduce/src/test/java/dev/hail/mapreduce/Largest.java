// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import java.io.IOException;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Reducer;

/** The largest value of each key. */
final class Largest extends Reducer<Text, DoubleWritable, Text, DoubleWritable> {
  @Override
  protected void reduce(Text key, Iterable<DoubleWritable> values, Context context)
      throws IOException, InterruptedException {
    double largest = Double.NEGATIVE_INFINITY;
    for (DoubleWritable value : values) {
      largest = Math.max(largest, value.get());
    }
    context.write(key, new DoubleWritable(largest));
  }
}
