// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce.cli;

import dev.hail.cli.CommandContext;
import dev.hail.cli.CommandLineProblem;
import dev.hail.cli.HailCommand;
import dev.hail.client.PathException;
import dev.hail.conf.ConfText;
import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.KnownKeys;
import dev.hail.format.predicate.PredicateException;
import dev.hail.format.schema.AttributeNames;
import dev.hail.format.schema.SchemaException;
import dev.hail.join.plan.ConfiguredJoins;
import dev.hail.join.plan.JoinRefusedException;
import dev.hail.join.plan.JoinSpec;
import dev.hail.mapreduce.HailCounter;
import dev.hail.mapreduce.HailJobs;
import dev.hail.mapreduce.HailJoinCounter;
import dev.hail.mapreduce.HailQueryException;
import dev.hail.mapreduce.IndexingOutcome;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCompletionEvent;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.MultipleOutputs;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The {@code hail query} command. */
@Command(
    name = "query",
    description = {
      "Select rows of HAIL files with a MapReduce job that writes them as delimited text.",
      "",
      "The job has a map phase only and uses the index that fits the filter best on"
          + " each block. For small answers `hail cat' is quicker because it needs no job.",
      ""
    },
    footer = {
      "",
      "With -D hail.adaptive.strategy=lazy, eager or selectivity the job indexes some",
      "of the blocks that it had to scan, for later queries.",
      "",
      "A join reads its files once, in this process, and each map task looks its rows up in the",
      "tables in memory.",
      "",
      "Examples:",
      "  hail query --filter \"visitDate between('1999-01-01', '2000-01-01')\" \\",
      "    --project sourceIP,adRevenue --output /out/visits /data/visits",
      "  hail query -D hail.adaptive.strategy=lazy --filter 'duration = 3' --output /out/3 /data/visits",
      "  hail query --join \"r=/data/rankings on destURL = pageURL where pageRank > 10\" \\",
      "    --project sourceIP,r.pageRank --output /out/ranked /data/visits"
    })
public final class QueryCommand implements HailCommand {

  private static final long POLL_MILLIS = 500;
  private static final int MOST_EVENTS = 10_000;

