// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

import java.util.List;
import java.util.stream.Stream;

/** What goes wrong when a command runs. */
enum Mishap {
  NO_CLUSTER("-fs hdfs://127.0.0.1:1", true),
  NO_CONFIGURATION("-fs file:///", true),
  /** The address is that of the namenode's web server. */
  WRONG_ADDRESS("-fs hdfs://WEB", true),
  UNKNOWN_HOST("-fs hdfs://no.such.host.invalid:8020", true),
  /** Hadoop takes a word for the name of a host. */
  WORD_AS_ADDRESS("-fs nope.invalid", true),
  BAD_FILE_SYSTEM("-fs no/address"),
  UNKNOWN_SCHEME("-fs nope://host"),
  MISSING_CONFIGURATION("-conf /no/such.xml"),
  BAD_CONFIGURATION("-conf TEXT"),
  MISSING_JAR("-libjars /no/such.jar"),
  MISSING_SHIPPED_FILE("-files /no/such"),
  MISSING_ARCHIVE("-archives /no/such.zip"),
  BAD_RESOURCE_MANAGER("-jt nope"),
  BAD_NUMBER("-D hail.read.threads=few"),
  UNKNOWN_KEY("-D hail.read.thread=4"),
  UNKNOWN_OPTION("--no-such-option"),
  MISSING_FILE("IN=/no/such SRC=hdfs:///no/such"),
  FILE_AS_DIRECTORY("IN=/plain/x SRC=hdfs:///plain/x OUT=hdfs:///plain/x"),
  /** The command runs as another user. */
  NO_RIGHTS(
      "IN=/mishaps/closed/rows SRC=hdfs:///mishaps/closed/plain OUT=hdfs:///mishaps/closed/out"),
  FULL_QUOTA("OUT=hdfs:///mishaps/narrow/out"),
  TARGET_EXISTS("OUT=hdfs:///rows"),
  /** The namenode takes no changes meanwhile. */
  SAFE_MODE("OUT=hdfs:///late"),
  NOT_A_HAIL_FILE("IN=/plain"),
  /** One of three; the command runs on the others. */
  KILLED_DATANODE("IN=/rows"),
  LOST_REPLICAS("IN=/mishaps/lost"),
  DAMAGED_REPLICA("IN=/mishaps/damaged"),
  DAMAGED_ATTRIBUTE("IN=/mishaps/worn"),
  UNKNOWN_ATTRIBUTE("ATTRIBUTE=nope"),
  BAD_FILTER("FILTER=k"),
  BAD_SCHEMA("SCHEMA=NUMBER");

  private final String words;

  /** Whether it befalls only commands that read or write a file. */
  private final boolean needsFile;

  Mishap(String words) {
    this(words, false);
  }

  Mishap(String words, boolean needsFile) {
    this.words = words;
    this.needsFile = needsFile;
  }

  /** Whether it is in what is given to a name of the line, and not in an option of its own. */
  private boolean replaces() {
    return words.charAt(0) != '-';
  }

  /** Whether it can befall a command. */
  boolean concerns(CommandLineOf command) {
    if (replaces()) {
      return Stream.of(words.split(" ", -1))
          .anyMatch(word -> command.has(word.substring(0, word.indexOf('='))));
    }
    return !needsFile || Stream.of("IN", "SRC", "OUT").anyMatch(command::has);
  }

  /** What to give for a name of the line; null for the same as ever. */
  String replacement(String name) {
    if (replaces()) {
      for (String word : words.split(" ", -1)) {
        if (word.startsWith(name + "=")) {
          return word.substring(name.length() + 1);
        }
      }
    }
    return null;
  }

  /** Words to add to the line. */
  List<String> added() {
    return replaces() ? List.of() : List.of(words.split(" ", -1));
  }
}
