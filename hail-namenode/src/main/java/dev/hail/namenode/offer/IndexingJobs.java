// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import dev.hail.client.pseudo.Calibration;
import dev.hail.protocol.Indexing;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs that are indexing now, and what former ones cost, by file and attribute. Thread-safe. A
 * namenode that takes over knows no running job, and so grants it nothing more.
 */
public final class IndexingJobs {
  private static final Logger LOG = LoggerFactory.getLogger(IndexingJobs.class);

  /** Of what is remembered, the one that was asked for longest ago goes first. */
  private static final int MOST_JOBS = 10_000;

  private static final int MOST_JOBS_OF_A_USER = 500;

  /**
   * A file that may be indexed.
   *
   * @param id id of its inode
   * @param blocks how many it has
   * @param length its bytes
   * @param longestBlock bytes of the longest block; 0 if it has none
   */
  public record IndexedFile(long id, int blocks, long length, long longestBlock) {}

  /** How much space there is for indexes. */
  public interface Room {
    /** Bytes of an index that could be added to it, {@link Long#MAX_VALUE} without limit. */
    long of(long fileId, int attribute) throws IOException;

    /**
     * Keeps space for the index of a block that a job is to build, once for all jobs that are to.
     * What is not used is free again in time.
     *
     * @param job unlike any other
     * @return whether there is room
     */
    boolean promise(long fileId, int attribute, long blockId, String job);

    /** A job will not build the index of a block; others that are to keep their space. */
    void withdraw(long fileId, int attribute, long blockId, String job);
  }

  /** Where calibrations stay, and who may begin a job. */
  public interface Files {
    /**
     * A file that the caller may write and that has an attribute.
     *
     * @param attribute position, from 1
     * @throws org.apache.hadoop.security.AccessControlException if the caller may not
     * @throws IOException if it has no such attribute
     */
    IndexedFile writable(String path, int attribute) throws IOException;

    /** Short name of the caller. */
    String caller() throws IOException;

    /**
     * What is kept with a file and attribute; null if there is nothing.
     *
     * @throws FileNotFoundException if it is gone
     */
    Calibration calibration(long fileId, int attribute) throws IOException;

    /**
     * Keeps something with a file and attribute, wherever it is by now.
     *
     * @throws FileNotFoundException if it is gone
     */
    void keep(long fileId, int attribute, Calibration calibration) throws IOException;
  }

  /** A job, who began it, and the file it is about. */
  private record Entry(String user, IndexedFile file, IndexingJob job) {}

  private record Subject(long fileId, int attribute) {}

  /** What was learned of a subject, and whether that is kept with the file. */
  private record Learned(Calibration calibration, boolean kept) {}

  private final Files files;
  private final Room room;

  /** By last use, both. */
  private final Map<Indexing, Entry> jobs = new LinkedHashMap<>(16, 0.75f, true);

  private final Map<Subject, Learned> learned = new LinkedHashMap<>(16, 0.75f, true);

  public IndexingJobs(Files files, Room room) {
    this.files = files;
    this.room = room;
  }

  /**
   * Begins a job; one that has begun goes on as it is.
   *
   * @throws IOException if the file has fewer blocks than the plan says
   */
  public void begin(Indexing indexing, Indexing.Plan plan) throws IOException {
    IndexedFile file = files.writable(indexing.path(), indexing.sortAttribute());
    if (plan.blocks() > file.blocks() || indexing.sortAttribute() < 1) {
      throw new IOException(
          indexing.path() + " has " + file.blocks() + " blocks; no plan for it is " + plan);
    }
    Calibration former = former(indexing, file);
    long bytes = room.of(file.id(), indexing.sortAttribute());
    // Rounded up, as a file's last block is short; each block is asked for whether it fits.
    long blocks =
        bytes >= file.length()
            ? Long.MAX_VALUE
            : IndexingJob.ceilDivide(bytes, file.longestBlock());
    String user = files.caller();
    synchronized (jobs) {
      if (!jobs.containsKey(indexing)) {
        makeRoom(user);
        jobs.put(indexing, new Entry(user, file, new IndexingJob(plan, former, blocks)));
      }
    }
  }

