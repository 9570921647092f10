// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.log.BlockLog;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.datanode.report.DirectoryReporter;
import dev.hail.datanode.report.LocalReplicas;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.step.StepListener;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaAlreadyExistsException;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaNotFoundException;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.slf4j.LoggerFactory;

/**
 * Pseudo replicas from their first byte until they are served or given up (thesis, section 3.5.3).
 * HDFS receives them as it does the copy of a block for a pipeline, without telling a namenode.
 * Thread-safe.
 */
final class PseudoArrivals {
  private final BlockLog log = new BlockLog(LoggerFactory.getLogger(PseudoArrivals.class));

  /** Longest wait for a claim, less than a writer waits for an answer. */
  private static final long LONGEST_WAIT_MILLIS = 20_000;

  private final LocalReplicas own;
  private final PseudoHost host;
  private final PseudoStore store;
  private final VolumeRoom room;
  private final PseudoCheck check;
  private final PseudoReplicas.Listener listener;
  private final DatanodeMetrics metrics;
  private final StepListener<ReplicaStep> steps;
  private final Map<ExtendedBlock, Arrival> arriving = new ConcurrentHashMap<>();

  PseudoArrivals(
      LocalReplicas own,
      PseudoHost host,
      PseudoStore store,
      VolumeRoom room,
      PseudoCheck check,
      PseudoReplicas.Listener listener,
      DatanodeMetrics metrics,
      StepListener<ReplicaStep> steps) {
    this.own = own;
    this.host = host;
    this.store = store;
    this.room = room;
    this.check = check;
    this.listener = listener;
    this.metrics = metrics;
    this.steps = steps;
  }

  /**
   * Begins to take a replica.
   *
   * @param block its id as {@link PseudoReplicaId} has it, and the stamp of the block
   * @return cleans up when closed, unless the replica was finished before
   * @throws ReplicaNotFoundException if the datanode has no such replica of the block itself
   * @throws ReplicaAlreadyExistsException if it has the pseudo replica, or gets it from another for
   *     long
   */
  ReplicaHandler begin(ExtendedBlock block) throws IOException {
    PseudoReplicaId key = PseudoReplicaId.of(block.getBlockId());
    if (key == null) {
      throw new IOException(block + " is not the id of a pseudo replica");
    }
    try {
      return begin(block, key);
    } catch (IOException e) {
      log.warn("pseudo", "The " + key + " is refused: " + e.getMessage());
      throw e;
    }
  }

  private Arrival begin(ExtendedBlock block, PseudoReplicaId key) throws IOException {
    String blockPoolId = block.getBlockPoolId();
    LocalReplica source = own(blockPoolId, key, block.getGenerationStamp());
    if (!DirectoryReporter.isHail(source)) {
      throw new IOException(source + " is no HAIL block, and has no pseudo replicas");
    }
    awaitClaim(blockPoolId, key);
    try {
      if (store.find(blockPoolId, block.getBlockId()) != null) {
        throw new ReplicaAlreadyExistsException("The " + key + " is there");
      }
      Arrival arrival = new Arrival(blockPoolId, key, receive(blockPoolId, block, source));
      arriving.put(new ExtendedBlock(block), arrival);
      arrival.received.replica().ifUnopened(arrival);
      return arrival;
    } catch (IOException | RuntimeException e) {
      store.release(blockPoolId, block.getBlockId());
      throw e;
    }
  }

