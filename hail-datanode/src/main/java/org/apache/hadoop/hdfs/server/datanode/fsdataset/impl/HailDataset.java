// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import dev.hail.datanode.HailDatanode;
import dev.hail.datanode.assembly.HailReplica;
import dev.hail.datanode.assembly.HailReplicaBeingWritten;
import dev.hail.datanode.assembly.HailReplicaUnderRecovery;
import dev.hail.datanode.assembly.HailTemporaryReplica;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.pseudo.ServedReplica;
import dev.hail.datanode.report.DirectoryReporter;
import dev.hail.datanode.report.RunningPools;
import dev.hail.datanode.resort.OpenPairs;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.step.StepListener;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.AutoCloseDataSetLock;
import org.apache.hadoop.hdfs.server.common.DataNodeLockManager.LockLevel;
import org.apache.hadoop.hdfs.server.common.HdfsServerConstants.ReplicaState;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.LocalReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.ReplicaBeingWritten;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.ReplicaUnderRecovery;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.LengthInputStream;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.hdfs.server.protocol.ReplicaRecoveryInfo;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * Hadoop's dataset with HAIL's hooks; in Hadoop's package because constructor and fields of its
 * parent are private to it. It only wires. Replicas that come in are swapped for ones that HAIL
 * watches. Replicas that came or went are reported. What would break a sorted replica is refused.
 */
final class HailDataset extends FsDatasetImpl {
  /** Priority of Hadoop's own shutdown hooks of volumes. */
  private static final int EXIT_PRIORITY = 30;

  /** Longest wait for the end of a pool, in which lists of all volumes are written. */
  private static final long POOL_END_MILLIS = 30_000;

  private final HailDatanode hail;
  private final HailDatasetReplicas replicas;
  private final HailDatasetFiles files;
  private final HailDatasetSwaps swaps;
  private final Runnable atExit = this::saveAll;
  private final RunningPools pools = new RunningPools(POOL_END_MILLIS);

  HailDataset(
      DataNode datanode,
      DataStorage storage,
      Configuration conf,
      Configuration hailConf,
      StepListener<ReplicaStep> steps)
      throws IOException {
    super(datanode, storage, conf);
    replicas = new HailDatasetReplicas(this);
    files = new HailDatasetFiles(this, replicas);
    swaps = new HailDatasetSwaps(this, replicas);
    hail =
        new HailDatanode(
            datanode.getDisplayName(),
            hailConf,
            datanode.getFileIoProvider(),
            replicas,
            swaps,
            new HailDatasetVolumes(this),
            steps);
    // A datanode that is told to end, by a signal, is not shut down: its process just ends.
    ShutdownHookManager.get().addShutdownHook(atExit, EXIT_PRIORITY);
    hail.start();
  }

  HailDatanode hail() {
    return hail;
  }

  private void saveAll() {
    hail.reporter().save();
  }

  // ---- replicas that come in ----

  @Override
  public ReplicaHandler createRbw(
      StorageType storageType,
      String storageId,
      ExtendedBlock block,
      boolean allowLazyPersist,
      long newGenerationStamp)
      throws IOException {
    ReplicaHandler handler =
        super.createRbw(storageType, storageId, block, allowLazyPersist, newGenerationStamp);
    if (isWatched(handler.getReplica())
        && handler.getReplica() instanceof ReplicaBeingWritten plain) {
      return swap(
          block,
          handler,
          plain,
          new HailReplicaBeingWritten(block.getBlockPoolId(), plain, hail.assembly()));
    }
    return handler;
  }

  @Override
  public ReplicaHandler createTemporary(
      StorageType storageType, String storageId, ExtendedBlock block, boolean isTransfer)
      throws IOException {
    if (PseudoReplicaId.STORAGE_ID.equals(storageId)) {
      if (!isTransfer || find(block) != null) {
        throw new IOException("No pseudo replica can be made as " + block);
      }
      return hail.pseudo().begin(block);
    }
    // One of HDFS' own, of a cluster so old that its blocks have random ids.
    hail.pseudo().giveWayTo(block.getBlockPoolId(), block.getBlockId());
    ReplicaHandler handler = super.createTemporary(storageType, storageId, block, isTransfer);
    hail.reporter().gone(block.getBlockPoolId(), block.getBlockId());
    if (isWatched(handler.getReplica())
        && handler.getReplica() instanceof LocalReplicaInPipeline plain) {
      return swap(
          block,
          handler,
          plain,
          new HailTemporaryReplica(block.getBlockPoolId(), plain, hail.assembly()));
    }
    return handler;
  }