  /** A user who has too many loses an own one, else who was not heard of longest. */
  private void makeRoom(String user) {
    long ofUser = jobs.values().stream().filter(entry -> entry.user().equals(user)).count();
    if (ofUser >= MOST_JOBS_OF_A_USER) {
      removeOldest(entry -> entry.user().equals(user));
    } else if (jobs.size() >= MOST_JOBS) {
      removeOldest(entry -> true);
    }
  }

  private void removeOldest(Predicate<Entry> which) {
    Iterator<Entry> oldest = jobs.values().iterator();
    while (oldest.hasNext()) {
      if (which.test(oldest.next())) {
        oldest.remove();
        return;
      }
    }
  }

  private Calibration former(Indexing indexing, IndexedFile file) throws IOException {
    synchronized (learned) {
      Learned known = learned.get(new Subject(file.id(), indexing.sortAttribute()));
      if (known != null) {
        return known.calibration();
      }
    }
    return files.calibration(file.id(), indexing.sortAttribute());
  }

  /** Whether a job may index a block; never if it did not begin here, or began for another user. */
  public boolean mayIndex(Indexing indexing, long blockId, double selectivity) throws IOException {
    Entry entry = find(indexing);
    if (entry == null || !(selectivity >= 0)) {
      return false;
    }
    long fileId = entry.file().id();
    int attribute = indexing.sortAttribute();
    if (!room.promise(fileId, attribute, blockId, indexing.job())) {
      return false;
    }
    boolean may = entry.job().mayIndex(blockId, selectivity);
    if (!may) {
      room.withdraw(fileId, attribute, blockId, indexing.job());
    }
    return may;
  }

  /** Notes what a task cost, for the jobs to come. */
  public void taskEnded(Indexing indexing, Indexing.TaskCost cost) throws IOException {
    Entry entry = find(indexing);
    if (entry == null) {
      return;
    }
    entry.job().taskEnded(cost);
    Calibration calibration = entry.job().calibration();
    if (calibration != null) {
      Subject subject = new Subject(entry.file().id(), indexing.sortAttribute());
      synchronized (learned) {
        learned.put(subject, new Learned(calibration, false));
        Iterator<Subject> oldest = learned.keySet().iterator();
        while (learned.size() > MOST_JOBS) {
          oldest.next();
          oldest.remove();
        }
      }
    }
  }

  /** Keeps with the files what was learned since the last call; called now and then. */
  public void keepLearned() {
    List<Map.Entry<Subject, Learned>> fresh = new ArrayList<>();
    synchronized (learned) {
      for (Map.Entry<Subject, Learned> entry : learned.entrySet()) {
        if (!entry.getValue().kept()) {
          fresh.add(Map.entry(entry.getKey(), entry.getValue()));
        }
      }
    }
    for (Map.Entry<Subject, Learned> entry : fresh) {
      Subject subject = entry.getKey();
      Learned known = entry.getValue();
      try {
        files.keep(subject.fileId(), subject.attribute(), known.calibration());
      } catch (FileNotFoundException gone) {
        LOG.debug("Inode {} is gone, and with it what jobs on it cost", subject.fileId(), gone);
      } catch (IOException | RuntimeException e) {
        LOG.warn("What jobs on inode {} cost is not kept with it", subject.fileId(), e);
      }
      synchronized (learned) {
        learned.replace(subject, known, new Learned(known.calibration(), true));
      }
    }
  }

  private Entry find(Indexing indexing) throws IOException {
    Entry entry;
    synchronized (jobs) {
      entry = jobs.get(indexing);
    }
    return entry == null || !entry.user().equals(files.caller()) ? null : entry;
  }
}
