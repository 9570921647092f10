// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.PathException;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.BlockSource;
import dev.hail.format.block.layout.NewerFormatException;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.block.read.AccessPath;
import dev.hail.format.block.read.BadRecord;
import dev.hail.format.block.read.BlockReader;
import dev.hail.format.block.read.OtherSchemaException;
import dev.hail.format.block.read.ReadMetrics;
import dev.hail.format.block.read.ReplacedReplicaException;
import dev.hail.format.block.read.RowBatch;
import dev.hail.format.block.sort.BlockNeed;
import dev.hail.format.predicate.Predicate;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.hadoop.io.IOUtils;

/**
 * The qualifying rows of one block, each exactly once. The scan reads the replica that serves them
 * best, and another one when a datanode fails. All failover of HAIL's readers is here.
 *
 * <p>Replicas hold the same rows in different orders, so a second replica cannot continue where the
 * first one stopped. Therefore the scan reads all bytes that a selection needs before it hands out
 * the first row, as long as they fit {@link ScanOptions#failoverBytes()}. If a replica fails
 * meanwhile, no row is out yet, and the scan starts again with another replica.
 *
 * <p>A larger selection is handed out in several batches. If a replica fails between them, another
 * replica can take over only if both are in upload order, which is the same in all replicas.
 * Otherwise the scan fails, and the message says what to do. Two replicas sorted by the same
 * attribute cannot continue each other: earlier releases ordered rows of equal key differently.
 *
 * <p>Between two reads, a replica may be dropped and made again in another order. So the scan reads
 * the preamble once more, after the last read and before it hands out rows. If the preamble
 * differs, the scan drops the rows it still holds, as if the replica had failed.
 *
 * <p>The front of a replica says what it is sorted by. The replica directory only decides which
 * replica is tried first. Not thread-safe.
 */
public final class BlockScan implements Closeable {
  private static final int[] NO_ATTRIBUTES = {};

  private final Room room;
  private final HailFile file;
  private final HailBlock block;
  private final Predicate predicate;
  private final int[] projection;
  private final ScanOptions options;
  private final CandidateQueue candidates;
  private final ReplicaFailures failures;

  private final Deque<RowBatch> ahead = new ArrayDeque<>();
  private final Deque<RowBatch> spare = new ArrayDeque<>();

  private byte[] bytes;
  private BlockReader reader;
  private boolean exhausted;
  private Candidate current;
  private long rowsDelivered;
  private int orderDelivered;
  private ReadMetrics spent = new ReadMetrics(0, 0, 0, 0, 0);

  private BlockScan(
      HailFile file,
      HailBlock block,
      Predicate predicate,
      int[] projection,
      ScanOptions options,
      CandidateQueue candidates,
      Room room) {
    this.room = room;
    this.file = file;
    this.block = block;
    this.predicate = predicate;
    this.projection = projection == null ? null : projection.clone();
    this.options = options;
    this.candidates = candidates;
    this.failures = new ReplicaFailures(file, block);
  }

  /**
   * Opens a block on the best replica that answers.
   *
   * @param projection positions of the attributes wanted, from 1; empty for none, null for all
   * @throws IOException if no replica can be read; the message lists each with its reason
   */
  public static BlockScan open(
      HailFile file, HailBlock block, Predicate predicate, int[] projection, ScanOptions options)
      throws IOException {
    CandidateQueue candidates =
        CandidateQueue.ofAll(
            file, block, predicate, options.reader().hints(), options.preferredHost());
    return open(file, block, predicate, projection, options, candidates, null);
  }

  /** Decides whether there is room in memory for a whole block. */
  @FunctionalInterface
  public interface Room {
    /**
     * Asks for room before the block is read, and once more for each replica after one that failed.
     *
     * @param need memory that the block needs; all sound replicas say the same
     * @return whether the whole block may be held
     */
    boolean isFor(BlockNeed need) throws IOException;
  }

  /**
   * Opens a block on the best replica that answers, for callers that also need {@link #bytes()}. If
   * there is room, the scan first reads the whole replica and then answers from memory.
   *
   * @param projection positions of the attributes wanted, from 1; empty for none, null for all
   * @param room decides whether the replica is held whole
   * @throws IOException if no replica can be read; the message lists each with its reason
   */
  public static BlockScan openWhole(
      HailFile file,
      HailBlock block,
      Predicate predicate,
      int[] projection,
      ScanOptions options,
      Room room)
      throws IOException {
    CandidateQueue candidates =
        CandidateQueue.ofAll(
            file, block, predicate, options.reader().hints(), options.preferredHost());
    return open(file, block, predicate, projection, options, candidates, room);
  }