  private boolean isWatched(ReplicaInPipeline replica) {
    return hail.isConverting() && HailDatasetReplicas.isSortable(replica.getReplicaInfo());
  }

  private ReplicaHandler swap(
      ExtendedBlock block, ReplicaHandler handler, ReplicaInfo plain, ReplicaInPipeline watched) {
    return swap(block.getBlockPoolId(), plain, watched.getReplicaInfo())
        ? new SwappedReplicaHandler(handler, watched)
        : handler;
  }

  /** Replaces a replica unless another thread, a recovery, did so before. */
  private boolean swap(String blockPoolId, ReplicaInfo plain, ReplicaInfo watched) {
    AutoCloseDataSetLock lock =
        acquireDatasetLockManager()
            .writeLock(LockLevel.VOLUME, blockPoolId, plain.getStorageUuid());
    try {
      if (!isCurrent(blockPoolId, plain)) {
        return false;
      }
      volumeMap.add(blockPoolId, watched);
      return true;
    } finally {
      lock.close();
    }
  }

  @SuppressWarnings(
      "ReferenceEquality") // blocks are equal if their ids are; this very object counts
  boolean isCurrent(String blockPoolId, ReplicaInfo replica) {
    return volumeMap.get(blockPoolId, replica.getBlockId()) == replica;
  }

  @Override
  public ReplicaInPipeline convertTemporaryToRbw(ExtendedBlock block) throws IOException {
    bringToFile(block);
    ReplicaInPipeline plain = super.convertTemporaryToRbw(block);
    if (isWatched(plain) && plain instanceof ReplicaBeingWritten written) {
      HailReplicaBeingWritten watched =
          HailReplicaBeingWritten.ofFile(block.getBlockPoolId(), written, hail.assembly());
      return swap(block.getBlockPoolId(), written, watched) ? watched : plain;
    }
    return plain;
  }

  @Override
  public ReplicaHandler recoverRbw(
      ExtendedBlock block, long newGenerationStamp, long minBytesReceived, long maxBytesReceived)
      throws IOException {
    ReplicaHandler handler =
        super.recoverRbw(block, newGenerationStamp, minBytesReceived, maxBytesReceived);
    if (!isLoaded(handler.getReplica().getReplicaInfo())) {
      return handler;
    }
    // Only now: Hadoop's recovery has brought length and stamp of its own replica up to date.
    ReplicaBeingWritten plain = (ReplicaBeingWritten) handler.getReplica();
    try {
      return swap(
          block,
          handler,
          plain,
          HailReplicaBeingWritten.ofFile(block.getBlockPoolId(), plain, hail.assembly()));
    } catch (IOException e) {
      IOUtils.cleanupWithLogger(LOG, handler);
      throw e;
    }
  }

  /** A datanode that restarts in mid block loads its unfinished replicas as Hadoop's. */
  private boolean isLoaded(ReplicaInfo replica) {
    return replica instanceof ReplicaBeingWritten plain
        && !(plain instanceof HailReplica)
        && isWatched(plain);
  }

  private void watchLoaded(ExtendedBlock block) throws IOException {
    ReplicaInfo replica = find(block);
    if (isLoaded(replica)) {
      ReplicaBeingWritten plain = (ReplicaBeingWritten) replica;
      swap(
          block.getBlockPoolId(),
          plain,
          HailReplicaBeingWritten.ofFile(block.getBlockPoolId(), plain, hail.assembly()));
    }
  }

  // ---- replicas that become final ----

  @Override
  public void finalizeBlock(ExtendedBlock block, boolean fsyncDirectory) throws IOException {
    if (hail.pseudo().isArriving(block)) {
      hail.pseudo().finish(block);
      return;
    }
    awaitSorted(block);
    boolean plain = find(block) instanceof HailReplica watched && !watched.isHailBlock();
    super.finalizeBlock(block, fsyncDirectory);
    if (!plain) {
      reportStored(block.getBlockPoolId(), block.getBlockId());
    }
  }

