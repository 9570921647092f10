// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.namenode.directory.RefusedException;
import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.protocol.Assignment;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.Heartbeat;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hdfs.server.namenode.HailBlockMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers datanodes; the caller is the remote user of the current RPC. */
final class DatanodeService implements HailDatanodeProtocol {
  private static final Logger LOG = LoggerFactory.getLogger(DatanodeService.class);
  private static final int RESORTS_PER_HEARTBEAT = 16;

  /** Whether a call comes from the datanode that it names. */
  @FunctionalInterface
  interface CallerCheck {
    /**
     * Does nothing if so.
     *
     * @throws IOException if the caller is another one, or of another cluster
     */
    void check(String blockPoolId, String datanodeUuid) throws IOException;
  }

  private final ReplicaDirectoryService service;
  private final HdfsState hdfs;
  private final ReplicaTable directory;
  private final CallerCheck callers;

  DatanodeService(ReplicaDirectoryService service, CallerCheck callers) {
    this.service = service;
    this.hdfs = service.hdfs();
    this.directory = service.directory();
    this.callers = callers;
  }

  @Override
  public Assignment assign(
      String blockPoolId,
      String datanodeUuid,
      long blockId,
      long generationStamp,
      int[] indexAttributes)
      throws IOException {
    hdfs.checkActive();
    callers.check(blockPoolId, datanodeUuid);
    HailBlockMap.BlockState block = hdfs.blockState(blockId);
    if (block == null) {
      throw new RefusedException(
          "no block " + blockId + " in block pool " + blockPoolId + " to assign an order for");
    }
    int attribute =
        directory.assign(
            datanodeUuid,
            blockId,
            generationStamp,
            indexAttributes,
            block.isBeingWritten(),
            uuid -> block.countsOn(uuid) && hdfs.isInService(uuid));
    service.metrics().assigned(attribute);
    LOG.debug(
        "Assigned attribute {} to the replica of block {} on datanode {}",
        attribute,
        blockId,
        datanodeUuid);
    return new Assignment(attribute, service.epoch());
  }

  @Override
  public long report(
      String blockPoolId,
      String datanodeUuid,
      boolean beginsFullReport,
      boolean endsFullReport,
      List<ReplicaInfo> added,
      long[] removedBlockIds)
      throws IOException {
    callers.check(blockPoolId, datanodeUuid);
    directory.meet(datanodeUuid);
    service.reportLeases().renew(datanodeUuid);
    if (beginsFullReport) {
      directory.beginFullReport(datanodeUuid);
      service.pseudo().beginFullReport(datanodeUuid);
    }
    boolean incremental = !beginsFullReport && !endsFullReport;
    for (long blockId : removedBlockIds) {
      if (PseudoReplicaId.of(blockId) != null) {
        service.pseudo().removed(datanodeUuid, blockId);
        continue;
      }
      service.disputes().withdraw(datanodeUuid, blockId);
      if (directory.remove(datanodeUuid, blockId) && incremental) {
        service.repair().suspect(blockId);
      }
    }
    int taken = add(datanodeUuid, added, incremental);
    if (endsFullReport) {
      service.reportLeases().giveBack(datanodeUuid);
      service.pseudo().endFullReport(datanodeUuid);
      if (directory.endFullReport(datanodeUuid)) {
        LOG.info("Datanode {} completed its report of HAIL replicas", datanodeUuid);
      }
    }
    service.metrics().reported(taken, added.size() - taken, removedBlockIds.length);
    return service.epoch();
  }

  private int add(String datanodeUuid, List<ReplicaInfo> added, boolean incremental) {
    long newestStamp = newestStamp();
    int taken = 0;
    RefusedException refusal = null;
    for (ReplicaInfo replica : added) {
      try {
        if (replica.generationStamp() > newestStamp) {
          throw new RefusedException(
              "generation stamp of " + replica + " was never given out, newest is " + newestStamp);
        }
        if (PseudoReplicaId.of(replica.blockId()) != null) {
          taken += service.pseudo().added(datanodeUuid, replica, incremental) ? 1 : 0;
        } else if (take(datanodeUuid, replica)) {
          taken++;
          if (incremental) {
            service.repair().suspect(replica.blockId());
          }
        }
      } catch (RefusedException e) {
        // One replica that makes no sense must not cost those that come with it.
        refusal = e;
      }
    }
    if (refusal != null) {
      LOG.warn(
          "Took {} of {} replicas that datanode {} reported; the last one refused: {}",
          taken,
          added.size(),
          datanodeUuid,
          refusal.getMessage());
    }
    return taken;
  }

  /** The newest stamp that was given out, if this namenode is the one that gives them out. */
  private long newestStamp() {
    if (!hdfs.isActive()) {
      return Long.MAX_VALUE;
    }
    long newest = hdfs.newestGenerationStamp();
    // Asked again, as another namenode may have become active meanwhile and given out newer ones.
    return hdfs.isActive() ? newest : Long.MAX_VALUE;
  }

  private boolean take(String datanodeUuid, ReplicaInfo replica) throws RefusedException {
    if (directory.add(datanodeUuid, replica)) {
      service.disputes().withdraw(datanodeUuid, replica.blockId());
      return true;
    }
    return service.disputes().claim(datanodeUuid, replica);
  }

  @Override
  public Heartbeat heartbeat(
      String blockPoolId, String datanodeUuid, long reportedEpoch, boolean takesPseudo)
      throws IOException {
    callers.check(blockPoolId, datanodeUuid);
    directory.meet(datanodeUuid);
    service.pulse().beat(datanodeUuid);
    service.pseudo().heard(datanodeUuid, takesPseudo);
    boolean owesReport =
        reportedEpoch != service.epoch()
            || !directory.reported(datanodeUuid)
            || service.pseudo().isReportWanted(datanodeUuid);
    long[] resorts =
        owesReport ? new long[0] : service.repair().take(datanodeUuid, RESORTS_PER_HEARTBEAT);
    // The others ask again with their next heartbeat.
    boolean reportWanted = owesReport && service.reportLeases().take(datanodeUuid);
    return new Heartbeat(
        service.epoch(),
        reportWanted,
        resorts,
        service.pseudo().drops(datanodeUuid),
        service.pseudo().suspects(datanodeUuid));
  }

  @Override
  public void close() {}
}
