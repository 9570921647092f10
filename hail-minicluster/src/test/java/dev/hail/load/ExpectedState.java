// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which files of one worker must be there, kept in a file of its own that is written ahead of each
 * operation: first the intent, then whether it was acknowledged. What was intended and never
 * acknowledged may have happened or not, until the files are looked at; so the state is a set of
 * possible worlds. It is read back from the file for the final check, which thus does not depend on
 * the process that wrote it. Not thread safe.
 */
public final class ExpectedState implements AutoCloseable {
  private static final String INTENT = "intent";
  private static final String ACKNOWLEDGED = "acknowledged";
  private static final String OBSERVED = "observed";
  private static final String ABSENT = "absent";

  private final Writer out;
  private Set<Map<String, Content>> worlds = new LinkedHashSet<>(Set.of(Map.of()));
  private Set<Map<String, Content>> worldsIfDone = worlds;

  private ExpectedState(Writer out) {
    this.out = out;
  }

  /** Starts an empty state. */
  public static ExpectedState create(Path file) throws IOException {
    return new ExpectedState(
        Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW));
  }

  /** Reads a state back, also one whose writer ended in the middle of its last line. */
  public static ExpectedState load(Path file) throws IOException {
    ExpectedState state = new ExpectedState(Writer.nullWriter());
    String text = Files.readString(file);
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case INTENT -> state.intend(Operation.parse(words[1], words[2], words[3]));
        case ACKNOWLEDGED -> state.acknowledge();
        case OBSERVED ->
            state.observe(words[1], words[2].equals(ABSENT) ? null : Content.parse(words[2]));
        default -> throw new IOException("Cannot read " + file + " at: " + line);
      }
    }
    return state;
  }

  /** An operation is about to begin; without an acknowledgement it may happen at any time. */
  void intend(Operation operation) throws IOException {
    write(INTENT + " " + operation);
    worldsIfDone = new LinkedHashSet<>();
    worlds.forEach(world -> worldsIfDone.add(operation.apply(world)));
    worlds = new LinkedHashSet<>(worlds);
    worlds.addAll(worldsIfDone);
  }

  /** The last operation that was intended was acknowledged. */
  void acknowledge() throws IOException {
    write(ACKNOWLEDGED);
    worlds = worldsIfDone;
  }

  /**
   * A file was looked at when no operation could be under way any more.
   *
   * @param content null if there is no file
   * @return whether that is possible; if not, the state is as before
   */
  boolean observe(String path, Content content) throws IOException {
    Set<Map<String, Content>> left = new LinkedHashSet<>(worlds);
    left.removeIf(world -> !Objects.equals(world.get(path), content));
    if (left.isEmpty()) {
      return false;
    }
    write(OBSERVED + " " + path + " " + (content == null ? ABSENT : content));
    worlds = left;
    return true;
  }

  private void write(String line) throws IOException {
    out.write(line + "\n");
    out.flush();
  }

  /** Whether there is only one possible world. */
  boolean isCertain() {
    return worlds.size() == 1;
  }

  /** All possible worlds, each with the content of every file. */
  public Set<Map<String, Content>> worlds() {
    return Set.copyOf(worlds);
  }

  /** The only possible world. */
  Map<String, Content> files() {
    if (!isCertain()) {
      throw new IllegalStateException("Not known yet: " + worlds);
    }
    return new TreeMap<>(worlds.iterator().next());
  }

  /** What may be at each path that differs between the worlds; null stands for no file. */
  public Map<String, Set<Content>> doubts() {
    Set<String> paths = new TreeSet<>();
    worlds.forEach(world -> paths.addAll(world.keySet()));
    Map<String, Set<Content>> doubts = new TreeMap<>();
    for (String path : paths) {
      Set<Content> contents = new LinkedHashSet<>();
      worlds.forEach(world -> contents.add(world.get(path)));
      if (contents.size() > 1) {
        doubts.put(path, contents);
      }
    }
    return doubts;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