  @Override
  public Replica recoverClose(
      ExtendedBlock block, long newGenerationStamp, long expectedBlockLength) throws IOException {
    ReplicaInfo current = find(block);
    // Hadoop refuses others; a request that comes late must not stop the writer that came since.
    if (current != null
        && current.getGenerationStamp() >= block.getGenerationStamp()
        && current.getGenerationStamp() <= newGenerationStamp) {
      watchLoaded(block);
      stopWriter(block);
      awaitSorted(block);
    }
    Replica replica = super.recoverClose(block, newGenerationStamp, expectedBlockLength);
    reportStored(block.getBlockPoolId(), block.getBlockId());
    return replica;
  }

  @Override
  public ReplicaRecoveryInfo initReplicaRecovery(RecoveringBlock recovering) throws IOException {
    ExtendedBlock block = recovering.getBlock();
    if (recovering.getNewBlock() != null) {
      refuseIfHail(block, "truncated inside a block: its replicas hold different rows there");
    }
    stopWriter(block);
    bringToFile(block);
    ReplicaRecoveryInfo info = super.initReplicaRecovery(recovering);
    watchRecovery(block);
    return info;
  }

  private void watchRecovery(ExtendedBlock block) throws IOException {
    ReplicaInfo replica = volumeMap.get(block.getBlockPoolId(), block.getBlockId());
    if (hail.isConverting()
        && replica instanceof ReplicaUnderRecovery plain
        && !(replica instanceof HailReplica)
        && HailDatasetReplicas.isSortable(replica)
        && plain.getOriginalReplica().getState() != ReplicaState.FINALIZED) {
      swap(
          block.getBlockPoolId(),
          plain,
          new HailReplicaUnderRecovery(block.getBlockPoolId(), plain, hail.assembly()));
    }
  }

  @Override
  public Replica updateReplicaUnderRecovery(
      ExtendedBlock block, long recoveryId, long newBlockId, long newLength) throws IOException {
    ReplicaInfo replica = volumeMap.get(block.getBlockPoolId(), block.getBlockId());
    if (replica instanceof HailReplica watched && replica.getNumBytes() == newLength) {
      watched.awaitSorted();
    }
    Replica updated = super.updateReplicaUnderRecovery(block, recoveryId, newBlockId, newLength);
    reportStored(block.getBlockPoolId(), block.getBlockId());
    return updated;
  }

  private void awaitSorted(ExtendedBlock block) throws IOException {
    if (find(block) instanceof HailReplica watched) {
      watched.awaitSorted();
    }
  }

  private void bringToFile(ExtendedBlock block) throws IOException {
    if (find(block) instanceof HailReplica watched) {
      watched.bringToFile();
    }
  }

  private void stopWriter(ExtendedBlock block) throws IOException {
    if (find(block) instanceof HailReplica && find(block) instanceof ReplicaInPipeline written) {
      written.stopWriter(datanode.getDnConf().getXceiverStopTimeout());
    }
  }

  private ReplicaInfo find(ExtendedBlock block) {
    return volumeMap.get(block.getBlockPoolId(), block.getBlockId());
  }

  // ---- replicas that are sorted where they lie ----

  @Override
  @Deprecated // as in Hadoop, whose readers begin with it
  public ReplicaInfo getReplica(String blockPoolId, long blockId) {
    ServedReplica pseudo = hail.pseudo().find(blockPoolId, blockId);
    if (pseudo != null) {
      return pseudo.files();
    }
    swaps.pairs().replicaWanted(blockPoolId, blockId);
    return super.getReplica(blockPoolId, blockId);
  }

  @Override
  public LengthInputStream getMetaDataInputStream(ExtendedBlock block) throws IOException {
    ServedReplica pseudo = pseudo(block);
    if (pseudo != null) {
      return pseudo.files().getMetadataInputStream(0);
    }
    return swaps
        .pairs()
        .checksums(
            block.getBlockPoolId(), block.getBlockId(), () -> super.getMetaDataInputStream(block));
  }

