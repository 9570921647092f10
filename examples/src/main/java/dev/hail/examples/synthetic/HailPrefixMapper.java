// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.synthetic;

import dev.hail.mapreduce.HailRecord;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * For HAIL: writes the first attributes of its input rows; the annotation of each subclass selects
 * the rows.
 */
abstract class HailPrefixMapper extends Mapper<Text, HailRecord, Text, NullWritable> {
  private final int attributes;
  private final StringBuilder joined = new StringBuilder();
  private final Text result = new Text();

  /**
   * @param attributes number of attributes to write, all of them projected
   */
  HailPrefixMapper(int attributes) {
    this.attributes = attributes;
  }

  @Override
  protected final void map(Text file, HailRecord row, Context context)
      throws IOException, InterruptedException {
    if (row.isBad()) {
      return; // HAIL counts it
    }
    joined.setLength(0);
    joined.append(row.getInt(1));
    for (int position = 2; position <= attributes; position++) {
      joined.append(',').append(row.getInt(position));
    }
    result.set(joined.toString());
    context.write(result, NullWritable.get());
  }
}
