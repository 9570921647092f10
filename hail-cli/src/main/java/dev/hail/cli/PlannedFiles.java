// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.PathException;
import dev.hail.client.fs.FileIdentities;
import dev.hail.client.fs.FileIdentities.FileIdentity;
import dev.hail.client.upload.NamedTexts;
import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.TextSources;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Decides which files {@code hail put} makes of which sources. Writes nothing, so a command that
 * cannot load all of its sources is refused before it has loaded some of them.
 */
final class PlannedFiles {
  private static final String NOTHING = "Nothing was loaded. ";

  private PlannedFiles() {}

  /**
   * A file to make.
   *
   * @param sources what it is made of, in order; all of them together have at least one text
   */
  record PlannedFile(Path file, List<NamedTexts> sources) {
    /** The texts of all sources, in order. */
    List<TextSource> texts() {
      return sources.stream().flatMap(source -> source.texts().stream()).toList();
    }
  }

  /**
   * Plans one file of all sources, one after the other. A source may come twice, but not standard
   * input.
   *
   * @param arguments as {@link TextSources#find} takes them
   * @throws PathException if a source cannot be read or has no files, or if the file would replace
   *     a source
   */
  static PlannedFile oneFile(
      Configuration configuration, InputStream standardInput, List<String> arguments, Path file)
      throws IOException {
    if (Collections.frequency(arguments, TextSources.STANDARD_INPUT) > 1) {
      throw new PathException(
          TextSources.STANDARD_INPUT, "is standard input, which is read once", "Name it once.");
    }
    TextSources resolver = new TextSources(configuration, standardInput);
    List<NamedTexts> sources = new ArrayList<>();
    for (String argument : arguments) {
      List<NamedTexts> found = resolver.find(argument);
      TextSources.checkAny(argument, found);
      sources.addAll(found);
    }
    PlannedFile planned = new PlannedFile(file, sources);
    refuseReplacedSources(configuration, List.of(planned));
    return planned;
  }

  /**
   * Plans one file in a directory for each source, under the name of the source. Each match of a
   * pattern is a source.
   *
   * @param arguments as {@link TextSources#find} takes them
   * @throws PathException if a source cannot be read, has no files, or has no name that a file can
   *     have; if two sources have one name; or if a file would replace a source
   */
  static List<PlannedFile> intoDirectory(
      Configuration configuration,
      InputStream standardInput,
      List<String> arguments,
      Path directory)
      throws IOException {
    TextSources resolver = new TextSources(configuration, standardInput);
    Map<String, NamedTexts> byName = new LinkedHashMap<>();
    for (String argument : arguments) {
      if (argument.equals(TextSources.STANDARD_INPUT)) {
        throw new PathException(
            directory, "Is a directory", "Standard input needs the name of a file.");
      }
      for (NamedTexts source : resolver.find(argument)) {
        TextSources.checkAny(source.shown(), List.of(source));
        String name = name(source);
        NamedTexts other = byName.putIfAbsent(name, source);
        if (other != null) {
          throw new PathException(
              new Path(directory, name),
              "`" + other.shown() + "' and `" + source.shown() + "' would both become this file",
              NOTHING + "Load one of them under another name, or name a file as DST to join them.");
        }
      }
    }
    List<PlannedFile> planned =
        byName.entrySet().stream()
            .map(
                entry ->
                    new PlannedFile(new Path(directory, entry.getKey()), List.of(entry.getValue())))
            .toList();
    refuseReplacedSources(configuration, planned);
    return planned;
  }

  private static String name(NamedTexts source) throws PathException {
    String name = source.location().getName();
    if (name.isEmpty()) {
      throw new PathException(
          source.shown(), "has no name", "Name a file as DST, for example DST/rows.");
    }
    if (name.contains(":")) {
      throw new PathException(
          source.shown(), "HDFS takes no name with a colon", "Name a file as DST.");
    }
    return name;
  }

  /** An upload that overwrites would otherwise replace the text of which it made the file. */
  private static void refuseReplacedSources(Configuration configuration, List<PlannedFile> planned)
      throws IOException {
    FileIdentities identities = new FileIdentities(configuration);
    Map<FileIdentity, NamedTexts> sources = new HashMap<>();
    Map<FileIdentity, NamedTexts> aboveSources = new HashMap<>();
    for (PlannedFile each : planned) {
      for (NamedTexts source : each.sources()) {
        if (source.location() != null) {
          identities.at(source.location()).ifPresent(file -> sources.put(file, source));
          identities
              .above(source.location())
              .forEach(directory -> aboveSources.put(directory, source));
        }
      }
    }
    for (PlannedFile each : planned) {
      FileIdentity file = identities.at(each.file()).orElse(null);
      if (sources.containsKey(file)) {
        throw replaced(sources.get(file), "is", each.file());
      }
      if (aboveSources.containsKey(file)) {
        throw replaced(aboveSources.get(file), "lies in", each.file());
      }
      for (FileIdentity above : identities.above(each.file())) {
        if (sources.containsKey(above)) {
          throw replaced(sources.get(above), "holds", each.file());
        }
      }
    }
  }

  private static PathException replaced(NamedTexts source, String what, Path file) {
    return new PathException(
        source.shown(),
        what + " the file to make, `" + file + "'",
        NOTHING + "Name a DST outside of the sources, which a new file must not replace.");
  }
}
