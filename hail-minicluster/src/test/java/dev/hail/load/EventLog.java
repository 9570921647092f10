// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What happened when, and how often. Thread-safe. */
public final class EventLog implements AutoCloseable {
  /** Counts operations that a client was told are done, or whose answer it got. */
  public static final String ANSWERED = "operations answered";

  /** Counts operations of which a client saw an error. */
  public static final String FAILED = "operations failed";

  private final Writer out;
  private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

  public EventLog(Path file) throws IOException {
    out = Files.newBufferedWriter(file, StandardCharsets.UTF_8);
  }

  /** Notes an event. */
  public synchronized void add(String who, String what) throws IOException {
    out.write(LocalTime.now(ZoneOffset.UTC) + " " + who + ": " + what + "\n");
    out.flush();
  }

  /** Counts an event of some kind. */
  public void count(String kind) {
    counts.computeIfAbsent(kind, key -> new AtomicLong()).incrementAndGet();
  }

  /** How many events of a kind were counted. */
  public long counted(String kind) {
    AtomicLong count = counts.get(kind);
    return count == null ? 0 : count.get();
  }

  /** All counts, for people. */
  public String summary() {
    return new java.util.TreeMap<>(counts).toString();
  }

  @Override
  public synchronized void close() throws IOException {
    out.close();
  }
}
