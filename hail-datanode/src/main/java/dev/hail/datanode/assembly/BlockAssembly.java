// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import dev.hail.datanode.convert.BlockConverter;
import dev.hail.datanode.convert.Conversion;
import dev.hail.datanode.convert.RawBlock;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.convert.SideFiles;
import dev.hail.datanode.metrics.DatanodeMetrics.SpillReason;
import dev.hail.format.block.BlockFront;
import dev.hail.format.block.BlockNeed;
import dev.hail.format.block.CorruptBlockException;
import dev.hail.format.block.NewerFormatException;
import java.io.EOFException;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes of one replica from its first packet until it is finalized or given up.
 *
 * <p>A block that does not begin like a HAIL block is written by Hadoop as ever. One that does is
 * gathered in memory if the budget allows, else in Hadoop's own file; when its last byte is there,
 * its conversion starts. Whatever happens to the pipeline before that, {@link #settle} leaves the
 * state Hadoop expects: all bytes in the replica's file, as they came.
 *
 * <p>Thread-safe: the receiving thread, the thread that finalizes, recoveries and readers meet
 * here. Hadoop may hold its dataset lock while it calls; no lock of Hadoop's is taken under this
 * one.
 */
final class BlockAssembly {
  private static final Logger LOG = LoggerFactory.getLogger(BlockAssembly.class);

  private static final int SLICE = 1 << 16;

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

  /** Hadoop's own way to rename a file of the replica. */
  interface Rename {
    boolean to(URI target) throws IOException;
  }

  /** Hadoop's own way to write bytes of the replica. */
  interface Sink {
    void write(byte[] bytes, int offset, int length) throws IOException;
  }

  private final String blockPoolId;
  private final LocalReplica replica;
  private final AssemblyServices services;

  private final byte[] head = new byte[BlockFront.PREAMBLE_END];
  private int headLength;
  private State state = State.UNDECIDED;
  private AssemblyMemory.Buffer buffer;
  private long received;
  private long blockLength;
  private DataChecksum layout;
  private Sink openFile;
  private Conversion conversion;
  private boolean syncWanted;

  /** Whether it was asked for its room and has not yet looked at it: a disk may hang. */
  private final AtomicBoolean givingWay = new AtomicBoolean();

  /** Why the file, still open, may hold part of what is in memory; null if it holds nothing. */
  private IOException spillFailure;

  private byte[] lastChecksum;

  BlockAssembly(String blockPoolId, LocalReplica replica, AssemblyServices services) {
    this.blockPoolId = blockPoolId;
    this.replica = replica;
    this.services = services;
  }

  /** Takes up a replica whose bytes are in its file. */
  static BlockAssembly ofFile(String blockPoolId, LocalReplica replica, AssemblyServices services)
      throws IOException {
    BlockAssembly assembly = new BlockAssembly(blockPoolId, replica, services);
    assembly.readHead();
    return assembly;
  }

  private synchronized void readHead() throws IOException {
    File file = replica.getBlockFile();
    received = file.length();
    try (RandomAccessFile in = io().getRandomAccessFile(replica.getVolume(), file, "r")) {
      headLength = (int) Math.min(head.length, received);
      in.readFully(head, 0, headLength);
    }
    if (headLength == head.length) {
      state = isHail() ? State.FILE : State.PLAIN;
    }
  }

  /**
   * The streams of this replica were opened.
   *
   * @param file writes behind what was written before, until the writer closes
   */
  synchronized void opened(DataChecksum checksum, Sink file) {
    layout = checksum;
    openFile = file;
  }

  /** Takes bytes that follow those that came before. */
  synchronized void write(byte[] bytes, int offset, int length, Sink file) throws IOException {
    checkFile();
    if (state == State.UNDECIDED) {
      decide(bytes, offset, length);
    }
    if (state == State.MEMORY && received + length <= blockLength) {
      System.arraycopy(bytes, offset, buffer.array(), (int) received, length);
      received += length;
    } else {
      if (state == State.MEMORY) {
        spill(file, SpillReason.KEPT);
      }
      file.write(bytes, offset, length);
      received += length;
    }
    if (state == State.FILE && received > blockLength) {
      // More than the block says it has: a file that merely begins like one, of no concern to us.
      dropConversion();
      state = State.PLAIN;
    }
    if (isHailState() && received == blockLength) {
      services.steps().after(ReplicaStep.ASSEMBLE);
      startConversion();
    }
  }

  private void decide(byte[] bytes, int offset, int length) throws IOException {
    boolean first = received == 0;
    int taken = Math.min(length, head.length - headLength);
    System.arraycopy(bytes, offset, head, headLength, taken);
    headLength += taken;
    if (headLength < head.length) {
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
    BlockNeed need = need();
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

  /** What sorting the block takes; null if it is never sorted here, for whatever reason. */
  private BlockNeed need() {
    try {
      BlockNeed need = BlockNeed.of(head);
      return services.memory().fits(need) ? need : null;
    } catch (CorruptBlockException | NewerFormatException e) {
      return null;
    }
  }

  private boolean isHail() {
    if (!BlockFront.isHail(head, 0, head.length)) {
      return false;
    }
    blockLength = BlockFront.blockLength(head, 0);
    // Blocks are sorted as one array; what claims to be longer is none of ours.
    return blockLength >= head.length && blockLength <= services.maxBlockLength();
  }

  private boolean isHailState() {
    return state == State.MEMORY || state == State.FILE;
  }

  /** Whether the bytes began like a HAIL block that this datanode sorts. */
  synchronized boolean isHailBlock() {
    return isHailState() || (state == State.ENDED && blockLength > 0);
  }

  private void startConversion() {
    if (conversion != null) {
      return;
    }
    RawBlock raw;
    if (state == State.MEMORY) {
      buffer.hold();
      raw = new BlockInMemory(buffer, (int) blockLength, this::keep);
    } else {
      raw =
          BlockInFile.unchecked(
              replica.getFileIoProvider(),
              replica.getVolume(),
              replica.getBlockFile(),
              (int) blockLength,
              new BlockRoom(services.memory(), replica.getVolume().getStorageID(), head));
    }
    conversion =
        services
            .converter()
            .start(
                new BlockConverter.Request(
                    blockPoolId,
                    replica.getBlockId(),
                    replica.getGenerationStamp(),
                    raw,
                    replica.getVolume(),
                    replica.getBlockFile().getParentFile(),
                    layout,
                    syncWanted));
  }

  private void dropConversion() {
    if (conversion != null) {
      conversion.abandon();
      conversion = null;
    }
  }

  /**
   * The writer wants what it wrote to be on disk. After a crash Hadoop finds it in the replica's
   * file only, so it goes there from memory; a whole block is sorted from memory all the same, and
   * its sorted files are forced to disk before it is finalized.
   */
  synchronized void sync(Sink file) throws IOException {
    checkFile();
    syncWanted = true;
    if (state == State.MEMORY) {
      spill(file, SpillReason.SYNC);
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
      settle();
    } catch (IOException e) {
      LOG.warn("Cannot write the abandoned replica {} to its file, trying again", replica, e);
      services.reclaimer().reclaimLater(replica.getVolume(), this::reclaim);
    }
  }

  /** Brings all bytes to the replica's file as they came; call only when no writer is active. */
  synchronized void settle() throws IOException {
    dropConversion();
    if (state == State.MEMORY) {
      spillToFile(SpillReason.RECOVERY);
    }
  }

  /** The file was cut by Hadoop. */
  synchronized void truncated(long length) {
    dropConversion();
    received = length;
    if (length < head.length) {
      headLength = (int) Math.min(headLength, length);
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
    if (state == State.MEMORY && (conversion == null || conversion.isDone())) {
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

  private void spill(Sink file, SpillReason reason) throws IOException {
    try {
      writeReceived(file);
    } catch (IOException e) {
      spillFailure = e;
      throw e;
    }
    leaveMemory(reason);
  }

  /** A writer must not go on behind bytes that are there in part; a recovery writes them anew. */
  private void checkFile() throws IOException {
    if (spillFailure != null) {
      throw new IOException(
          "The file of " + replica + " could not be written: " + spillFailure.getMessage(),
          spillFailure);
    }
  }

  private void spillToFile(SpillReason reason) throws IOException {
    FileIoProvider io = io();
    try (FileOutputStream out =
        io.getFileOutputStream(replica.getVolume(), replica.getBlockFile())) {
      writeReceived(out::write);
      if (syncWanted) {
        io.sync(replica.getVolume(), out);
      }
    }
    spillFailure = null;
    leaveMemory(reason);
  }

  /** Java copies what it writes to memory of its own, which should be little. */
  private void writeReceived(Sink sink) throws IOException {
    for (int offset = 0; offset < received; offset += SLICE) {
      sink.write(buffer.array(), offset, (int) Math.min(SLICE, received - offset));
    }
  }

  private void leaveMemory(SpillReason reason) {
    services.metrics().addSpill(reason);
    state = State.FILE;
    buffer.release();
    buffer = null;
  }

  /**
   * Makes the replica ready to be finalized: waits until a whole block is sorted, but no longer
   * than writers bear; then it is stored as it came. Not to be called under a lock of Hadoop's.
   *
   * @throws IOException if the block must not be stored, or the wait was interrupted
   */
  void prepare() throws IOException {
    Conversion running = conversionToAwait();
    if (running == null) {
      return;
    }
    Conversion.Outcome outcome = running.await();
    synchronized (this) {
      if (conversion != running) {
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
    if (conversion == null
        && state == State.FILE
        && replica.getBlockFile().length() == blockLength) {
      if (layout == null) {
        layout = readLayout();
      }
      startConversion();
    }
    return conversion;
  }

  private DataChecksum readLayout() throws IOException {
    File meta = replica.getMetaFile();
    try (FileInputStream in = io().getFileInputStream(replica.getVolume(), meta)) {
      return BlockMetadataHeader.readDataChecksum(in, BlockMetadataHeader.getHeaderSize(), meta);
    }
  }

  /** Moves the checksums of the replica to store. */
  synchronized boolean renameMeta(URI target, Rename plain) throws IOException {
    SideFiles sorted = sortedFiles();
    if (sorted == null) {
      settle();
      return plain.to(target);
    }
    services.steps().before(ReplicaStep.RENAME_CHECKSUMS);
    sorted.renameMeta(new File(target));
    services.steps().after(ReplicaStep.RENAME_CHECKSUMS);
    return true;
  }

  /** Moves the data of the replica to store; after it this assembly has ended. */
  synchronized boolean renameData(URI target, Rename plain) throws IOException {
    SideFiles sorted = sortedFiles();
    if (sorted == null) {
      settle();
      boolean renamed = plain.to(target);
      end();
      return renamed;
    }
    services.steps().before(ReplicaStep.RENAME_DATA);
    sorted.renameData(new File(target));
    // Only now: until here a crash leaves the replica as it came, which Hadoop can recover.
    io().deleteWithExistsCheck(replica.getVolume(), replica.getBlockFile());
    io().deleteWithExistsCheck(replica.getVolume(), replica.getMetaFile());
    lastChecksum = sorted.lastChecksum();
    conversion = null;
    end();
    services.steps().after(ReplicaStep.RENAME_DATA);
    return true;
  }

  private SideFiles sortedFiles() throws IOException {
    return conversion == null ? null : conversion.sortedFiles();
  }

  /** The checksum of the last chunk of a sorted replica; null if it was stored as it came. */
  synchronized byte[] lastChecksum() {
    return lastChecksum;
  }

  /** Gives up the replica or, after it was renamed, what is left of its making. */
  synchronized void end() {
    dropConversion();
    if (buffer != null) {
      buffer.release();
      buffer = null;
    }
    state = State.ENDED;
  }

  /** Number of bytes a reader of the unfinished replica finds, or -1 if they are in the file. */
  synchronized long lengthInMemory() {
    return state == State.MEMORY ? received : -1;
  }

  /** The bytes of the unfinished replica from an offset, or null if they are in the file. */
  synchronized InputStream openMemory(long offset) throws IOException {
    if (state != State.MEMORY) {
      return null;
    }
    if (offset > received) {
      throw new EOFException(
          "Offset " + offset + " is behind the " + received + " bytes of " + replica);
    }
    return new MemoryStream(offset);
  }

  private synchronized int read(long position, byte[] target, int offset, int length)
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

  /** Reads through the assembly each time, since the array may go to another block any moment. */
  private final class MemoryStream extends InputStream {
    private long position;

    MemoryStream(long position) {
      this.position = position;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      int count = BlockAssembly.this.read(position, target, offset, length);
      position += Math.max(0, count);
      return count;
    }
  }

  /** Writes a block that is stored as it came while its writer is still on the way. */
  private synchronized void keep() {
    if (state != State.MEMORY || syncWanted || conversion == null || !conversion.isKept()) {
      return;
    }
    spillBehindWriter(SpillReason.KEPT);
  }
}