  /**
   * The second of two writers waits for the first. It is refused when the replica is there and the
   * namenode knows, or takes its place. So a refusal always means that this datanode takes nothing.
   */
  private void awaitClaim(String blockPoolId, PseudoReplicaId key) throws IOException {
    try {
      if (!store.awaitClaim(blockPoolId, key.blockId(), LONGEST_WAIT_MILLIS)) {
        throw new ReplicaAlreadyExistsException("The " + key + " is being made or dropped");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while somebody else makes the " + key);
    }
  }

  private LocalReplica own(String blockPoolId, PseudoReplicaId key, long generationStamp)
      throws ReplicaNotFoundException {
    Optional<LocalReplica> found = own.find(blockPoolId, key.sourceBlockId());
    if (found.isEmpty() || found.get().getGenerationStamp() != generationStamp) {
      throw new ReplicaNotFoundException(
          "The "
              + key
              + " belongs on a datanode with a replica of the block itself, of stamp "
              + generationStamp);
    }
    return found.get();
  }

  private Received receive(String blockPoolId, ExtendedBlock block, LocalReplica source)
      throws IOException {
    long length = source.getNumBytes();
    VolumeRoom.Place place = room.choose(source.getVolume().getStorageType(), length);
    try {
      return receive(blockPoolId, block, length, place);
    } catch (IOException | RuntimeException e) {
      place.giveBack();
      throw e;
    }
  }

  private Received receive(
      String blockPoolId, ExtendedBlock block, long length, VolumeRoom.Place place)
      throws IOException {
    FsVolumeSpi volume = place.volume();
    FsVolumeReference reference = volume.obtainReference();
    try {
      PseudoFolder folder = folder(blockPoolId, volume);
      volume.reserveSpaceForReplica(length);
      PseudoReplicaBeingWritten replica =
          new PseudoReplicaBeingWritten(
              block.getBlockId(), block.getGenerationStamp(), volume, folder.unfinished(), length);
      try {
        FileIoProvider io = replica.getFileIoProvider();
        PseudoFolder.make(io, volume, folder.unfinished());
        // Of a writer before, whose thread could not remove them.
        io.deleteWithExistsCheck(volume, replica.getBlockFile());
        io.deleteWithExistsCheck(volume, replica.getMetaFile());
      } catch (IOException | RuntimeException e) {
        replica.releaseAllBytesReserved();
        throw e;
      }
      return new Received(replica, folder, place, reference);
    } catch (IOException | RuntimeException e) {
      reference.close();
      throw e;
    }
  }

  private PseudoFolder folder(String blockPoolId, FsVolumeSpi volume) throws IOException {
    LocalReplicas.Volume ofPool = own.volumes(blockPoolId).get(volume.getStorageID());
    if (ofPool == null) {
      throw new IOException("Volume " + volume + " has no block pool " + blockPoolId);
    }
    return PseudoFolder.of(ofPool.directory().getParentFile());
  }

  /** Whether a replica is on its way in. */
  boolean isArriving(ExtendedBlock block) {
    return arriving.containsKey(block);
  }

  /**
   * Checks a replica whose last byte has come, and serves it.
   *
   * @throws IOException if it must not be served; then nothing of it stays
   */
  void finish(ExtendedBlock block) throws IOException {
    Arrival arrival = arriving.get(block);
    if (arrival == null) {
      throw new ReplicaNotFoundException(block);
    }
    try {
      finish(block, arrival);
      metrics.addPseudoStored();
    } catch (IOException | RuntimeException e) {
      metrics.addPseudoRefused();
      String message = "The " + arrival.key + " is refused: " + e.getMessage();
      log.warn("pseudo", message);
      throw new IOException(message, e);
    }
  }

  private void finish(ExtendedBlock block, Arrival arrival) throws IOException {
    String blockPoolId = block.getBlockPoolId();
    PseudoReplicaBeingWritten sent = arrival.received.replica();
    LocalReplica source = own(blockPoolId, arrival.key, sent.getGenerationStamp());
    steps.before(ReplicaStep.VERIFY_PSEUDO);
    ReplicaInfo info = check.check(arrival.key, source, sent);
    steps.after(ReplicaStep.VERIFY_PSEUDO);
    FsVolumeSpi volume = sent.getVolume();
    FileIoProvider io = sent.getFileIoProvider();
    File directory = arrival.received.folder().of(sent.getBlockId());
    PseudoFolder.make(io, volume, directory);
    FinalizedReplica files =
        new FinalizedReplica(
            sent.getBlockId(), info.blockLength(), sent.getGenerationStamp(), volume, directory);
    long bytes = sent.getBlockFile().length() + sent.getMetaFile().length();
    try {
      // Data last: what lies there without is no replica.
      steps.before(ReplicaStep.RENAME_PSEUDO_CHECKSUMS);
      io.rename(volume, sent.getMetaFile(), files.getMetaFile());
      steps.after(ReplicaStep.RENAME_PSEUDO_CHECKSUMS);
      steps.before(ReplicaStep.RENAME_PSEUDO_DATA);
      io.rename(volume, sent.getBlockFile(), files.getBlockFile());
      steps.after(ReplicaStep.RENAME_PSEUDO_DATA);
    } catch (IOException | RuntimeException e) {
      io.deleteWithExistsCheck(volume, files.getBlockFile());
      io.deleteWithExistsCheck(volume, files.getMetaFile());
      throw e;
    }
    sent.releaseAllBytesReserved();
    host.countUsed(blockPoolId, volume, bytes);
    ServedReplica replica = new ServedReplica(arrival.key, files, info, bytes, System.nanoTime());
    if (!store.add(blockPoolId, replica)) {
      throw new IOException("the block itself was removed here meanwhile");
    }
    // Counted twice for a moment, so that the share is kept; telling the namenodes may take long.
    arrival.received.place().giveBack();
    listener.stored(blockPoolId, info);
  }

  /** Where a replica is being written, and what holds its room and its volume. */
  private record Received(
      PseudoReplicaBeingWritten replica,
      PseudoFolder folder,
      VolumeRoom.Place place,
      FsVolumeReference volume) {}

  /** Hadoop closes it when it is done with the replica, in whatever way. */
  private final class Arrival extends ReplicaHandler {
    private final String blockPoolId;
    private final PseudoReplicaId key;
    private final Received received;

    Arrival(String blockPoolId, PseudoReplicaId key, Received received) {
      super(received.replica(), received.volume());
      this.blockPoolId = blockPoolId;
      this.key = key;
      this.received = received;
    }

    @Override
    public void close() throws IOException {
      PseudoReplicaBeingWritten replica = received.replica();
      ExtendedBlock block = new ExtendedBlock(blockPoolId, replica);
      if (!arriving.remove(block, this)) {
        return;
      }
      try {
        FileIoProvider io = replica.getFileIoProvider();
        io.deleteWithExistsCheck(replica.getVolume(), replica.getBlockFile());
        io.deleteWithExistsCheck(replica.getVolume(), replica.getMetaFile());
      } finally {
        replica.releaseAllBytesReserved();
        received.place().giveBack();
        store.release(blockPoolId, replica.getBlockId());
        super.close();
      }
    }
  }
}
