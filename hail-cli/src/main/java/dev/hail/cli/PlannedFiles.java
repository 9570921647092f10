// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.PathException;
import dev.hail.client.fs.HailFileSystem;
import dev.hail.client.upload.NamedTexts;
import dev.hail.client.upload.TextSource;
import dev.hail.client.upload.TextSources;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

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
   * A path, equal to all others that lead to the same place.
   *
   * @param system the file system that holds it in the end
   * @param path absolute, without scheme
   */
  private record Place(String system, Path path) {
    Place child(String name) {
      return new Place(system, new Path(path, name));
    }

    /** The directory that holds it; null for a root. */
    Place parent() {
      return path.getParent() == null ? null : new Place(system, path.getParent());
    }
  }

  /**
   * Plans one file of all sources, one after the other. A source may come twice.
   *
   * @param arguments as {@link TextSources#find} takes them
   * @throws PathException if a source cannot be read or has no files, or if the file would replace
   *     a source
   */
  static PlannedFile oneFile(
      Configuration configuration, InputStream standardInput, List<String> arguments, Path file)
      throws IOException {
    TextSources resolver = new TextSources(configuration, standardInput);
    List<NamedTexts> sources = new ArrayList<>();
    for (String argument : arguments) {
      List<NamedTexts> found = resolver.find(argument);
      if (found.stream().allMatch(each -> each.texts().isEmpty())) {
        throw TextSources.withoutFiles(argument);
      }
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
        if (source.texts().isEmpty()) {
          throw TextSources.withoutFiles(source.shown());
        }
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
    Map<Place, NamedTexts> sources = new HashMap<>();
    Map<Place, Path> files = new HashMap<>();
    Map<Path, Place> directories = new HashMap<>();
    for (PlannedFile each : planned) {
      Path directory = each.file().getParent();
      if (directory == null) {
        continue;
      }
      Place place = directories.get(directory);
      if (place == null) {
        place = place(configuration, directory);
        directories.put(directory, place);
      }
      files.put(place.child(each.file().getName()), each.file());
      for (NamedTexts source : each.sources()) {
        if (source.location() != null) {
          sources.put(place(configuration, source.location()), source);
        }
      }
    }
    for (Map.Entry<Place, NamedTexts> source : sources.entrySet()) {
      for (Place at = source.getKey(); at != null; at = at.parent()) {
        if (files.containsKey(at)) {
          String what = at.equals(source.getKey()) ? "is" : "lies in";
          throw replaced(source.getValue(), what, files.get(at));
        }
      }
    }
    for (Map.Entry<Place, Path> file : files.entrySet()) {
      for (Place at = file.getKey(); at != null; at = at.parent()) {
        if (sources.containsKey(at)) {
          throw replaced(sources.get(at), "holds", file.getValue());
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

  private static Place place(Configuration configuration, Path path) throws IOException {
    FileSystem given = path.getFileSystem(configuration);
    Path resolved;
    try {
      resolved = given.resolvePath(path);
    } catch (FileNotFoundException missing) {
      Path absolute = given.makeQualified(path);
      return absolute.getParent() == null
          ? place(given, absolute)
          : place(configuration, absolute.getParent()).child(absolute.getName());
    }
    if (HailFileSystem.SCHEME.equals(resolved.toUri().getScheme())) {
      String authority = resolved.toUri().getAuthority();
      resolved = new Path(HdfsConstants.HDFS_URI_SCHEME, authority, resolved.toUri().getPath());
    }
    return place(resolved.getFileSystem(configuration), resolved);
  }

  /** Two addresses of one namenode have one service name. */
  private static Place place(FileSystem system, Path path) {
    String service = system.getCanonicalServiceName();
    return new Place(
        service == null ? system.getUri().toString().toLowerCase(Locale.ROOT) : service,
        Path.getPathWithoutSchemeAndAuthority(path));
  }
}
