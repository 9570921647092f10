// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import dev.hail.namenode.offer.RunningJobs.Subject;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.xattr.Calibration;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.namenode.SafeModeException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs that are indexing now, each with all its files, and what former ones cost, by file and
 * attribute. Thread-safe. A namenode that takes over knows no running job, and so grants it nothing
 * more.
 */
public final class IndexingJobs {
  private static final Logger LOG = LoggerFactory.getLogger(IndexingJobs.class);

  private static final int MOST_LEARNED = 100_000;

  /** Each is an edit of the namespace, and all files of a job change with each of its tasks. */
  private static final int MOST_KEPT_AT_ONCE = 200;

  /** Attributes that are possible for one block are possible for all. */
  private static final long ANY_BLOCK = 1;

  /**
   * A file that may be indexed.
   *
   * @param id id of its inode
   * @param blocks how many it has
   * @param length its bytes
   * @param longestBlock bytes of the longest block; 0 if it has none
   */
  public record FileToIndex(long id, int blocks, long length, long longestBlock) {}

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
    boolean promise(long fileId, int attribute, long blockId, String job) throws IOException;

    /** A job will not build the index of a block; others that are to keep their space. */
    void withdraw(long fileId, int attribute, long blockId, String job);

    /** A job will build no more indexes. */
    void withdrawAll(String job);
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
    FileToIndex writable(String path, int attribute) throws IOException;

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

  /** What was learned of a subject, and whether that is kept with the file. */
  private record Learned(Calibration calibration, boolean kept) {}

  private final Files files;
  private final Room room;

  private final LongSupplier stateSince;

  /** The jobs; guarded by this object itself. */
  private final RunningJobs jobs;

  /** What was learned, in the order of last use. */
  private final Map<Subject, Learned> learned = new LinkedHashMap<>(16, 0.75f, true);

  /** Jobs of which tasks have ended since it was last noted what they cost; guarded by jobs. */
  private final Set<RunningJobs.Entry> fresh = new LinkedHashSet<>();

  /** Since when the namenode has been in the state in which the jobs began; guarded by jobs. */
  private long begun = -1;

  /**
   * No jobs.
   *
   * @param stateSince since when this namenode has been active, or not
   */
  public IndexingJobs(Files files, Room room, LongSupplier stateSince) {
    this(files, room, stateSince, RunningJobs.Bounds.DEFAULT, System::nanoTime);
  }

  /**
   * No jobs, with bounds and a clock of their own.
   *
   * @param nanos a clock that never goes back, in nanoseconds
   */
  IndexingJobs(
      Files files,
      Room room,
      LongSupplier stateSince,
      RunningJobs.Bounds bounds,
      LongSupplier nanos) {
    this.files = files;
    this.room = room;
    this.stateSince = stateSince;
    this.jobs = new RunningJobs(bounds, nanos, this::forgotten);
  }

  /**
   * Forgets everything if this namenode has become the active one since. What jobs of the other
   * namenode cost meanwhile is kept with the files, and its jobs are not known here.
   */
  private void beginState() {
    long since = stateSince.getAsLong();
    synchronized (jobs) {
      if (begun == since) {
        return;
      }
      begun = since;
      // Before the jobs, of which each that is forgotten would be learned from.
      fresh.clear();
      jobs.forgetAll();
      synchronized (learned) {
        learned.clear();
      }
    }
  }

  /**
   * Begins a job, or adds a file to one that has begun; a file that it has already stays as it is.
   *
   * @throws IOException if the file has no blocks, or fewer than the plan says, or cannot have this
   *     index; or if the job has too many files
   */
  public void begin(Indexing indexing, Indexing.Plan plan) throws IOException {
    beginState();
    FileToIndex file = files.writable(indexing.path(), indexing.sortAttribute());
    if (file.blocks() == 0 || !PseudoReplicaId.isPossible(ANY_BLOCK, indexing.sortAttribute())) {
      throw new IOException(
          indexing.path()
              + " cannot have an index by @"
              + indexing.sortAttribute()
              + ": it has "
              + file.blocks()
              + " blocks, and attributes count from 1 to 65535");
    }
    if (plan.blocks() > file.blocks()) {
      throw new IOException(
          indexing.path() + " has " + file.blocks() + " blocks; no plan for it is " + plan);
    }
    Subject subject = new Subject(file.id(), indexing.sortAttribute());
    Calibration former = former(subject);
    long bytes = room.of(subject.fileId(), subject.attribute());
    // Rounded up, as a file's last block is short; each block is asked for whether it fits.
    long blocks =
        bytes >= file.length()
            ? Long.MAX_VALUE
            : IndexingJob.ceilDivide(bytes, file.longestBlock());
    RunningJobs.Key key = new RunningJobs.Key(files.caller(), indexing.job());
    synchronized (jobs) {
      RunningJobs.Entry entry = jobs.get(key);
      if (entry != null && entry.file(indexing) != null) {
        return;
      }
      jobs.makeRoomForFile(key);
      if (entry == null) {
        entry = jobs.begin(key, new IndexingJob(plan, former, blocks));
      } else {
        entry.job().add(plan, former, blocks);
      }
      jobs.add(key, entry, indexing, subject, plan.blocks());
    }
  }

  private void forgotten(RunningJobs.Entry entry) {
    room.withdrawAll(entry.builder());
    if (fresh.remove(entry)) {
      learn(entry);
    }
  }

