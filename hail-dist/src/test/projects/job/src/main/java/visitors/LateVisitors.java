// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package visitors;

import dev.hail.mapreduce.HailQuery;
import dev.hail.mapreduce.HailRecord;
import java.io.IOException;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** The mapper of a job on HAIL files. */
@HailQuery(filter = "visitDate >= '1999-01-01'", projection = "sourceIP")
public class LateVisitors extends Mapper<Text, HailRecord, Text, NullWritable> {
  @Override
  protected void map(Text file, HailRecord row, Context context)
      throws IOException, InterruptedException {
    if (!row.isBad()) {
      context.write(new Text(row.getString("sourceIP")), NullWritable.get());
    }
  }
}
