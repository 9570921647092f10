// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.protocol.proto.HailProtos.BeginIndexingRequestProto;
import dev.hail.protocol.proto.HailProtos.DropIndexRequestProto;
import dev.hail.protocol.proto.HailProtos.GetReplicasRequestProto;
import dev.hail.protocol.proto.HailProtos.GetSpaceRequestProto;
import dev.hail.protocol.proto.HailProtos.GetStatusRequestProto;
import dev.hail.protocol.proto.HailProtos.GetWorkloadRequestProto;
import dev.hail.protocol.proto.HailProtos.GetWorkloadResponseProto;
import dev.hail.protocol.proto.HailProtos.GrantIndexRequestProto;
import dev.hail.protocol.proto.HailProtos.MayIndexRequestProto;
import dev.hail.protocol.proto.HailProtos.NoteUseRequestProto;
import dev.hail.protocol.proto.HailProtos.RecordFilterRequestProto;
import dev.hail.protocol.proto.HailProtos.SuspectReplicaRequestProto;
import dev.hail.protocol.proto.HailProtos.TaskEndedRequestProto;
import java.io.IOException;
import org.apache.hadoop.ipc.RPC;

/** Sends calls of {@link HailClientProtocol} to one namenode. Remote failures stay wrapped. */
final class ClientProtocolTranslator implements HailClientProtocol {
  private final HailClientProtocolPB stub;
  private final String blockPoolId;

  /**
   * @param blockPoolId block pool of the files that calls are about; empty if it is not known
   */
  ClientProtocolTranslator(HailClientProtocolPB stub, String blockPoolId) {
    this.stub = stub;
    this.blockPoolId = blockPoolId;
  }

  @Override
  public ReplicaDirectoryPage getReplicas(String path, int firstBlock, int blockCount)
      throws IOException {
    GetReplicasRequestProto request =
        GetReplicasRequestProto.newBuilder()
            .setBlockPoolId(blockPoolId)
            .setPath(path)
            .setFirstBlock(firstBlock)
            .setBlockCount(blockCount)
            .build();
    return ProtocolMessages.fromProto(RpcFailures.call(() -> stub.getReplicas(null, request)));
  }

  @Override
  public IndexGrant grantIndex(IndexRequest request) throws IOException {
    GrantIndexRequestProto proto =
        PseudoMessages.toProto(request).setBlockPoolId(blockPoolId).build();
    return PseudoMessages.fromProto(RpcFailures.call(() -> stub.grantIndex(null, proto)));
  }

  @Override
  public int dropIndex(String path, int sortAttribute) throws IOException {
    DropIndexRequestProto request =
        DropIndexRequestProto.newBuilder()
            .setBlockPoolId(blockPoolId)
            .setPath(path)
            .setSortAttribute(sortAttribute)
            .build();
    return RpcFailures.call(() -> stub.dropIndex(null, request)).getRemoved();
  }

  @Override
  public void suspectReplica(SuspectReplica suspect) throws IOException {
    SuspectReplicaRequestProto request =
        PseudoMessages.toProto(suspect).setBlockPoolId(blockPoolId).build();
    RpcFailures.call(() -> stub.suspectReplica(null, request));
  }

  @Override
  public void beginIndexing(Indexing indexing, Indexing.Plan plan) throws IOException {
    BeginIndexingRequestProto request =
        ProtocolMessages.toProto(indexing, plan).setBlockPoolId(blockPoolId).build();
    RpcFailures.call(() -> stub.beginIndexing(null, request));
  }

  @Override
  public boolean mayIndex(Indexing indexing, long blockId, double selectivity) throws IOException {
    MayIndexRequestProto request =
        MayIndexRequestProto.newBuilder()
            .setBlockPoolId(blockPoolId)
            .addIndexing(indexing.toProto())
            .setBlockId(blockId)
            .setSelectivity(selectivity)
            .build();
    return RpcFailures.call(() -> stub.mayIndex(null, request)).getGranted();
  }

  @Override
  public void taskEnded(Indexing indexing, Indexing.TaskCost cost) throws IOException {
    TaskEndedRequestProto request =
        TaskEndedRequestProto.newBuilder()
            .setBlockPoolId(blockPoolId)
            .addIndexing(indexing.toProto())
            .setKind(TaskEndedRequestProto.Kind.valueOf(cost.kind().name()))
            .setSeconds(cost.seconds())
            .setStartSeconds(cost.startSeconds())
            .setIndexingSeconds(cost.indexingSeconds())
            .setBlocks(cost.blocks())
            .setIndexedBlocks(cost.indexed())
            .setBesideBlocks(cost.beside())
            .setBesideSeconds(cost.besideSeconds())
            .build();
    RpcFailures.call(() -> stub.taskEnded(null, request));
  }

  @Override
  public void recordFilter(FilterReport report) throws IOException {
    RecordFilterRequestProto request =
        ProtocolMessages.toProto(report).setBlockPoolId(blockPoolId).build();
    RpcFailures.call(() -> stub.recordFilter(null, request));
  }

  @Override
  public FileWorkload getWorkload(String path) throws IOException {
    GetWorkloadRequestProto request =
        GetWorkloadRequestProto.newBuilder().setBlockPoolId(blockPoolId).setPath(path).build();
    GetWorkloadResponseProto response = RpcFailures.call(() -> stub.getWorkload(null, request));
    return new FileWorkload(response.getSchema(), response.getWorkload());
  }

  @Override
  public IndexUseNote.Answer noteUse(IndexUseNote note) throws IOException {
    NoteUseRequestProto request =
        ProtocolMessages.toProto(note).setBlockPoolId(blockPoolId).build();
    return ProtocolMessages.fromProto(RpcFailures.call(() -> stub.noteUse(null, request)));
  }

  @Override
  public PseudoSpace getSpace(String path) throws IOException {
    GetSpaceRequestProto request =
        GetSpaceRequestProto.newBuilder().setBlockPoolId(blockPoolId).setPath(path).build();
    return ProtocolMessages.fromProto(RpcFailures.call(() -> stub.getSpace(null, request)));
  }

  @Override
  public ClusterStatus getStatus() throws IOException {
    GetStatusRequestProto request =
        GetStatusRequestProto.newBuilder().setBlockPoolId(blockPoolId).build();
    return ProtocolMessages.fromProto(RpcFailures.call(() -> stub.getStatus(null, request)));
  }

  @Override
  public void close() {
    RPC.stopProxy(stub);
  }
}