  private Calibration former(Subject subject) throws IOException {
    synchronized (jobs) {
      for (RunningJobs.Entry entry : fresh) {
        learn(entry, subject);
      }
    }
    synchronized (learned) {
      Learned known = learned.get(subject);
      if (known != null) {
        return known.calibration();
      }
    }
    return files.calibration(subject.fileId(), subject.attribute());
  }

  /** Whether a job may index a block; never if it did not begin here, or began for another user. */
  public boolean mayIndex(Indexing indexing, long blockId, double selectivity) throws IOException {
    Found found = find(indexing);
    if (found == null || !(selectivity >= 0)) {
      return false;
    }
    long fileId = found.file().fileId();
    int attribute = found.file().attribute();
    String builder = found.entry().builder();
    if (!room.promise(fileId, attribute, blockId, builder)) {
      return false;
    }
    boolean may = mayIndex(found, blockId, selectivity);
    if (!may) {
      room.withdraw(fileId, attribute, blockId, builder);
    }
    return may;
  }

  private boolean mayIndex(Found found, long blockId, double selectivity) {
    IndexingJob job = found.entry().job();
    long index = index(blockId, found.file().attribute());
    synchronized (jobs) {
      // What was promised since the job was forgotten would be withdrawn by nobody.
      if (found.entry().isForgotten()) {
        return false;
      }
      if (!job.knows(index) && !jobs.makeRoomForBlock(found.key())) {
        return false;
      }
      boolean may = job.mayIndex(index, selectivity);
      jobs.count(found.key(), found.entry());
      return may;
    }
  }

  /**
   * What a job asks about: each index of a block counts, as each is promised space. Attributes have
   * 16 bits, and HDFS counts ids of blocks up from 2^30.
   */
  private static long index(long blockId, int attribute) {
    return blockId ^ (long) attribute << 48;
  }

  /** Number of ids of blocks that are remembered, of all jobs. */
  long rememberedBlocks() {
    synchronized (jobs) {
      return jobs.blocks();
    }
  }

  /** Notes what a task cost, for the jobs to come. */
  public void taskEnded(Indexing indexing, Indexing.TaskCost cost) throws IOException {
    Found found = find(indexing);
    if (found == null) {
      return;
    }
    found.entry().job().taskEnded(cost);
    synchronized (jobs) {
      fresh.add(found.entry());
    }
  }

  /** Notes what a job has cost so far with all its files. */
  private void learn(RunningJobs.Entry entry) {
    for (Subject subject : entry.blocks().keySet()) {
      learn(entry, subject);
    }
  }

  private void learn(RunningJobs.Entry entry, Subject subject) {
    Integer blocks = entry.blocks().get(subject);
    Calibration calibration =
        blocks == null || blocks == 0 ? null : entry.job().calibrationOf(blocks);
    if (calibration == null) {
      return;
    }
    synchronized (learned) {
      Learned known = learned.get(subject);
      if (known == null || !known.calibration().equals(calibration)) {
        learned.put(subject, new Learned(calibration, false));
      }
      Iterator<Subject> oldest = learned.keySet().iterator();
      while (learned.size() > MOST_LEARNED) {
        oldest.next();
        oldest.remove();
      }
    }
  }

  /**
   * Keeps with the files what was learned since the last call, of many files in several calls;
   * called now and then. What the namenode does not take for a while is kept by a later call.
   */
  public void keepLearned() {
    beginState();
    synchronized (jobs) {
      jobs.forgetIdle();
      fresh.forEach(this::learn);
      fresh.clear();
    }
    List<Map.Entry<Subject, Learned>> toKeep = new ArrayList<>();
    synchronized (learned) {
      for (Map.Entry<Subject, Learned> entry : learned.entrySet()) {
        if (!entry.getValue().kept() && toKeep.size() < MOST_KEPT_AT_ONCE) {
          toKeep.add(Map.entry(entry.getKey(), entry.getValue()));
        }
      }
    }
    for (Map.Entry<Subject, Learned> entry : toKeep) {
      Subject subject = entry.getKey();
      Learned known = entry.getValue();
      try {
        files.keep(subject.fileId(), subject.attribute(), known.calibration());
      } catch (FileNotFoundException gone) {
        LOG.debug("Inode {} is gone, and with it what jobs on it cost", subject.fileId(), gone);
      } catch (SafeModeException | StandbyException | RetriableException forAWhile) {
        LOG.debug("What jobs on inode {} cost is kept later", subject.fileId(), forAWhile);
        return;
      } catch (IOException | RuntimeException e) {
        LOG.warn("What jobs on inode {} cost is not kept with it", subject.fileId(), e);
      }
      synchronized (learned) {
        learned.replace(subject, known, new Learned(known.calibration(), true));
      }
    }
  }

  private record Found(RunningJobs.Key key, RunningJobs.Entry entry, Subject file) {}

  /**
   * Finds a job and its file; null if the caller did not begin the job, or it does not have the
   * file.
   */
  private Found find(Indexing indexing) throws IOException {
    beginState();
    RunningJobs.Key key = new RunningJobs.Key(files.caller(), indexing.job());
    synchronized (jobs) {
      RunningJobs.Entry entry = jobs.get(key);
      Subject file = entry == null ? null : entry.file(indexing);
      return file == null ? null : new Found(key, entry, file);
    }
  }
}