  /** Hadoop's key for the jars that a job ships to its tasks. */
  private static final String SHIPPED_JARS = "tmpjars";

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "HAIL files, directories or globs to read.")
  private List<String> inputs = new ArrayList<>();

  @Option(
      names = "--filter",
      paramLabel = "PREDICATE",
      description =
          "Rows to select, for example \"@3 = '1999-01-01' and adRevenue > 1\". Default:"
              + " hail.query.filter, or all.")
  private String filter;

  @Option(
      names = "--project",
      paramLabel = "A,B",
      description =
          "Attributes to write, by name or @n, in this order. A name may stand in double quotes, as"
              + " in a filter. Default: hail.query.projection, or all.")
  private String projection;

  @Option(
      names = "--join",
      paramLabel = "NAME=JOIN",
      description =
          "Join the rows with other HAIL files: [inner|left|semi|anti|not in] PATH on A = B [and C ="
              + " D] [nulls equal] [where PREDICATE]. A is an attribute of FILE, B of PATH. The"
              + " attributes of PATH are called NAME.B in --project. May be repeated.")
  private List<String> joins = new ArrayList<>();

  @Option(
      names = "--explain",
      description =
          "Print what the job would do: tables of the joins, access paths, map tasks. Reads the"
              + " files of the joins, and runs nothing.")
  private boolean explain;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description =
          "Directory to write, which appears when the job has succeeded. Until then the rows are in a"
              + " folder .hail-query-.. beside it. Required unless --explain is given.")
  private String output;

  @Option(
      names = "--overwrite",
      description = "Replace the output directory if it exists, when the job has succeeded.")
  private boolean overwrite;

  @Option(
      names = "--delimiter",
      paramLabel = "C",
      defaultValue = ",",
      description = "Character between fields, \\t for a tab. Default: a comma.")
  private String delimiter;

  @Option(
      names = "--bad-records",
      description =
          "Write the bad records of the input to files named bad-m-*. Default: leave them out.")
  private boolean badRecords;

  @Override
  public int run(CommandContext context) throws Exception {
    Configuration conf = new Configuration(context.configuration());
    conf.setInt(RowsAsText.DELIMITER, delimiterCharacter());
    conf.setBoolean(RowsAsText.KEEP_BAD, badRecords);
    if (filter != null) {
      conf.set(HailConfigKeys.QUERY_FILTER, ConfText.encoded(filter));
    }
    if (projection != null) {
      conf.set(HailConfigKeys.QUERY_PROJECTION, ConfText.encoded(checkedProjection()));
    }
    setJoins(conf);
    if (explain) {
      return explain(conf, context);
    }
    if (output == null) {
      throw new CommandLineProblem("Missing required option: '--output=DIR'");
    }
    Job job = job(conf);
    try (LocalRunner runner = new LocalRunner()) {
      QueryOutput.check(conf, new Path(output), overwrite, read(job)).submit(job);
      return await(job, runner, context) ? 0 : 1;
    } catch (HailQueryException refused) {
      throw inTermsOfOptions(refused);
    } catch (JoinRefusedException refused) {
      throw new IllegalArgumentException(refused.getMessage(), refused);
    }
  }

  private void setJoins(Configuration conf) throws CommandLineProblem {
    List<String> names = new ArrayList<>();
    for (String join : joins) {
      int equals = join.indexOf('=');
      String name = equals < 0 ? "" : join.substring(0, equals).strip();
      if (name.isEmpty()) {
        throw new CommandLineProblem(
            "--join: expected NAME=JOIN, such as \"r=/data/rankings on destURL = pageURL\", found `"
                + join
                + "'");
      }
      if (names.contains(name)) {
        throw new CommandLineProblem("--join: two joins are named `" + name + "'");
      }
      names.add(name);
      String text = join.substring(equals + 1).strip();
      try {
        ConfiguredJoins.check(name, text, "option --join");
      } catch (JoinRefusedException malformed) {
        throw new CommandLineProblem(malformed.getMessage());
      }
      conf.set(KnownKeys.JOINS + name, ConfText.encoded(text), "--join");
    }
    if (!names.isEmpty()) {
      conf.set(HailConfigKeys.JOIN_NAMES, String.join(",", names));
    }
  }

  private int explain(Configuration conf, CommandContext context) throws Exception {
    try {
      context.out().print(HailJobs.explain(readingJob(conf)));
      return 0;
    } catch (HailQueryException refused) {
      throw inTermsOfOptions(refused);
    } catch (JoinRefusedException refused) {
      throw new IllegalArgumentException(refused.getMessage(), refused);
    }
  }

  private Exception inTermsOfOptions(HailQueryException refused) {
    HailQueryException.Misfit misfit = refused.misfit();
    if (misfit == null) {
      return new IllegalArgumentException(refused.getMessage(), refused);
    }
    if (refused.getCause() instanceof PredicateException wrong && wrong.isMalformed()) {
      return new CommandLineProblem(misfit.reason());
    }
    String option =
        switch (misfit.part()) {
          case FILTER -> filter == null ? HailConfigKeys.QUERY_FILTER : "--filter";
          case PROJECTION -> projection == null ? HailConfigKeys.QUERY_PROJECTION : "--project";
        };
    return new PathException(
        misfit.file(),
        option + ": " + misfit.reason(),
        joins.isEmpty()
            ? "`hail schema show " + misfit.file() + "' prints its attributes and their types."
            : "`hail schema show FILE' prints the attributes of the input or of a build side.",
        refused);
  }

  private String checkedProjection() throws CommandLineProblem {
    try {
      if (!projection.isEmpty()) {
        AttributeNames.split(projection);
      }
      return projection;
    } catch (SchemaException malformed) {
      throw new CommandLineProblem("--project: " + malformed.getMessage());
    }
  }

  /** Returns paths and patterns of the input and of the build sides of joins. */
  private static List<Path> read(Job job) throws IOException {
    // The configuration may name more of both than the arguments do.
    List<Path> read = new ArrayList<>(List.of(FileInputFormat.getInputPaths(job)));
    for (JoinSpec join : ConfiguredJoins.of(job.getConfiguration(), List.of())) {
      read.add(new Path(join.path()));
    }
    return read;
  }

  private char delimiterCharacter() throws CommandLineProblem {
    String text = delimiter.equals("\\t") ? "\t" : delimiter;
    if (text.length() != 1 || "\n\r\"".contains(text)) {
      throw new CommandLineProblem(
          "--delimiter must be one character other than a quote or line end, it is `"
              + delimiter
              + "'");
    }
    return text.charAt(0);
  }

  private Job readingJob(Configuration conf) throws IOException {
    String selected = ConfText.get(conf, HailConfigKeys.QUERY_FILTER);
    String name = "hail query " + (selected == null ? "" : ConfText.printable(selected));
    Job job = Job.getInstance(conf, name);
    HailJobs.configure(job, RowsAsText.class);
    for (String input : inputs) {
      FileInputFormat.addInputPath(job, QueryInput.pattern(conf, input));
    }
    job.setNumReduceTasks(0);
    // Hadoop warns of jobs whose command did not parse its generic options by Hadoop's parser.
    job.getConfiguration().setBoolean(Job.USED_GENERIC_PARSER, true);
    if (LocalRunner.runs(conf)) {
      // This process has them, and Hadoop's runner fails to link them.
      job.getConfiguration().unset(SHIPPED_JARS);
    }
    return job;
  }

  private Job job(Configuration conf) throws IOException {
    Job job = readingJob(conf);
    job.setOutputKeyClass(NullWritable.class);
    job.setOutputValueClass(Text.class);
    MultipleOutputs.addNamedOutput(
        job, RowsAsText.BAD, TextOutputFormat.class, NullWritable.class, Text.class);
    return job;
  }

  private boolean await(Job job, LocalRunner runner, CommandContext context) throws Exception {
    PrintStream err = context.err();
    boolean local = LocalRunner.runs(job.getConfiguration());
    err.println(job.getJobID() + " runs" + (local ? "" : trackedAt(job.getTrackingURL())));
    while (!job.isComplete()) {
      if (local) {
        runner.requireAlive(job);
      }
      if (context.terminal()) {
        err.printf(Locale.ROOT, "\r%3.0f %%", 100 * job.mapProgress());
      }
      Thread.sleep(POLL_MILLIS);
    }
    if (context.terminal()) {
      err.print("\r     \r");
    }
    if (!job.isSuccessful()) {
      String info = job.getStatus().getFailureInfo();
      err.printf(
          "%s: `%s': not written, because %s failed: %s%n",
          context.command(), output, job.getJobID(), local ? runner.reason(job) : oneLine(info));
      String reason = reasonOfTask(job);
      if (!reason.isEmpty()) {
        err.println("  " + reason);
      }
      if (context.verbose()) {
        err.println(local ? runner.trace(job) : info);
      }
      return false;
    }
    summarize(job, err);
    return true;
  }

  /** Puts a failure and its causes into one line. The job's history keeps the stack traces. */
  static String oneLine(String failure) {
    return failure
        .strip()
        .lines()
        .filter(line -> !line.startsWith("\t") && !line.isBlank())
        .collect(Collectors.joining("; "));
  }

  /** Returns the message of a failed task; empty if no task reported one. */
  private static String reasonOfTask(Job job) throws IOException, InterruptedException {
    for (TaskCompletionEvent ended : job.getTaskCompletionEvents(0, MOST_EVENTS)) {
      boolean failed =
          ended.getStatus() == TaskCompletionEvent.Status.FAILED
              || ended.getStatus() == TaskCompletionEvent.Status.TIPFAILED;
      if (failed) {
        String[] said = job.getTaskDiagnostics(ended.getTaskAttemptId());
        if (said.length > 0) {
          return said[0].lines().findFirst().orElse("");
        }
      }
    }
    return "";
  }

  /** Returns where to watch a job; empty for a single-process cluster, whose proxy has no port. */
  private static String trackedAt(String url) {
    return url == null || URI.create(url).getPort() == 0 ? "" : ", see " + url;
  }

  private static void summarize(Job job, PrintStream err) throws IOException {
    Counters counters = job.getCounters();
    err.printf(
        Locale.ROOT,
        "Rows: %,d; blocks: %,d by index (equality), %,d by index (range), %,d by index (join), %,d"
            + " scanned%n",
        counters.findCounter(HailCounter.ROWS_QUALIFIED).getValue(),
        counters.findCounter(HailCounter.BLOCKS_EQUALITY_INDEX).getValue(),
        counters.findCounter(HailCounter.BLOCKS_RANGE_INDEX).getValue(),
        counters.findCounter(HailCounter.BLOCKS_JOIN_INDEX).getValue(),
        counters.findCounter(HailCounter.BLOCKS_SCAN).getValue());
    long probed = counters.findCounter(HailJoinCounter.ROWS_PROBED).getValue();
    if (probed > 0) {
      err.printf(
          Locale.ROOT,
          "Joins: %,d rows looked up, %,d with a match, %,d joined rows%n",
          probed,
          counters.findCounter(HailJoinCounter.ROWS_MATCHED).getValue(),
          counters.findCounter(HailJoinCounter.ROWS_JOINED).getValue());
    }
    long left = counters.findCounter(HailJoinCounter.BUILD_BAD_RECORDS).getValue();
    if (left > 0) {
      err.printf(Locale.ROOT, "Bad records of build sides, which were left out: %,d%n", left);
    }
    long offered = counters.findCounter(HailCounter.BLOCKS_OFFERED).getValue();
    long away = counters.findCounter(HailCounter.BLOCKS_TURNED_AWAY).getValue();
    long failed = counters.findCounter(HailCounter.BLOCKS_NOT_INDEXED).getValue();
    if (offered + away + failed > 0) {
      err.printf(
          Locale.ROOT,
          "Blocks indexed for later queries: %,d, turned away: %,d, failed: %,d%n",
          counters.findCounter(HailCounter.BLOCKS_INDEXED).getValue(),
          away,
          failed);
    }
    String none = IndexingOutcome.whyNone(job.getConfiguration(), counters);
    if (!none.isEmpty()) {
      err.println(none);
    }
    long large = counters.findCounter(HailCounter.BLOCKS_TOO_LARGE).getValue();
    if (large > 0) {
      err.printf(
          Locale.ROOT, "Blocks that take more memory to index than a task has: %,d%n", large);
    }
    long bad = counters.findCounter(HailCounter.BAD_RECORDS).getValue();
    if (bad > 0) {
      err.printf(Locale.ROOT, "Bad records in the input: %,d%n", bad);
    }
  }
}
