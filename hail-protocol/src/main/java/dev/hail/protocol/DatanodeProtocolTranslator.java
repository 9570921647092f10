// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.protocol.proto.HailProtos.AssignRequestProto;
import dev.hail.protocol.proto.HailProtos.AssignResponseProto;
import dev.hail.protocol.proto.HailProtos.DatanodeProto;
import dev.hail.protocol.proto.HailProtos.HeartbeatRequestProto;
import dev.hail.protocol.proto.HailProtos.ReportRequestProto;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.ipc.RPC;

/** Sends calls of {@link HailDatanodeProtocol} to one namenode. */
final class DatanodeProtocolTranslator implements HailDatanodeProtocol {
  private final HailDatanodeProtocolPB stub;
  private final InetSocketAddress address;

  DatanodeProtocolTranslator(HailDatanodeProtocolPB stub, InetSocketAddress address) {
    this.stub = stub;
    this.address = address;
  }

  @Override
  public Assignment assign(
      String blockPoolId,
      String datanodeUuid,
      long blockId,
      long generationStamp,
      int[] indexAttributes)
      throws IOException {
    AssignRequestProto.Builder request =
        AssignRequestProto.newBuilder()
            .addDatanode(datanode(blockPoolId, datanodeUuid))
            .setBlockId(blockId)
            .setGenerationStamp(generationStamp);
    for (int attribute : indexAttributes) {
      request.addIndexAttributes(attribute);
    }
    AssignResponseProto response = call(() -> stub.assign(null, request.build()));
    return new Assignment(response.getSortAttribute(), response.getEpoch());
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
    ReportRequestProto.Builder request =
        ReportRequestProto.newBuilder()
            .addDatanode(datanode(blockPoolId, datanodeUuid))
            .setBeginsFullReport(beginsFullReport)
            .setEndsFullReport(endsFullReport);
    for (ReplicaInfo replica : added) {
      if (PseudoReplicaId.of(replica.blockId()) == null) {
        request.addAdded(replica.toProto());
      } else {
        request.addAddedPseudo(replica.toProto());
      }
    }
    for (long blockId : removedBlockIds) {
      if (PseudoReplicaId.of(blockId) == null) {
        request.addRemovedBlockIds(blockId);
      } else {
        request.addRemovedPseudoIds(blockId);
      }
    }
    return call(() -> stub.report(null, request.build())).getEpoch();
  }

  @Override
  public Heartbeat heartbeat(
      String blockPoolId, String datanodeUuid, long reportedEpoch, boolean takesPseudo)
      throws IOException {
    HeartbeatRequestProto request =
        HeartbeatRequestProto.newBuilder()
            .addDatanode(datanode(blockPoolId, datanodeUuid))
            .setReportedEpoch(reportedEpoch)
            .setTakesPseudo(takesPseudo)
            .build();
    return ProtocolMessages.fromProto(call(() -> stub.heartbeat(null, request)));
  }

  @Override
  public void close() {
    RPC.stopProxy(stub);
  }

  @Override
  public String toString() {
    return "namenode " + address;
  }

  private static <T> T call(RpcFailures.StubCall<T> stub) throws IOException {
    try {
      return RpcFailures.call(stub);
    } catch (EOFException e) {
      // The namenode restarted: Hadoop keeps connections and notices only when it uses them.
      return again(stub);
    } catch (IOException e) {
      throw RpcFailures.local(e);
    }
  }

  private static <T> T again(RpcFailures.StubCall<T> stub) throws IOException {
    try {
      return RpcFailures.call(stub);
    } catch (IOException e) {
      throw RpcFailures.local(e);
    }
  }

  private static DatanodeProto datanode(String blockPoolId, String datanodeUuid) {
    return DatanodeProto.newBuilder()
        .setBlockPoolId(blockPoolId)
        .setDatanodeUuid(datanodeUuid)
        .build();
  }
}
