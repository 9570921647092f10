// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.namenode.directory.RefusedException;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailClientProtocolPB;
import dev.hail.protocol.Indexing;
import dev.hail.protocol.ProtocolMessages;
import dev.hail.protocol.PseudoMessages;
import dev.hail.protocol.proto.HailProtos.BeginIndexingRequestProto;
import dev.hail.protocol.proto.HailProtos.BeginIndexingResponseProto;
import dev.hail.protocol.proto.HailProtos.DropIndexRequestProto;
import dev.hail.protocol.proto.HailProtos.DropIndexResponseProto;
import dev.hail.protocol.proto.HailProtos.GetReplicasRequestProto;
import dev.hail.protocol.proto.HailProtos.GetReplicasResponseProto;
import dev.hail.protocol.proto.HailProtos.GetSpaceRequestProto;
import dev.hail.protocol.proto.HailProtos.GetSpaceResponseProto;
import dev.hail.protocol.proto.HailProtos.GetStatusRequestProto;
import dev.hail.protocol.proto.HailProtos.GetStatusResponseProto;
import dev.hail.protocol.proto.HailProtos.GetWorkloadRequestProto;
import dev.hail.protocol.proto.HailProtos.GetWorkloadResponseProto;
import dev.hail.protocol.proto.HailProtos.GrantIndexRequestProto;
import dev.hail.protocol.proto.HailProtos.GrantIndexResponseProto;
import dev.hail.protocol.proto.HailProtos.MayIndexRequestProto;
import dev.hail.protocol.proto.HailProtos.MayIndexResponseProto;
import dev.hail.protocol.proto.HailProtos.NoteUseRequestProto;
import dev.hail.protocol.proto.HailProtos.NoteUseResponseProto;
import dev.hail.protocol.proto.HailProtos.RecordFilterRequestProto;
import dev.hail.protocol.proto.HailProtos.RecordFilterResponseProto;
import dev.hail.protocol.proto.HailProtos.SuspectReplicaRequestProto;
import dev.hail.protocol.proto.HailProtos.SuspectReplicaResponseProto;
import dev.hail.protocol.proto.HailProtos.TaskEndedRequestProto;
import dev.hail.protocol.proto.HailProtos.TaskEndedResponseProto;
import java.io.IOException;
import java.util.function.Supplier;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** Passes clients' messages on to the service behind. */
final class ClientProtocolServer implements HailClientProtocolPB {
  private final HailClientProtocol service;
  private final Supplier<String> blockPoolId;

  /**
   * @param blockPoolId block pool of this namenode
   */
  ClientProtocolServer(HailClientProtocol service, Supplier<String> blockPoolId) {
    this.service = service;
    this.blockPoolId = blockPoolId;
  }

  /** A client of an older release names no block pool. */
  private void checkPool(String requested) throws RefusedException {
    if (!requested.isEmpty() && !requested.equals(blockPoolId.get())) {
      throw new RefusedException(
          "this is the replica directory of block pool "
              + blockPoolId.get()
              + ", and the call is about files of another one;"
              + " hail.namenode.rpc-address must name the port of their namenode");
    }
  }

  @Override
  public GetReplicasResponseProto getReplicas(
      RpcController controller, GetReplicasRequestProto request) throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      return ProtocolMessages.toProto(
          service.getReplicas(request.getPath(), request.getFirstBlock(), request.getBlockCount()));
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public GrantIndexResponseProto grantIndex(
      RpcController controller, GrantIndexRequestProto request) throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      return PseudoMessages.toProto(service.grantIndex(PseudoMessages.fromProto(request)));
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public DropIndexResponseProto dropIndex(RpcController controller, DropIndexRequestProto request)
      throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      return DropIndexResponseProto.newBuilder()
          .setRemoved(service.dropIndex(request.getPath(), request.getSortAttribute()))
          .build();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public SuspectReplicaResponseProto suspectReplica(
      RpcController controller, SuspectReplicaRequestProto request) throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      service.suspectReplica(PseudoMessages.fromProto(request));
      return SuspectReplicaResponseProto.getDefaultInstance();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public BeginIndexingResponseProto beginIndexing(
      RpcController controller, BeginIndexingRequestProto request) throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      service.beginIndexing(
          Indexing.fromProto(RequestPart.only(request.getIndexingList())),
          ProtocolMessages.planFromProto(request));
      return BeginIndexingResponseProto.getDefaultInstance();
    } catch (IOException | IllegalArgumentException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public MayIndexResponseProto mayIndex(RpcController controller, MayIndexRequestProto request)
      throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      boolean granted =
          service.mayIndex(
              Indexing.fromProto(RequestPart.only(request.getIndexingList())),
              request.getBlockId(),
              request.getSelectivity());
      return MayIndexResponseProto.newBuilder().setGranted(granted).build();
    } catch (IOException | IllegalArgumentException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public TaskEndedResponseProto taskEnded(RpcController controller, TaskEndedRequestProto request)
      throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      service.taskEnded(
          Indexing.fromProto(RequestPart.only(request.getIndexingList())),
          new Indexing.TaskCost(
              Indexing.TaskKind.valueOf(request.getKind().name()),
              request.getSeconds(),
              request.getStartSeconds(),
              request.getIndexingSeconds(),
              request.getBlocks(),
              request.getIndexedBlocks(),
              request.getBesideBlocks(),
              request.getBesideSeconds()));
      return TaskEndedResponseProto.getDefaultInstance();
    } catch (IOException | IllegalArgumentException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public RecordFilterResponseProto recordFilter(
      RpcController controller, RecordFilterRequestProto request) throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      service.recordFilter(ProtocolMessages.fromProto(request));
      return RecordFilterResponseProto.getDefaultInstance();
    } catch (IOException | IllegalArgumentException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public GetWorkloadResponseProto getWorkload(
      RpcController controller, GetWorkloadRequestProto request) throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      return ProtocolMessages.toProto(service.getWorkload(request.getPath()));
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public NoteUseResponseProto noteUse(RpcController controller, NoteUseRequestProto request)
      throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      return ProtocolMessages.toProto(service.noteUse(ProtocolMessages.fromProto(request)));
    } catch (IOException | IllegalArgumentException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public GetSpaceResponseProto getSpace(RpcController controller, GetSpaceRequestProto request)
      throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      return ProtocolMessages.toProto(service.getSpace(request.getPath()));
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public GetStatusResponseProto getStatus(RpcController controller, GetStatusRequestProto request)
      throws ServiceException {
    try {
      checkPool(request.getBlockPoolId());
      return ProtocolMessages.toProto(service.getStatus());
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }
}
