// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

import java.util.List;
import java.util.stream.Stream;

/**
 * An output of a command.
 *
 * @param command its words after {@code hail}
 * @param name option or parameter that names the output; empty for standard output
 * @param words arguments with which the command writes it. {@code OUTPUT} stands for its name,
 *     {@code SCHEMA} for that of {@code /rows}.
 * @param untried why no test of the gate fills it, and what holds it instead; empty if one does
 */
record CommandOutput(String command, Sink sink, String name, String words, String untried) {
  private static final String LONG_RUN =
      "runs for minutes; writes by CaseLog (CaseLogTest) and LocalOutput (LocalOutputTest)";
  private static final String DAEMONS =
      "needs a cluster that runs in the background; HailCli looks after standard output of all";
  private static final String NO_RESULT = "writes messages only";

  /** All outputs of all commands. */
  static final List<CommandOutput> ALL =
      List.of(
          printed("", "--help"),
          printed("cat", "--help"),
          printed("cat", "/rows"),
          printed("cat", "--format arrow /rows"),
          printed("cat", "--format json /rows"),
          printed("cat", "--bad /rows"),
          file("cat", "--output", "--output OUTPUT /rows"),
          file("cat", "--output", "--format arrow --output OUTPUT /rows"),
          unprinted("cp", NO_RESULT),
          stored("cp", "DST", "--overwrite /rows OUTPUT"),
          printed("completion", ""),
          printed("fsck", "/rows"),
          printed("fsck", "--json /rows"),
          printed("generate", "synthetic --rows 3"),
          printed("generate", "synthetic --schema"),
          file("generate", "--output", "synthetic --rows 3 --overwrite --output OUTPUT"),
          file("generate", "--output", "synthetic --schema --overwrite --output OUTPUT"),
          stored("generate", "--output", "synthetic --rows 3 --overwrite --output OUTPUT"),
          unprinted("index", NO_RESULT),
          printed("index add", "--by name /rows"),
          unstored(
              "index add", "FILE", "replaces nothing; RefusedPlaceTest has datanodes without room"),
          printed("index advise", "/rows"),
          printed("index advise", "--json /rows"),
          printed("index drop", "--by name /rows"),
          printed("index show", "/rows"),
          printed("index show", "--json /rows"),
          printed("ls", "/rows"),
          printed("ls", "--json /rows"),
          printed("put", "--overwrite --schema SCHEMA hdfs:///plain /lost"),
          printed("put", "--overwrite --json --schema SCHEMA hdfs:///plain /lost"),
          stored("put", "DST", "--overwrite --schema SCHEMA hdfs:///plain OUTPUT"),
          printed("query", "--explain /rows"),
          stored("query", "--output", "--overwrite --output OUTPUT /rows"),
          unprinted("schema", NO_RESULT),
          printed("schema infer", "hdfs:///plain"),
          printed("schema show", "/rows"),
          printed("stat", "/rows"),
          printed("stat", "--json /rows"),
          printed("version", ""),
          unprinted("minicluster", "runs until a signal ends it, and then not with 0"),
          unprinted("cluster", NO_RESULT),
          unprinted("cluster up", DAEMONS),
          unprinted("cluster status", DAEMONS),
          unprinted("cluster logs", DAEMONS),
          unprinted("cluster down", NO_RESULT),
          unprinted("cluster kill", NO_RESULT),
          unprinted("cluster start", NO_RESULT),
          unprinted("cluster pause", NO_RESULT),
          unprinted("cluster resume", NO_RESULT),
          unprinted("cluster partition", NO_RESULT),
          unprinted("cluster heal", NO_RESULT),
          unprinted("cluster failover", NO_RESULT),
          unprinted("demo", LONG_RUN),
          unfilled("demo", "--report", "--report OUTPUT"),
          unfilled("demo", "--json", "--json OUTPUT"),
          unprinted("bench", NO_RESULT),
          unprinted("bench adaptive", LONG_RUN),
          unfilled("bench adaptive", "--html", "--html OUTPUT"),
          unfilled("bench adaptive", "--json", "--json OUTPUT"),
          printed("bench directory", "--replicas 3000 --rounds 1 --json -"),
          file("bench directory", "--json", "--replicas 3000 --rounds 1 --json OUTPUT"),
          unprinted("bench failover", LONG_RUN),
          unfilled("bench failover", "--json", "--json OUTPUT"),
          unprinted("bench join", LONG_RUN),
          unfilled("bench join", "--html", "--html OUTPUT"),
          unfilled("bench join", "--json", "--json OUTPUT"),
          unprinted("bench load", LONG_RUN),
          unfilled("bench load", "--json", "--json OUTPUT"),
          unprinted("bench mapjoin", LONG_RUN),
          unfilled("bench mapjoin", "--json", "--json OUTPUT"),
          unprinted("bench query", LONG_RUN),
          unfilled("bench query", "--json", "--json OUTPUT"),
          unprinted("bench scale", LONG_RUN),
          unfilled("bench scale", "--json", "--json OUTPUT"),
          unprinted("bench upload", LONG_RUN),
          unfilled("bench upload", "--json", "--json OUTPUT"));

  private static CommandOutput printed(String command, String words) {
    return new CommandOutput(command, Sink.STANDARD_OUTPUT, "", words, "");
  }

  private static CommandOutput unprinted(String command, String why) {
    return new CommandOutput(command, Sink.STANDARD_OUTPUT, "", "", why);
  }

  private static CommandOutput file(String command, String name, String words) {
    return new CommandOutput(command, Sink.LOCAL_FILE, name, words, "");
  }

  private static CommandOutput unfilled(String command, String name, String words) {
    return new CommandOutput(command, Sink.LOCAL_FILE, name, words, LONG_RUN);
  }

  private static CommandOutput stored(String command, String name, String words) {
    return new CommandOutput(command, Sink.FILE_SYSTEM, name, words, "");
  }

  private static CommandOutput unstored(String command, String name, String why) {
    return new CommandOutput(command, Sink.FILE_SYSTEM, name, "", why);
  }

  /** Those that go to a kind of sink. */
  static Stream<CommandOutput> to(Sink sink) {
    return ALL.stream().filter(each -> each.sink == sink);
  }

  boolean isTried() {
    return untried.isEmpty();
  }

  /** The command line without {@code hail}. */
  String[] line(String output, String schema) {
    String line = (command + " " + words).strip();
    return Stream.of(line.split(" "))
        .map(word -> word.equals("OUTPUT") ? output : word.equals("SCHEMA") ? schema : word)
        .toArray(String[]::new);
  }

  @Override
  public String toString() {
    return ("hail " + command + " " + words).strip();
  }
}