  /**
   * Opens a block on the first of the given replicas that answers.
   *
   * @param projection positions of the attributes wanted, from 1; empty for none, null for all
   * @param candidates replicas in the order they are tried; no other is used
   * @throws IOException if none of them can be read; the message lists each with its reason
   */
  public static BlockScan open(
      HailFile file,
      HailBlock block,
      Predicate predicate,
      int[] projection,
      ScanOptions options,
      List<Candidate> candidates)
      throws IOException {
    return open(
        file,
        block,
        predicate,
        projection,
        options,
        CandidateQueue.ofGiven(file, block, candidates),
        null);
  }

  private static BlockScan open(
      HailFile file,
      HailBlock block,
      Predicate predicate,
      int[] projection,
      ScanOptions options,
      CandidateQueue candidates,
      Room room)
      throws IOException {
    BlockScan scan = new BlockScan(file, block, predicate, projection, options, candidates, room);
    scan.openNext();
    return scan;
  }

  /**
   * Fills a batch with the next qualifying rows.
   *
   * @return false at the end; a batch with true has at least one row
   * @throws IOException if the block cannot be read to its end from any replica
   */
  public boolean next(RowBatch batch) throws IOException {
    if (ahead.isEmpty() && !exhausted) {
      fill();
    }
    RowBatch filled = ahead.poll();
    if (filled == null) {
      return false;
    }
    rowsDelivered += filled.size();
    orderDelivered = reader.front().sortAttribute();
    batch.swap(filled);
    spare.push(filled);
    return true;
  }

  /**
   * Reads ahead to the end of the block, if that fits the bound. If rows are already handed out
   * because it did not fit, reads one batch.
   */
  private void fill() throws IOException {
    long skip = 0;
    while (true) {
      try {
        boolean bounded = true;
        while (bounded && !exhausted) {
          RowBatch batch = spare.isEmpty() ? new RowBatch() : spare.pop();
          exhausted = !reader.next(batch);
          if (exhausted || skip > 0) {
            skip = skipped(batch, skip);
            spare.push(batch);
          } else {
            ahead.add(batch);
            bounded = rowsDelivered == 0 && bytesHeld() < options.failoverBytes();
          }
        }
        reader.confirm();
        return;
      } catch (IOException failure) {
        spare.addAll(ahead);
        ahead.clear();
        failover(failure);
        exhausted = false;
        skip = rowsDelivered;
      }
    }
  }

  /**
   * Bytes that the rows ahead may take: the bytes read, and the row numbers, which can take more
   * than the values.
   */
  private long bytesHeld() {
    ReadMetrics read = reader.metrics();
    return read.bytesRead() + Integer.BYTES * read.rowsQualifying();
  }

  private long skipped(RowBatch batch, long skip) throws IOException {
    if (batch.size() > skip || (exhausted && skip > 0)) {
      throw new IOException("its batches differ from those of the replica read before");
    }
    return skip - batch.size();
  }

  /**
   * Returns the bad records of the block, which are the same in each replica.
   *
   * @throws IOException if no replica can be read; the message lists each with its reason
   */
  public List<BadRecord> badRecords() throws IOException {
    if (reader.front().badRecordCount() == 0) {
      return List.of();
    }
    try {
      return badRecords(reader);
    } catch (IOException failure) {
      noteFailure(failure);
    }
    for (Candidate candidate = candidates.poll();
        candidate != null;
        candidate = candidates.poll()) {
      try (BlockReader other =
          BlockReader.open(
              ReplicaOpener.open(file, candidates.block(), candidate),
              Predicate.never(),
              NO_ATTRIBUTES,
              options.reader())) {
        return badRecords(other);
      } catch (IOException failure) {
        noteFailure(candidate, failure);
      }
    }
    throw failures.allFailed();
  }

  private static List<BadRecord> badRecords(BlockReader reader) throws IOException {
    List<BadRecord> records = reader.badRecords();
    reader.confirm();
    return records;
  }

