package dev.hail.namenode.offer;

import dev.hail.protocol.Indexing;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The jobs that are indexing now, and what former ones cost, by file and attribute. Thread-safe. A
 * namenode that takes over knows no running job, and so grants it nothing more.
 */
public final class IndexingJobs {
  /** Jobs remembered; the one that was begun or asked for longest ago goes first. */
  private static final int MOST_JOBS = 10_000;

  /** Where calibrations stay, and who may begin a job. */
  public interface Files {
    /**
     * Does nothing for who may write the file.
     *
     * @throws org.apache.hadoop.security.AccessControlException if the caller may not
     */
    void checkWritable(String path) throws IOException;

    /** Short name of the caller. */
    String caller() throws IOException;

    /** What is kept with a file and attribute; null if there is nothing. */
    Calibration calibration(String path, int attribute) throws IOException;

    /** Keeps something with a file and attribute, if the file is still there. */
    void keep(String path, int attribute, Calibration calibration) throws IOException;
  }

  /** A job, and who began it. */
  private record Entry(String user, IndexingJob job) {}

  private final Files files;
  private final Map<Indexing, Entry> jobs =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Indexing, Entry> eldest) {
          return size() > MOST_JOBS;
        }
      };

  /**
   * What was learned lately, by file and attribute, whatever the job; not yet kept if so marked.
   */
  private final Map<Indexing, Learned> learned = new LinkedHashMap<>();

  private record Learned(Calibration calibration, boolean kept) {}

  public IndexingJobs(Files files) {
    this.files = files;
  }

  /** Begins a job; one that has begun goes on as it is. */
  public void begin(Indexing indexing, Indexing.Plan plan) throws IOException {
    files.checkWritable(indexing.path());
    Calibration former = former(indexing);
    Entry entry = new Entry(files.caller(), new IndexingJob(plan, former));
    synchronized (jobs) {
      jobs.putIfAbsent(indexing, entry);
    }
  }

  /** Whether a job may index a block; never if it did not begin here, or began for another user. */
  public boolean mayIndex(Indexing indexing, long blockId, double selectivity) throws IOException {
    IndexingJob job = find(indexing);
    return job != null && selectivity >= 0 && job.mayIndex(blockId, selectivity);
  }

  private Calibration former(Indexing indexing) throws IOException {
    synchronized (learned) {
      Learned known = learned.get(ofAnyJob(indexing));
      if (known != null) {
        return known.calibration();
      }
    }
    return files.calibration(indexing.path(), indexing.sortAttribute());
  }

  private static Indexing ofAnyJob(Indexing indexing) {
    return new Indexing("", indexing.path(), indexing.sortAttribute());
  }

  /** Notes what a task cost, for the jobs to come. */
  public void taskEnded(Indexing indexing, Indexing.TaskKind kind, double seconds)
      throws IOException {
    IndexingJob job = find(indexing);
    if (job == null) {
      return;
    }
    job.taskEnded(kind, seconds);
    Calibration calibration = job.calibration();
    if (calibration != null) {
      synchronized (learned) {
        learned.put(ofAnyJob(indexing), new Learned(calibration, false));
      }
    }
  }

  /** Keeps with the files what was learned since the last call; called now and then. */
  public void keepLearned() throws IOException {
    Map<Indexing, Learned> fresh = new LinkedHashMap<>();
    synchronized (learned) {
      learned.forEach(
          (indexing, known) -> {
            if (!known.kept()) {
              fresh.put(indexing, known);
            }
          });
      if (learned.size() > MOST_JOBS) {
        learned.clear();
      }
      fresh.forEach(
          (indexing, known) -> learned.put(indexing, new Learned(known.calibration(), true)));
    }
    for (Map.Entry<Indexing, Learned> entry : fresh.entrySet()) {
      Indexing indexing = entry.getKey();
      files.keep(indexing.path(), indexing.sortAttribute(), entry.getValue().calibration());
    }
  }

  private IndexingJob find(Indexing indexing) throws IOException {
    Entry entry;
    synchronized (jobs) {
      entry = jobs.get(indexing);
    }
    return entry == null || !entry.user().equals(files.caller()) ? null : entry.job();
  }
}
