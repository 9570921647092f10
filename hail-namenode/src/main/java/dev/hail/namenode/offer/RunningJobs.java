// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.offer;

import dev.hail.protocol.Indexing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.io.MD5Hash;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs that are indexing, each with its files, within bounds. Nobody tells of the end of a job,
 * so the one that was not heard of for longest makes room. A job that is forgotten is granted
 * nothing more: what it was granted is forgotten with it, and its rate must hold. Not thread-safe.
 */
final class RunningJobs {
  private static final Logger LOG = LoggerFactory.getLogger(RunningJobs.class);

  /**
   * What is remembered at most, in all and of one user.
   *
   * @param jobs number of jobs
   * @param files files of jobs, each counted for each job
   * @param blocks ids of blocks that tasks asked about, each counted for each job
   * @param idleNanos time after which a job that was not heard of is forgotten
   */
  record Bounds(
      int jobs,
      int jobsOfUser,
      int files,
      int filesOfUser,
      long blocks,
      long blocksOfUser,
      long idleNanos) {
    /**
     * Ids of four million blocks take at most 96 MB of the namenode's heap ({@link
     * AskedBlocks#BYTES_PER_BLOCK} each). A job that reads 500 TB has as many blocks of 128 MB. A
     * job may wait for slots, and a task may map a block, for hours; none does so for a day.
     */
    static final Bounds DEFAULT =
        new Bounds(10_000, 500, 200_000, 50_000, 4_000_000, 2_000_000, TimeUnit.DAYS.toNanos(1));
  }

  /** Heap at most of a job without its files and blocks: mostly its histogram. */
  static final int BYTES_PER_JOB = 8_000;

  /** Heap at most of a file of a job, and of what the job was promised for it but for blocks. */
  static final int BYTES_PER_FILE = 600;

  /** Who began a job, and what the user called it. */
  record Key(String user, String job) {
    /** Name under which the job is promised space; two users may call their jobs the same. */
    private String builder() {
      return user + " " + job;
    }
  }

  /** A file and the attribute by which it is indexed. */
  record Subject(long fileId, int attribute) {}

  /**
   * A file as a job calls it: by a digest of the path, since paths of thousands of characters would
   * take gigabytes. Who makes two paths of one digest has one file less in the own job.
   */
  private record Part(long digest, long rest, int attribute) {
    static Part of(Indexing indexing) {
      ByteBuffer digest = ByteBuffer.wrap(MD5Hash.digest(indexing.path()).getDigest());
      return new Part(digest.getLong(), digest.getLong(), indexing.sortAttribute());
    }
  }

  /** A job and the files it is about. */
  static final class Entry {
    private final IndexingJob job;
    private final String builder;
    private final Map<Part, Subject> files = new HashMap<>();
    private final Map<Subject, Integer> blocks = new HashMap<>();
    private int remembered;
    private long heard;
    private boolean forgotten;

    private Entry(IndexingJob job, String builder) {
      this.job = job;
      this.builder = builder;
    }

    IndexingJob job() {
      return job;
    }

    /** Name under which the job is promised space, unlike any other. */
    String builder() {
      return builder;
    }

    boolean isForgotten() {
      return forgotten;
    }

    /** The file that a question is about; null if the job does not have it. */
    Subject file(Indexing indexing) {
      return files.get(Part.of(indexing));
    }

    /** Number of blocks of each of its files. */
    Map<Subject, Integer> blocks() {
      return Collections.unmodifiableMap(blocks);
    }
  }

  private final Bounds bounds;
  private final LongSupplier nanos;
  private final Consumer<Entry> onForget;

  /** The jobs in the order of their last use. */
  private final Map<Key, Entry> jobs = new LinkedHashMap<>(16, 0.75f, true);

  private final Map<String, Integer> filesOfUsers = new HashMap<>();
  private final Map<String, Integer> blocksOfUsers = new HashMap<>();
  private int files;
  private long blocks;

  /**
   * No jobs.
   *
   * @param nanos a clock that no one sets, as {@link System#nanoTime}
   * @param onForget hears of each job that is forgotten
   */
  RunningJobs(Bounds bounds, LongSupplier nanos, Consumer<Entry> onForget) {
    this.bounds = bounds;
    this.nanos = nanos;
    this.onForget = onForget;
  }

  /** The job of that name, which is heard of; null if there is none. */
  Entry get(Key key) {
    forgetIdle();
    Entry entry = jobs.get(key);
    if (entry != null) {
      entry.heard = nanos.getAsLong();
    }
    return entry;
  }

