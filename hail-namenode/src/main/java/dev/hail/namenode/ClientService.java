// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.format.block.layout.Preamble;
import dev.hail.namenode.directory.ReplicaTable;
import dev.hail.protocol.BlockReplicas;
import dev.hail.protocol.ClusterStatus;
import dev.hail.protocol.DatanodeStatus;
import dev.hail.protocol.FileWorkload;
import dev.hail.protocol.FilterReport;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.IndexGrant;
import dev.hail.protocol.IndexRequest;
import dev.hail.protocol.IndexUseNote;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.PseudoSpace;
import dev.hail.protocol.ReplicaDirectoryPage;
import dev.hail.protocol.SuspectReplica;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.HailCheckedFiles;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;

/** Answers clients; the caller is the remote user of the current RPC. */
final class ClientService implements HailClientProtocol {
  private final HailNamespace namespace;
  private final ReplicaTable directory;
  private final ReplicaDirectoryService service;
  private final int pageBlocksMax;

  ClientService(ReplicaDirectoryService service, int pageBlocksMax) {
    this.service = service;
    this.namespace = service.namespace();
    this.directory = service.directory();
    this.pageBlocksMax = pageBlocksMax;
  }

  @Override
  public ReplicaDirectoryPage getReplicas(String path, int firstBlock, int blockCount)
      throws IOException {
    namespace.checkActive();
    if (firstBlock < 0 || blockCount < 1) {
      throw new IOException(
          "blocks [" + firstBlock + ", +" + blockCount + ") of " + path + " make no range");
    }
    HailCheckedFiles.FileBlocks blocks =
        namespace.files().readableBlocks(path, firstBlock, Math.min(blockCount, pageBlocksMax));
    List<BlockReplicas> answer = new ArrayList<>(blocks.ids().length);
    for (int i = 0; i < blocks.ids().length; i++) {
      long blockId = blocks.ids()[i];
      Set<String> corrupt = blocks.corrupt().getOrDefault(blockId, Set.of());
      answer.add(
          new BlockReplicas(
              blockId,
              directory.replicas(
                  blockId,
                  blocks.generationStamps()[i],
                  uuid -> !corrupt.contains(uuid) && namespace.datanodes().isLive(uuid)),
              service.pseudo().of(blocks.fileId(), blockId, blocks.generationStamps()[i])));
    }
    service.metrics().lookup(answer.size());
    return new ReplicaDirectoryPage(answer, blocks.fileBlocks(), service.isComplete());
  }

  @Override
  public IndexGrant grantIndex(IndexRequest request) throws IOException {
    namespace.checkActive();
    return service.pseudo().grant(request);
  }

  @Override
  public int dropIndex(String path, int sortAttribute) throws IOException {
    namespace.checkActive();
    return service.pseudo().drop(path, sortAttribute);
  }

  @Override
  public void suspectReplica(SuspectReplica suspect) throws IOException {
    namespace.checkActive();
    service.pseudo().suspect(suspect);
  }

  @Override
  public void beginIndexing(Indexing indexing, Indexing.Plan plan) throws IOException {
    namespace.checkActive();
    service.indexingJobs().begin(indexing, plan);
  }

  @Override
  public boolean mayIndex(Indexing indexing, long blockId, double selectivity) throws IOException {
    namespace.checkActive();
    return service.indexingJobs().mayIndex(indexing, blockId, selectivity);
  }

  @Override
  public void taskEnded(Indexing indexing, Indexing.TaskCost cost) throws IOException {
    namespace.checkActive();
    service.indexingJobs().taskEnded(indexing, cost);
  }

  @Override
  public void recordFilter(FilterReport report) throws IOException {
    namespace.checkActive();
    service.workloads().record(report);
  }

  @Override
  public FileWorkload getWorkload(String path) throws IOException {
    namespace.checkActive();
    return service.workloads().of(path);
  }

  @Override
  public IndexUseNote.Answer noteUse(IndexUseNote note) throws IOException {
    namespace.checkActive();
    return service.pseudo().noteUse(note);
  }

  @Override
  public PseudoSpace getSpace(String path) throws IOException {
    namespace.checkActive();
    return service.pseudo().space(path);
  }

  /** Tells superusers which datanodes there are, and others only how many. */
  @Override
  public ClusterStatus getStatus() throws IOException {
    namespace.checkActive();
    ClusterStatus status = status();
    return namespace.isSuperuser() ? status : status.withoutDatanodes();
  }

  /** The state of this namenode's directory, whether it is active or not. */
  ClusterStatus status() {
    List<DatanodeStatus> datanodes = new ArrayList<>();
    int withHail = 0;
    for (DatanodeDescriptor datanode :
        namespace.datanodes().manager().getDatanodeListForReport(DatanodeReportType.LIVE)) {
      String uuid = datanode.getDatanodeUuid();
      withHail += directory.knows(uuid) ? 1 : 0;
      datanodes.add(
          new DatanodeStatus(
              uuid,
              datanode.getHostName() + ":" + datanode.getXferPort(),
              directory.reported(uuid),
              directory.replicasByAttribute(uuid)));
    }
    return new ClusterStatus(
        ReplicaDirectoryService.version(),
        Preamble.MAJOR,
        service.epoch(),
        namespace.isActive(),
        datanodes.size(),
        withHail,
        datanodes);
  }

  @Override
  public void close() {}
}
