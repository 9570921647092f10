// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.mapjoin;

import dev.hail.mapreduce.HailRecord;
import java.io.IOException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** For HAIL: gets joined rows and writes their group and their measure. */
public final class HailSumMapper extends Mapper<Text, HailRecord, Text, LongWritable> {
  private final StringBuilder joined = new StringBuilder();
  private final Text key = new Text();
  private final LongWritable value = new LongWritable();
  private MapJoinCase query;
  private int[] groups;
  private JoinMeasure.Operands operands;

  @Override
  protected void setup(Context context) {
    query = MapJoinJobs.caseOf(context.getConfiguration());
  }

  @Override
  protected void map(Text file, HailRecord row, Context context)
      throws IOException, InterruptedException {
    if (row.isBad()) {
      throw new IOException("The generators write no bad record: line " + row.badLine());
    }
    if (groups == null) {
      groups = query.groups().stream().mapToInt(row::position).toArray();
      operands =
          JoinMeasure.of(
              row, query.measure().operands().stream().mapToInt(row::position).toArray());
    }
    joined.setLength(0);
    for (int i = 0; i < groups.length; i++) {
      joined.append(i == 0 ? "" : ",").append(row.getString(groups[i]));
    }
    key.set(joined.toString());
    value.set(query.measure().of(operands));
    context.write(key, value);
  }
}