  /** A job that begins without files; there must be none of that name. */
  Entry begin(Key key, IndexingJob job) {
    if (jobs.keySet().stream().filter(of(key.user())).count() >= bounds.jobsOfUser()) {
      forgetOldest((other, entry) -> of(key.user()).test(other));
    } else if (jobs.size() >= bounds.jobs()) {
      forgetOldest((other, entry) -> true);
    }
    Entry entry = new Entry(job, key.builder());
    entry.heard = nanos.getAsLong();
    jobs.put(key, entry);
    return entry;
  }

  /**
   * Makes room for one more file of a job. A user who has too many loses the own job that was not
   * heard of for longest, else whoever was not.
   *
   * @throws IOException if the job has too many itself
   */
  void makeRoomForFile(Key key) throws IOException {
    while (filesOfUsers.getOrDefault(key.user(), 0) >= bounds.filesOfUser()) {
      if (!forgetOldest((other, entry) -> isOther(key, other) && of(key.user()).test(other))) {
        throw new IOException("a job may index no more than " + bounds.filesOfUser() + " files");
      }
    }
    while (files >= bounds.files() && forgetOldest((other, entry) -> isOther(key, other))) {
      LOG.info("Jobs that index have many files: one that was not heard of for long is forgotten");
    }
  }

  /** Adds a file to a job. */
  void add(Key key, Entry entry, Indexing indexing, Subject file, int blocksOfPlan) {
    entry.files.put(Part.of(indexing), file);
    entry.blocks.put(file, blocksOfPlan);
    filesOfUsers.merge(key.user(), 1, Integer::sum);
    files++;
  }

  /**
   * Makes room for the id of one more block of a job, at the cost of other jobs, of the same user
   * first.
   *
   * @return false if there is none: the job alone has too many
   */
  boolean makeRoomForBlock(Key key) {
    while (blocksOfUsers.getOrDefault(key.user(), 0) >= bounds.blocksOfUser()) {
      if (!forgetOldest(
          (other, entry) ->
              entry.remembered > 0 && isOther(key, other) && of(key.user()).test(other))) {
        return false;
      }
    }
    while (blocks >= bounds.blocks()) {
      if (!forgetOldest((other, entry) -> entry.remembered > 0 && isOther(key, other))) {
        return false;
      }
      LOG.info("Jobs asked about many blocks: one that was not heard of for long is forgotten");
    }
    return true;
  }

  /** Counts anew for how many blocks a job is remembered. */
  void count(Key key, Entry entry) {
    if (!entry.forgotten) {
      int more = entry.job.asked() - entry.remembered;
      entry.remembered += more;
      count(key.user(), more);
    }
  }

  private void count(String user, int more) {
    blocks += more;
    blocksOfUsers.merge(user, more, RunningJobs::sumOrNone);
  }

  /** Forgets the jobs that were not heard of for as long as the bounds say. */
  void forgetIdle() {
    long now = nanos.getAsLong();
    while (forgetFirst(now)) {
      LOG.debug("A job was not heard of for long and is forgotten");
    }
  }

  /** Forgets all jobs. */
  void forgetAll() {
    while (forgetOldest((key, entry) -> true)) {
      LOG.debug("A job began before this namenode became active, and is forgotten");
    }
  }

  private boolean forgetFirst(long now) {
    Iterator<Map.Entry<Key, Entry>> oldest = jobs.entrySet().iterator();
    if (!oldest.hasNext()) {
      return false;
    }
    Map.Entry<Key, Entry> first = oldest.next();
    if (now - first.getValue().heard < bounds.idleNanos()) {
      return false;
    }
    oldest.remove();
    forgotten(first.getKey(), first.getValue());
    return true;
  }

  private static Predicate<Key> of(String user) {
    return key -> key.user().equals(user);
  }

  private static boolean isOther(Key key, Key other) {
    return !other.equals(key);
  }

  private boolean forgetOldest(BiPredicate<Key, Entry> which) {
    Iterator<Map.Entry<Key, Entry>> oldest = jobs.entrySet().iterator();
    while (oldest.hasNext()) {
      Map.Entry<Key, Entry> next = oldest.next();
      if (which.test(next.getKey(), next.getValue())) {
        oldest.remove();
        forgotten(next.getKey(), next.getValue());
        return true;
      }
    }
    return false;
  }

  private void forgotten(Key key, Entry entry) {
    entry.forgotten = true;
    filesOfUsers.merge(key.user(), -entry.files.size(), RunningJobs::sumOrNone);
    files -= entry.files.size();
    count(key.user(), -entry.remembered);
    onForget.accept(entry);
  }

  /** Returns null for 0, which takes the entry out of its map. */
  private static Integer sumOrNone(int number, int more) {
    return number + more == 0 ? null : number + more;
  }

  /** Number of ids of blocks that are remembered, of all jobs. */
  long blocks() {
    return blocks;
  }
}
