// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import dev.hail.datanode.convert.Conversion;
import dev.hail.datanode.convert.RawBlock;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.convert.SideFiles;
import dev.hail.datanode.metrics.DatanodeMetrics.SpillReason;
import dev.hail.format.block.sort.BlockNeed;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes of one replica from its first packet until it is finalized or given up.
 *
 * <p>A block that does not begin like a HAIL block is written by Hadoop as ever. A HAIL block is
 * gathered in memory if the budget allows, else in Hadoop's own file. When its last byte is there,
 * its conversion starts. Whatever happens to the pipeline before that, {@link #bringToFile} leaves
 * the state Hadoop expects: all bytes in the replica's file, as they came.
 *
 * <pre>
 *                  first 72 bytes are not HAIL's
 *   UNDECIDED ------------------------------------> PLAIN
 *    |  |  ^                                        |  ^
 *    |  |  |           cut below 72 bytes           |  |
 *    |  |  +---------------------------+------------+  |
 *    |  |                              |               | longer than its preamble says
 *    |  |  HAIL block, no room         |               |
 *    |  +--------------------------> FILE -------------+
 *    |                                 ^
 *    |  HAIL block, room               |  hsync, recovery, others need the room,
 *    +--------------------> MEMORY ----+  not to be sorted, longer than its preamble says
 *
 *   each state -- finalized or deleted --> ENDED
 * </pre>
 *
 * <p>A replica that is taken up from its file begins as UNDECIDED, PLAIN or FILE. A block whose
 * first packet does not have all 72 bytes goes to FILE even if there is room.
 *
 * <p>Thread-safe: the receiving thread, the thread that finalizes, recoveries and readers meet
 * here. Hadoop may hold its dataset lock while it calls; no lock of Hadoop's is taken under this
 * one.
 */
final class ReplicaAssembly {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaAssembly.class);

  private enum State {
    /** Too few bytes came to tell; they are in the file. */
    UNDECIDED,
    /** Not a HAIL block, or not one this datanode sorts. */
    PLAIN,
    /** A HAIL block, its bytes in the buffer, the file empty. */
    MEMORY,
    /** A HAIL block, its bytes in the file. */
    FILE,
    /** Finalized or deleted. */
    ENDED
  }

  private final LocalReplica replica;
  private final AssemblyServices services;

  private final ReplicaHead head = new ReplicaHead();
  private final SpillFile file;
  private final ReplicaConversion conversion;
  private State state = State.UNDECIDED;
  private AssemblyMemory.Buffer buffer;
  private long received;
  private long blockLength;
  private SpillFile.Sink openFile;
  private boolean syncWanted;

  /** Whether it was asked for its room and has not yet looked at it: a disk may hang. */
  private final AtomicBoolean givingWay = new AtomicBoolean();

  ReplicaAssembly(String blockPoolId, LocalReplica replica, AssemblyServices services) {
    this.replica = replica;
    this.services = services;
    this.file = new SpillFile(replica);
    this.conversion = new ReplicaConversion(blockPoolId, replica, services);
  }

  /** Takes up a replica whose bytes are in its file. */
  static ReplicaAssembly ofFile(String blockPoolId, LocalReplica replica, AssemblyServices services)
      throws IOException {
    ReplicaAssembly assembly = new ReplicaAssembly(blockPoolId, replica, services);
    assembly.readHead();
    return assembly;
  }

  private synchronized void readHead() throws IOException {
    File data = replica.getBlockFile();
    received = data.length();
    try (RandomAccessFile in = io().getRandomAccessFile(replica.getVolume(), data, "r")) {
      head.read(in, received);
    }
    if (head.isWhole()) {
      state = isHail() ? State.FILE : State.PLAIN;
    }
  }

  /**
   * Opens the streams of this replica.
   *
   * @param isCreate whether the replica is new; else its writer goes on in the file
   * @param plain opens Hadoop's own
   */
  ReplicaOutputStreams open(boolean isCreate, PlainReplica.Opening plain) throws IOException {
    if (!isCreate) {
      bringToFile();
    }
    return new AssemblingStreams(plain.open(), replica.getVolume(), io(), this);
  }

  /**
   * Takes note that the streams of this replica are open.
   *
   * @param open writes behind what was written before, until the writer closes
   */
  synchronized void opened(DataChecksum checksum, SpillFile.Sink open) {
    conversion.setLayout(checksum);
    openFile = open;
  }

  /** Takes bytes that follow those that came before. */
  synchronized void write(byte[] bytes, int offset, int length, SpillFile.Sink open)
      throws IOException {
    file.checkWritable();
    if (state == State.UNDECIDED) {
      decide(bytes, offset, length);
    }
    if (state == State.MEMORY && received + length <= blockLength) {
      System.arraycopy(bytes, offset, buffer.array(), (int) received, length);
      received += length;
    } else {
      if (state == State.MEMORY) {
        spill(open, SpillReason.KEPT);
      }
      open.write(bytes, offset, length);
      received += length;
    }
    if (state == State.FILE && received > blockLength) {
      // More than the block says it has: a file that merely begins like one, of no concern to us.
      conversion.drop();
      state = State.PLAIN;
    }
    if (isHailState() && received == blockLength) {
      services.steps().after(ReplicaStep.ASSEMBLE);
      startConversion();
    }
  }

  private void decide(byte[] bytes, int offset, int length) throws IOException {
    boolean first = received == 0;
    head.add(bytes, offset, length);
    if (!head.isWhole()) {
      return;
    }
    if (!isHail()) {
      state = State.PLAIN;
      return;
    }
    services.steps().before(ReplicaStep.ASSEMBLE);
    state = State.FILE;
    if (!first) {
      services.metrics().addSpill(SpillReason.SMALL_START);
      return;
    }
    BlockNeed need = head.need(services.memory());
    if (need == null) {
      return;
    }
    buffer =
        services.memory().tryTake(replica.getVolume().getStorageID(), need, this::giveWayLater);
    if (buffer == null) {
      services.metrics().addSpill(SpillReason.BUDGET);
    } else {
      state = State.MEMORY;
    }
  }

  private boolean isHail() {
    if (!head.isHail()) {
      return false;
    }
    blockLength = head.blockLength();
    // Blocks are sorted as one array; what claims to be longer is none of ours.
    return blockLength >= ReplicaHead.LENGTH && blockLength <= services.maxBlockLength();
  }

  private boolean isHailState() {
    return state == State.MEMORY || state == State.FILE;
  }

  /** Whether the bytes began like a HAIL block that this datanode sorts. */
  synchronized boolean isHailBlock() {
    return isHailState() || (state == State.ENDED && blockLength > 0);
  }

  private void startConversion() {
    if (conversion.running() == null) {
      conversion.start(rawBlock(), syncWanted);
    }
  }

  private RawBlock rawBlock() {
    if (state == State.MEMORY) {
      buffer.hold();
      return new BlockInMemory(buffer, (int) blockLength, this::spillKept);
    }
    return BlockInFile.unchecked(
        io(),
        replica.getVolume(),
        replica.getBlockFile(),
        (int) blockLength,
        head.room(services.memory(), replica.getVolume().getStorageID()));
  }

  /**
   * The writer wants what it wrote to be on disk. After a crash Hadoop finds it in the replica's
   * file only, so it goes there from memory; a whole block is sorted from memory all the same, and
   * its sorted files are forced to disk before it is finalized.
   */
  synchronized void sync(SpillFile.Sink open) throws IOException {
    file.checkWritable();
    syncWanted = true;
    if (state == State.MEMORY) {
      spill(open, SpillReason.SYNC);
    }
  }

  /**
   * The writer is about to close its streams, which may be broken. Without a whole block it may
   * never come back; with one it normally finalizes the replica next, but may fail to.
   */
  synchronized void writerCloses() throws IOException {
    openFile = null;
    if (state != State.MEMORY) {
      return;
    }
    if (received < blockLength) {
      spillToFile(SpillReason.RECOVERY);
    } else {
      services.reclaimer().reclaimLater(replica.getVolume(), this::reclaim);
    }
  }

  /** Frees the memory of a whole block that nobody finalized. */
  private void reclaim() {
    try {
      bringToFile();
    } catch (IOException e) {
      LOG.warn("Cannot write the abandoned replica {} to its file, trying again", replica, e);
      services.reclaimer().reclaimLater(replica.getVolume(), this::reclaim);
    }
  }

  /** Brings all bytes to the replica's file as they came; call only when no writer is active. */
  synchronized void bringToFile() throws IOException {
    conversion.drop();
    if (state == State.MEMORY) {
      spillToFile(SpillReason.RECOVERY);
    }
  }

  /** Cuts the replica, whose writer must have been stopped. */
  void truncate(long length, PlainReplica.Cut plain) throws IOException {
    bringToFile();
    plain.to(length);
    truncated(length);
  }

  private synchronized void truncated(long length) {
    conversion.drop();
    received = length;
    if (length < ReplicaHead.LENGTH) {
      head.cut(length);
      state = State.UNDECIDED;
    }
  }

  /** Others wait for the room of this block, which has had it for long. */
  private void giveWayLater() {
    if (givingWay.compareAndSet(false, true)) {
      services.reclaimer().reclaimNow(replica.getVolume(), this::giveWay);
    }
  }

  private synchronized void giveWay() {
    givingWay.set(false);
    // While it is sorted the room is in use whether the block is in memory or not.
    if (state == State.MEMORY && !conversion.isUnderWay()) {
      spillBehindWriter(SpillReason.GAVE_WAY);
    }
  }

  /** Brings the bytes to the file while the writer may be active. */
  private void spillBehindWriter(SpillReason reason) {
    try {
      if (openFile == null) {
        spillToFile(reason);
      } else {
        // Should the writer have more to say, it goes on from here.
        spill(openFile, reason);
      }
    } catch (IOException e) {
      LOG.warn("Cannot write the replica {} to its file yet; its end will try again", replica, e);
    }
  }

  /** Writes a block that is stored as it came while its writer is still on the way. */
  private synchronized void spillKept() {
    if (state == State.MEMORY && !syncWanted && conversion.isKept()) {
      spillBehindWriter(SpillReason.KEPT);
    }
  }

  private void spill(SpillFile.Sink open, SpillReason reason) throws IOException {
    file.writeTo(open, buffer.array(), received);
    leaveMemory(reason);
  }

  private void spillToFile(SpillReason reason) throws IOException {
    file.writeAnew(buffer.array(), received, syncWanted);
    leaveMemory(reason);
  }

  private void leaveMemory(SpillReason reason) {
    services.metrics().addSpill(reason);
    state = State.FILE;
    buffer.release();
    buffer = null;
  }

  /**
   * Waits until a whole block is sorted, but no longer than writers bear; a block that is late is
   * stored as it came. After it, the replica can be finalized. Not to be called under a lock of
   * Hadoop's.
   *
   * @throws IOException if the block must not be stored, or the wait was interrupted
   */
  void awaitSorted() throws IOException {
    Conversion running = conversionToAwait();
    if (running == null) {
      return;
    }
    Conversion.Outcome outcome = running.await();
    synchronized (this) {
      if (conversion.running() != running) {
        return;
      }
      switch (outcome) {
        case REFUSED -> {
          if (state == State.MEMORY) {
            // Whoever has to look at the replica later does so in its file; memory is for others.
            spillToFile(SpillReason.KEPT);
          }
          throw new IOException(running.reason());
        }
        case KEPT -> {
          if (state == State.MEMORY) {
            spillToFile(SpillReason.KEPT);
          }
        }
        case SORTED -> {
          if (syncWanted) {
            running.sortedFiles().sync();
          }
        }
      }
    }
  }

  private synchronized Conversion conversionToAwait() throws IOException {
    if (conversion.running() == null
        && state == State.FILE
        && replica.getBlockFile().length() == blockLength) {
      conversion.learnLayout();
      startConversion();
    }
    return conversion.running();
  }

  /** Moves the checksums of the replica to store. */
  synchronized boolean renameMeta(URI target, PlainReplica.Rename plain) throws IOException {
    SideFiles sorted = conversion.sortedFiles();
    if (sorted == null) {
      bringToFile();
      return plain.to(target);
    }
    conversion.renameMeta(sorted, new File(target));
    return true;
  }

  /** Moves the data of the replica to store; after it this assembly has ended. */
  synchronized boolean renameData(URI target, PlainReplica.Rename plain) throws IOException {
    SideFiles sorted = conversion.sortedFiles();
    if (sorted == null) {
      bringToFile();
      boolean renamed = plain.to(target);
      end();
      return renamed;
    }
    conversion.renameData(sorted, new File(target));
    end();
    services.steps().after(ReplicaStep.RENAME_DATA);
    return true;
  }

  /** The checksum of the last chunk of a sorted replica; null if it was stored as it came. */
  synchronized byte[] lastChecksum() {
    return conversion.lastChecksum();
  }

  /** Gives up the replica or, after it was renamed, what is left of its making. */
  synchronized void end() {
    conversion.drop();
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
    state = State.ENDED;
  }

  /**
   * Number of bytes a reader of the unfinished replica finds.
   *
   * @param ofFile gives the length of the file
   */
  long length(LongSupplier ofFile) {
    synchronized (this) {
      if (state == State.MEMORY) {
        return received;
      }
    }
    return ofFile.getAsLong();
  }

  /**
   * Opens the unfinished replica for reading.
   *
   * @param ofFile opens the file
   * @throws EOFException if the replica has fewer bytes than the offset
   */
  InputStream read(long offset, PlainReplica.Reading ofFile) throws IOException {
    synchronized (this) {
      if (state == State.MEMORY) {
        if (offset > received) {
          throw new EOFException(
              "Offset " + offset + " is behind the " + received + " bytes of " + replica);
        }
        return new MemoryStream(this::readMemory, offset);
      }
    }
    return ofFile.from(offset);
  }

  private synchronized int readMemory(long position, byte[] target, int offset, int length)
      throws IOException {
    if (state != State.MEMORY) {
      throw new IOException("The replica left memory while it was read, open it again: " + replica);
    }
    int available = (int) Math.min(length, received - position);
    if (available <= 0) {
      return -1;
    }
    System.arraycopy(buffer.array(), (int) position, target, offset, available);
    return available;
  }

  private FileIoProvider io() {
    return replica.getFileIoProvider();
  }
}