  @Override
  public InputStream getBlockInputStream(ExtendedBlock block, long offset) throws IOException {
    ServedReplica pseudo = pseudo(block);
    if (pseudo != null) {
      pseudo.noteRead();
      return pseudo.files().getDataInputStream(offset);
    }
    return swaps
        .pairs()
        .data(
            block.getBlockPoolId(),
            block.getBlockId(),
            () -> super.getBlockInputStream(block, offset));
  }

  // ---- pseudo replicas ----

  private ServedReplica pseudo(ExtendedBlock block) {
    ServedReplica pseudo = hail.pseudo().find(block.getBlockPoolId(), block.getBlockId());
    return pseudo != null && pseudo.files().getGenerationStamp() == block.getGenerationStamp()
        ? pseudo
        : null;
  }

  @Override
  public FsVolumeImpl getVolume(ExtendedBlock block) {
    ServedReplica pseudo = pseudo(block);
    return pseudo == null ? super.getVolume(block) : (FsVolumeImpl) pseudo.files().getVolume();
  }

  /** Hadoop counts the space that replicas take with it, even before the constructor has ended. */
  @Override
  public Set<? extends Replica> deepCopyReplica(String blockPoolId) throws IOException {
    Set<Replica> all = new HashSet<>(super.deepCopyReplica(blockPoolId));
    if (hail != null) {
      hail.pseudo().replicas(blockPoolId).forEach(pseudo -> all.add(pseudo.files()));
    }
    return all;
  }

  /** Hadoop 3.4 takes it for granted that it has a replica of the block. */
  @Override
  public void invalidateMissingBlock(String blockPoolId, Block block) {
    if (hail.pseudo().find(blockPoolId, block.getBlockId()) != null) {
      hail.pseudo().suspect(blockPoolId, block.getBlockId());
    } else {
      super.invalidateMissingBlock(blockPoolId, block);
    }
  }

  @Override
  public void removeVolumes(Collection<StorageLocation> locations, boolean clearFailure) {
    super.removeVolumes(locations, clearFailure);
    hail.pseudo().forgetLostVolumes();
  }

  @Override
  public void deleteBlockPool(String blockPoolId, boolean force) throws IOException {
    if (!pools.awaitEnd(blockPoolId)) {
      LOG.warn("Block pool {} is deleted, though it has not ended yet", blockPoolId);
    }
    if (!force) {
      files.deleteIfNoBlocks(blockPoolId);
    }
    super.deleteBlockPool(blockPoolId, force);
  }

  // ---- what would break a sorted replica ----

  @Override
  public ReplicaHandler append(
      ExtendedBlock block, long newGenerationStamp, long expectedBlockLength) throws IOException {
    refuseIfHail(block, "appended to; start a new block (CreateFlag.NEW_BLOCK)");
    return super.append(block, newGenerationStamp, expectedBlockLength);
  }

  @Override
  public ReplicaHandler recoverAppend(
      ExtendedBlock block, long newGenerationStamp, long expectedBlockLength) throws IOException {
    refuseIfHail(block, "appended to; start a new block (CreateFlag.NEW_BLOCK)");
    return super.recoverAppend(block, newGenerationStamp, expectedBlockLength);
  }

  private void refuseIfHail(ExtendedBlock block, String what) throws IOException {
    Optional<LocalReplica> replica = replicas.find(block.getBlockPoolId(), block.getBlockId());
    if (replica.isPresent() && DirectoryReporter.isHail(replica.get())) {
      throw new IOException("Block " + block + " is a HAIL block and cannot be " + what);
    }
  }

  // ---- what the namenodes are told ----

  void reportStored(String blockPoolId, long blockId) {
    replicas
        .find(blockPoolId, blockId)
        .ifPresent(replica -> hail.reporter().stored(blockPoolId, replica));
  }

  @Override
  public void addBlockPool(String blockPoolId, Configuration conf) throws IOException {
    pools.begun(blockPoolId);
    swaps.recover(blockPoolId);
    try {
      super.addBlockPool(blockPoolId, conf);
    } catch (AddBlockPoolException e) {
      // Hadoop takes these volumes out next, and goes on with the others.
      replicas.leaveOut(e.getFailingVolumes().keySet());
      serve(blockPoolId);
      throw e;
    }
    serve(blockPoolId);
  }

