// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.workload;

import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import dev.hail.namenode.space.EditBudget;
import dev.hail.protocol.FileWorkload;
import dev.hail.protocol.FilterReport;
import dev.hail.xattr.Workload;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects which filters files are read with, and adds it now and then to what is kept with them.
 * Only what is not kept yet is in memory. So a namenode that takes over, even for the second time,
 * goes on from what the file has. Thread-safe.
 */
public final class Workloads {
  private static final Logger LOG = LoggerFactory.getLogger(Workloads.class);

  /**
   * Most files that wait to be recorded. Beyond them the one that was read longest ago is left out.
   */
  private static final int MOST_FILES = 2_000;

  /**
   * A file that the caller may read.
   *
   * @param id id of its inode
   * @param blocks how many it has
   * @param schema as an SQL column list; empty if it has none
   * @param workload what is kept with it; empty if nothing is
   */
  public record ReadFile(long id, int blocks, String schema, String workload) {}

  /** Files, and what is kept with them. */
  public interface Files {
    /**
     * A file that the caller may read.
     *
     * @throws org.apache.hadoop.security.AccessControlException if the caller may not
     */
    ReadFile readable(String path) throws IOException;

    /**
     * What is kept with a file; empty if nothing is.
     *
     * @throws FileNotFoundException if it is gone
     */
    String workload(long fileId) throws IOException;

    /**
     * Keeps something with a file, wherever it is.
     *
     * @throws FileNotFoundException if it is gone
     */
    void keep(long fileId, String workload) throws IOException;
  }

  private final Files files;
  private final LongSupplier millisClock;
  private final long halfLifeSeconds;
  private final EditBudget edits;

  /** Held while a report is neither collected nor kept; before {@link #fresh}. */
  private final Object keeping = new Object();

  /** What waits to be recorded; files in the order of the last report. */
  private final Map<Long, Workload> fresh = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Nothing collected yet.
   *
   * @param millisClock wall clock time
   * @param halfLifeSeconds time after which a report counts half, at least 1
   * @param edits how often something may be kept
   */
  public Workloads(Files files, LongSupplier millisClock, long halfLifeSeconds, EditBudget edits) {
    this.files = files;
    this.millisClock = millisClock;
    this.halfLifeSeconds = Math.max(1, halfLifeSeconds);
    this.edits = edits;
  }

  /**
   * Takes a report of the caller's.
   *
   * @throws IOException if the caller may not read the file, or it has no such attributes or blocks
   */
  public void record(FilterReport report) throws IOException {
    ReadFile file = files.readable(report.path());
    check(file, report);
    Workload told = Workload.of(report, millisClock.getAsLong() / 1000);
    synchronized (fresh) {
      fresh.merge(file.id(), told, (before, now) -> before.plus(now, halfLifeSeconds));
      Iterator<Long> oldest = fresh.keySet().iterator();
      while (fresh.size() > MOST_FILES) {
        oldest.next();
        oldest.remove();
      }
    }
  }

  private static void check(ReadFile file, FilterReport report) throws IOException {
    if (file.schema().isEmpty()) {
      throw new IOException(report.path() + " has no schema, so no filter of it is recorded");
    }
    int attributes;
    try {
      attributes = Schema.parse(file.schema()).size();
    } catch (SchemaException damaged) {
      throw new IOException(report.path() + " has a damaged schema", damaged);
    }
    boolean named = report.filter().parts().stream().allMatch(p -> p.attribute() <= attributes);
    boolean measured = report.measures().stream().allMatch(m -> m.blocks() <= file.blocks());
    if (!named || !measured) {
      throw new IOException(
          report.path()
              + " has "
              + attributes
              + " attributes and "
              + file.blocks()
              + " blocks; not recorded: "
              + report);
    }
  }

  /**
   * All that is known of a file that the caller may read.
   *
   * @throws IOException if the caller may not
   */
  public FileWorkload of(String path) throws IOException {
    ReadFile file;
    Workload unkept;
    synchronized (keeping) {
      file = files.readable(path);
      synchronized (fresh) {
        unkept = fresh.getOrDefault(file.id(), Workload.none());
      }
    }
    Workload all = parse(file.id(), file.workload()).plus(unkept, halfLifeSeconds);
    return new FileWorkload(file.schema(), all.withoutForgotten().format());
  }

  /** Whoever may write a file may also damage what is kept with it; that begins anew then. */
  private static Workload parse(long fileId, String kept) {
    try {
      return Workload.parse(kept);
    } catch (IllegalArgumentException damaged) {
      LOG.warn("What inode {} was read with is damaged and begins anew", fileId, damaged);
      return Workload.none();
    }
  }

  /**
   * Keeps with the files what was collected since the last call; called now and then. What the
   * budget of edits has no room for stays collected, and one edit keeps all reports of a file.
   */
  public void keep() {
    List<Long> all;
    synchronized (fresh) {
      all = List.copyOf(fresh.keySet());
    }
    for (long fileId : all) {
      if (!edits.tryTake()) {
        return;
      }
      try {
        keep(fileId);
      } catch (IOException | RuntimeException e) {
        // Its owner may have filled what room HDFS has for attributes: no reason to try for ever.
        LOG.warn("What inode {} was read with since the last time is lost", fileId, e);
      }
    }
  }

  private void keep(long fileId) throws IOException {
    synchronized (keeping) {
      Workload collected;
      synchronized (fresh) {
        collected = fresh.remove(fileId);
      }
      if (collected == null) {
        return;
      }
      try {
        Workload kept = parse(fileId, files.workload(fileId));
        String all = kept.plus(collected, halfLifeSeconds).withoutForgotten().format();
        if (!all.isEmpty()) {
          files.keep(fileId, all);
        }
      } catch (FileNotFoundException gone) {
        LOG.debug("Inode {} is gone, and with it what it was read with", fileId, gone);
      }
    }
  }
}
