package dev.hail.format.block;

import dev.hail.format.predicate.Predicate;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Reads the rows of one replica that satisfy a predicate. Not thread-safe. */
public final class BlockReader implements Closeable {
  BlockReader() {}

  /**
   * Opens a replica. The source is closed with the reader, and if opening fails.
   *
   * @param projection positions of the attributes wanted; empty for none, null for all
   */
  public static BlockReader open(
      BlockSource source, Predicate predicate, int[] projection, ReaderOptions options)
      throws IOException {
    return Pending.body();
  }

  public BlockFront front() {
    return Pending.body();
  }

  public AccessPath accessPath() {
    return Pending.body();
  }

  /**
   * Fills a batch with the next qualifying rows.
   *
   * @return false at the end; a batch with true has at least one row
   */
  public boolean next(RowBatch batch) throws IOException {
    return Pending.<Boolean>body();
  }

  /** The bad records of the block, in the order of the source; read when first asked for. */
  public List<BadRecord> badRecords() throws IOException {
    return Pending.body();
  }

  public ReadMetrics metrics() {
    return Pending.body();
  }

  @Override
  public void close() throws IOException {
    Pending.body();
  }
}