  /** The front of the replica in use. */
  public BlockFront front() {
    return reader.front();
  }

  /** How the replica in use is searched. */
  public AccessPath accessPath() {
    return reader.accessPath();
  }

  /**
   * Whether keys of joins may leave out rows of the replica in use that meet the predicate. The
   * rows of such a scan say nothing about the share of rows that the predicate selects.
   */
  public boolean isNarrowed() {
    return options.reader().hints().narrow(reader.front().sortAttribute());
  }

  /** The replica in use. */
  public Candidate replica() {
    return current;
  }

  /** All bytes of the replica in use, not a copy; null unless the scan holds it whole. */
  public byte[] bytes() {
    return bytes;
  }

  /** Number of replicas given up so far. */
  public int failovers() {
    return failures.count();
  }

  /** Cost of reading so far. Bytes and reads of failed replicas count too, rows only once. */
  public ReadMetrics metrics() {
    ReadMetrics now = reader.metrics();
    long bytesNow = bytes != null ? bytes.length : now.bytesRead();
    return new ReadMetrics(
        spent.bytesRead() + bytesNow,
        spent.reads() + (bytes != null ? 1 : now.reads()),
        now.rowsRead(),
        now.rowsQualifying(),
        now.rowsSkipped());
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }

  private void failover(IOException failure) throws IOException {
    noteFailure(failure);
    ReadMetrics wasted = reader.metrics();
    spent =
        new ReadMetrics(
            spent.bytesRead() + wasted.bytesRead(), spent.reads() + wasted.reads(), 0, 0, 0);
    reader.close();
    if (rowsDelivered > 0 && orderDelivered != 0) {
      throw failures.midBlock(rowsDelivered, options.failoverBytes());
    }
    openNext();
  }

  private void openNext() throws IOException {
    for (Candidate candidate = candidates.poll();
        candidate != null;
        candidate = candidates.poll()) {
      try {
        reader = openReplica(candidate);
        current = candidate;
        return;
      } catch (NewerFormatException | OtherSchemaException common) {
        // All replicas of a block share format version and schema.
        throw new IOException(file + ", " + block + ": " + PathException.firstLine(common), common);
      } catch (IOException failure) {
        noteFailure(candidate, failure);
      }
    }
    throw rowsDelivered > 0
        ? failures.midBlock(rowsDelivered, options.failoverBytes())
        : failures.allFailed();
  }

  private BlockSource source(Candidate candidate) throws IOException {
    BlockSource replica = ReplicaOpener.open(file, candidates.block(), candidate);
    if (room == null) {
      return replica;
    }
    byte[] former = bytes;
    bytes = null;
    try {
      if (!isRoomFor(replica)) {
        return replica;
      }
      int length = Math.toIntExact(replica.length());
      // There is room for one array, so the array of a failed replica is used again.
      bytes = former != null && former.length == length ? former : new byte[length];
      replica.readFully(0, bytes, 0, length);
    } catch (IOException | RuntimeException e) {
      IOUtils.cleanupWithLogger(null, replica);
      throw e;
    }
    replica.close();
    return BlockSource.of(bytes);
  }

  /**
   * Whether to hold the replica whole: it must be as long as its preamble says. Opening a replica
   * of another length explains what is wrong.
   */
  private boolean isRoomFor(BlockSource replica) throws IOException {
    if (replica.length() < Preamble.LENGTH) {
      return false;
    }
    byte[] preamble = new byte[Preamble.LENGTH];
    replica.readFully(0, preamble, 0, preamble.length);
    BlockNeed need = BlockNeed.of(preamble);
    return need.length() == replica.length() && room.isFor(need);
  }

  private BlockReader openReplica(Candidate candidate) throws IOException {
    BlockReader opened =
        BlockReader.open(source(candidate), file.schema(), predicate, projection, options.reader());
    if (rowsDelivered > 0 && opened.front().sortAttribute() != 0) {
      opened.close();
      throw new IOException("is sorted, so it cannot continue one that is not");
    }
    return opened;
  }

  private void noteFailure(IOException failure) throws IOException {
    noteFailure(current, failure);
  }

  private void noteFailure(Candidate candidate, IOException failure) throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw failure;
    }
    failures.add(candidate, failure);
    if (failure instanceof ReplacedReplicaException) {
      candidates.again(candidate);
    }
  }
}
