// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.peer;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Writes the attributes that the query projects, as the jobs of the thesis do. */
public final class PeerMapper extends Mapper<Void, PeerRow, Text, NullWritable> {
  private final StringBuilder joined = new StringBuilder();
  private final Text result = new Text();
  private List<Integer> projection = List.of();

  @Override
  protected void setup(Context context) {
    projection = PeerQuery.load(context.getConfiguration()).projection();
  }

  @Override
  protected void map(Void nothing, PeerRow row, Context context)
      throws IOException, InterruptedException {
    joined.setLength(0);
    for (int i = 0; i < projection.size(); i++) {
      if (i > 0) {
        joined.append(',');
      }
      row.appendTo(joined, projection.get(i));
    }
    result.set(joined.toString());
    context.write(result, NullWritable.get());
  }
}
