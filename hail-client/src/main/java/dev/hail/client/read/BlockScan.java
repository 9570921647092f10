// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

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
 * The qualifying rows of one block, each exactly once, from whichever replica serves them best, and
 * from another one when a datanode fails. The one implementation of fail-over.
 *
 * <p>Replicas hold the same rows in different orders, so a second replica cannot continue where the
 * first one stopped. Therefore the bytes that a selection needs are read before its first row is
 * handed out, as long as they fit {@link ScanOptions#failoverBytes()}: a failure then happens
 * before any row is out, and the block starts again elsewhere. A larger selection is handed out in
 * several batches; when a replica fails between them, only a replica that is also in upload order,
 * which is one and the same order wherever it is kept, can take over; otherwise the scan fails and
 * says what to do. Sorted replicas do not continue each other even by the same attribute, as those
 * of earlier releases have rows of equal key in different orders.
 *
 * <p>A replica may be dropped and made again in another order between two reads. After the last
 * read, and before any rows are handed out, its preamble is read once more: if it is another one,
 * what was read and not handed out is dropped, as if the replica had failed.
 *
 * <p>What a replica is sorted by is read from its header; the replica directory only decides which
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
   * @param projection positions of the attributes wanted; empty for none, null for all
   * @throws IOException if no replica can be read; the message lists each with its reason
   */
  public static BlockScan open(
      HailFile file, HailBlock block, Predicate predicate, int[] projection, ScanOptions options)
      throws IOException {
    CandidateQueue candidates =
        CandidateQueue.ofAll(file, block, predicate, options.preferredHost());
    return open(file, block, predicate, projection, options, candidates, null);
  }

  /** Decides whether there is room in memory for a whole block. */
  @FunctionalInterface
  public interface Room {
    /**
     * Asks for room before the block is read; for a second time if another replica has to be read.
     *
     * @param need what the block says of itself; all sound replicas of it say the same
     */
    boolean isFor(BlockNeed need) throws IOException;
  }

  /**
   * The same, but if there is room reads all bytes of the replica first, and answers from memory:
   * for who needs the block itself, see {@link #bytes()}.
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
        CandidateQueue.ofAll(file, block, predicate, options.preferredHost());
    return open(file, block, predicate, projection, options, candidates, room);
  }

  /**
   * Opens a block on the first of the given replicas that answers.
   *
   * @param candidates replicas in the order they are tried; no other is used
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
   * Reads ahead: to the end of the block, if that fits the bound; one batch, if rows were handed
   * out already because it did not.
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
        failOver(failure);
        exhausted = false;
        skip = rowsDelivered;
      }
    }
  }

  /** The bytes read, and the number of each qualifying row, which may take more than its values. */
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

  /** The bad records of the block, the same on each replica. */
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

  /** Header of the replica that is read now. */
  public BlockFront front() {
    return reader.front();
  }

  /** How the replica that is read now is searched. */
  public AccessPath accessPath() {
    return reader.accessPath();
  }

  /** The replica that is read now. */
  public Candidate replica() {
    return current;
  }

  /** All bytes of the replica that is read now; null unless it is held whole. Not a copy. */
  public byte[] bytes() {
    return bytes;
  }

  /** Replicas given up so far. */
  public int failovers() {
    return failures.count();
  }

  /** What was read, from failed replicas too; rows count once. */
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

  private void failOver(IOException failure) throws IOException {
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
        // All replicas of a block agree in both.
        throw new IOException(file + ", " + block + ": " + common.getMessage(), common);
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
      // There is room for one array: that of a replica that failed is used again.
      bytes = former != null && former.length == length ? former : new byte[length];
      replica.readFully(0, bytes, 0, length);
    } catch (IOException | RuntimeException e) {
      IOUtils.cleanupWithLogger(null, replica);
      throw e;
    }
    replica.close();
    return BlockSource.of(bytes);
  }

  /** A replica that is not as long as it says is never held whole; who opens it tells why. */
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
