package dev.hail.bench.adaptive;

import dev.hail.conf.HailConfigKeys;
import dev.hail.examples.job.ExampleJob;
import dev.hail.mapreduce.HailRecord;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Jobs with a selection on searchWord and a full projection (thesis, section 3.10.2). They write
 * all attributes but adRevenue, whose spelling is the generator's own.
 */
final class WordJobs {
  private static final String LOW = "hail.bench.word.low";
  private static final String HIGH = "hail.bench.word.high";

  /** Position of adRevenue, from 0. */
  private static final int REVENUE = 3;

  private static final int FIELDS = 9;

  private static final ExampleJob JOB =
      new ExampleJob(
          "words",
          "SELECT * FROM UserVisits WHERE searchWord BETWEEN ? AND ?",
          PlainMapper.class,
          HailMapper.class);

  private WordJobs() {}

  static Job plain(Configuration conf, WordRange range, Path input, Path output)
      throws IOException {
    conf.set(LOW, range.low());
    conf.set(HIGH, range.high());
    return JOB.plain(conf, input, output);
  }

  static Job hail(Configuration conf, WordRange range, Path input, Path output) throws IOException {
    conf.set(HailConfigKeys.QUERY_FILTER, range.filter());
    return JOB.hail(conf, input, output);
  }

  /** For plain Hadoop: splits every line. */
  public static final class PlainMapper extends Mapper<LongWritable, Text, Text, NullWritable> {
    private final Text result = new Text();
    private String low;
    private String high;

    @Override
    protected void setup(Context context) {
      low = context.getConfiguration().get(LOW);
      high = context.getConfiguration().get(HIGH);
    }

    @Override
    protected void map(LongWritable offset, Text line, Context context)
        throws IOException, InterruptedException {
      String[] visit = line.toString().split(",", -1);
      String word = visit[WordRange.FIELD];
      if (word.compareTo(low) >= 0 && word.compareTo(high) <= 0) {
        StringBuilder row = new StringBuilder();
        for (int i = 0; i < visit.length; i++) {
          if (i != REVENUE) {
            row.append(visit[i]).append(',');
          }
        }
        result.set(row.toString());
        context.write(result, NullWritable.get());
      }
    }
  }

  /** For HAIL: the filter is in the configuration. */
  public static final class HailMapper extends Mapper<Text, HailRecord, Text, NullWritable> {
    private final Text result = new Text();

    @Override
    protected void map(Text file, HailRecord visit, Context context)
        throws IOException, InterruptedException {
      if (visit.isBad()) {
        return; // counted by HAIL
      }
      StringBuilder row = new StringBuilder();
      for (int i = 0; i < FIELDS; i++) {
        if (i != REVENUE) {
          row.append(visit.getString(i + 1)).append(',');
        }
      }
      result.set(row.toString());
      context.write(result, NullWritable.get());
    }
  }
}