  private void serve(String blockPoolId) throws IOException {
    files.deleteSideFiles(blockPoolId);
    hail.reporter().addBlockPool(blockPoolId);
    hail.pseudo().load(blockPoolId);
  }

  @Override
  public void addVolume(StorageLocation location, List<NamespaceInfo> namespaces)
      throws IOException {
    swaps.recover(location, namespaces);
    super.addVolume(location, namespaces);
    hail.reporter().rescan();
    for (NamespaceInfo namespace : namespaces) {
      hail.pseudo().load(namespace.getBlockPoolID());
    }
  }

  @Override
  public ReplicaInfo moveBlockAcrossStorage(
      ExtendedBlock block, StorageType targetType, String targetStorageId) throws IOException {
    OpenPairs.Hold both = swaps.pairs().hold(block.getBlockPoolId(), block.getBlockId());
    try {
      ReplicaInfo old = super.moveBlockAcrossStorage(block, targetType, targetStorageId);
      reportStored(block.getBlockPoolId(), block.getBlockId());
      return old;
    } finally {
      both.close();
    }
  }

  @Override
  public ReplicaInfo moveBlockAcrossVolumes(ExtendedBlock block, FsVolumeSpi destination)
      throws IOException {
    OpenPairs.Hold both = swaps.pairs().hold(block.getBlockPoolId(), block.getBlockId());
    try {
      ReplicaInfo old = super.moveBlockAcrossVolumes(block, destination);
      reportStored(block.getBlockPoolId(), block.getBlockId());
      return old;
    } finally {
      both.close();
    }
  }

  @Override
  public void invalidate(String blockPoolId, Block[] blocks) throws IOException {
    for (Block block : blocks) {
      hail.reporter().gone(blockPoolId, block.getBlockId(), block.getGenerationStamp());
    }
    super.invalidate(blockPoolId, blocks);
    for (Block block : blocks) {
      hail.pseudo().dropOf(blockPoolId, block.getBlockId(), block.getGenerationStamp());
    }
  }

  @Override
  public void invalidate(String blockPoolId, ReplicaInfo replica) {
    hail.reporter().gone(blockPoolId, replica.getBlockId(), replica.getGenerationStamp());
    super.invalidate(blockPoolId, replica);
    hail.pseudo().dropOf(blockPoolId, replica.getBlockId(), replica.getGenerationStamp());
  }

  @Override
  public void checkAndUpdate(String blockPoolId, FsVolumeSpi.ScanInfo difference)
      throws IOException {
    super.checkAndUpdate(blockPoolId, difference);
    if (replicas.find(blockPoolId, difference.getBlockId()).isPresent()) {
      reportStored(blockPoolId, difference.getBlockId());
    } else {
      hail.reporter().gone(blockPoolId, difference.getBlockId());
    }
  }

  @Override
  public void shutdownBlockPool(String blockPoolId) {
    try {
      hail.reporter().save(blockPoolId);
      hail.pseudo().forget(blockPoolId);
      super.shutdownBlockPool(blockPoolId);
      hail.reporter().removeBlockPool(blockPoolId);
    } catch (IOException e) {
      LOG.warn("The connection to the replica directory of {} did not close", blockPoolId, e);
    } finally {
      pools.ended(blockPoolId);
    }
  }

  @Override
  public void shutdown() {
    // Another process, or another datanode in this one, may have the disks after it.
    swaps.pairs().close();
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(atExit);
    }
    // Hadoop does not wait for the threads that end the block pools.
    saveAll();
    super.shutdown();
    try {
      hail.close();
    } catch (IOException e) {
      LOG.warn("The connections to replica directories did not close", e);
    }
  }

  /** Hadoop's handle of a new replica, with the one that HAIL watches in its place. */
  private static final class SwappedReplicaHandler extends ReplicaHandler {
    private final ReplicaHandler handler;

    SwappedReplicaHandler(ReplicaHandler handler, ReplicaInPipeline watched) {
      super(watched, null);
      this.handler = handler;
    }

    @Override
    public void close() throws IOException {
      handler.close();
    }
  }
}
