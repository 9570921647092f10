package dev.hail.mapreduce.adaptive;

/**
 * What became of the blocks a task offered.
 *
 * @param published blocks that have a pseudo replica now
 * @param alreadyThere blocks for which another task was faster
 * @param failed blocks that could not be indexed
 * @param bytesWritten bytes of the published replicas
 */
public record IndexingTotals(long published, long alreadyThere, long failed, long bytesWritten) {
  static final IndexingTotals NONE = new IndexingTotals(0, 0, 0, 0);

  IndexingTotals plus(long addPublished, long addThere, long addFailed, long addBytes) {
    return new IndexingTotals(
        published + addPublished,
        alreadyThere + addThere,
        failed + addFailed,
        bytesWritten + addBytes);
  }
}
