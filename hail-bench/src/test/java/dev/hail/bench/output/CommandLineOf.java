// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A command with a line that works. Capital words in it are names of what mishaps put something
 * else in place of.
 *
 * @param command its words after {@code hail}
 */
record CommandLineOf(String command, String line) {
  /** What a line works with. */
  private static final Map<String, String> SOUND =
      Map.of(
          "IN", "/rows",
          "SRC", "hdfs:///plain",
          "OUT", "hdfs:///made",
          "ATTRIBUTE", "name",
          "FILTER", "k=1",
          "SCHEMA", CommandInputs.SCHEMA);

  /** All commands. Those whose line is empty run nothing, or a cluster of their own. */
  static final List<CommandLineOf> ALL =
      List.of(
          of("cat", "--filter FILTER --project ATTRIBUTE IN"),
          of("cp", "IN OUT"),
          of("completion", ""),
          of("fsck", "IN"),
          of("generate", "synthetic --rows 3 --output OUT"),
          of("index", ""),
          of("index add", "--by ATTRIBUTE IN"),
          of("index advise", "IN"),
          of("index drop", "--by ATTRIBUTE IN"),
          of("index show", "IN"),
          of("ls", "IN"),
          of("put", "--schema SCHEMA --index ATTRIBUTE SRC OUT"),
          of("query", "--filter FILTER --project ATTRIBUTE --output OUT IN"),
          of("schema", ""),
          of("schema infer", "SRC"),
          of("schema show", "IN"),
          of("stat", "IN"),
          of("version", ""),
          of("minicluster", ""),
          of("cluster", ""),
          of("cluster up", ""),
          of("cluster status", ""),
          of("cluster logs", "nn1"),
          of("cluster down", ""),
          of("cluster kill", "nn1"),
          of("cluster start", "nn1"),
          of("cluster pause", "nn1"),
          of("cluster resume", "nn1"),
          of("cluster partition", "nn1"),
          of("cluster heal", "nn1"),
          of("cluster failover", ""),
          of("demo", ""),
          of("bench", ""),
          of("bench adaptive", ""),
          of("bench directory", ""),
          of("bench failover", ""),
          of("bench join", ""),
          of("bench load", ""),
          of("bench mapjoin", ""),
          of("bench query", ""),
          of("bench scale", ""),
          of("bench upload", ""));

  private static CommandLineOf of(String command, String line) {
    return new CommandLineOf(command, line);
  }

  /** Whether the line has a name. */
  boolean has(String name) {
    return List.of(line.split(" ", -1)).contains(name);
  }

  /**
   * The words of the line, without {@code hail}, when something goes wrong.
   *
   * @param web the address of the namenode's web server
   * @param text a file that is no XML
   */
  String[] with(Mishap mishap, String web, String text) {
    List<String> words = new ArrayList<>(List.of(command.split(" ", -1)));
    for (String word : mishap.added()) {
      words.add(word.replace("WEB", web).replace("TEXT", text));
    }
    for (String word : line.isEmpty() ? new String[0] : line.split(" ", -1)) {
      String replaced = mishap.replacement(word);
      words.add(replaced == null ? SOUND.getOrDefault(word, word) : replaced);
    }
    return words.toArray(String[]::new);
  }

  @Override
  public String toString() {
    return "hail " + command;
  }
}
