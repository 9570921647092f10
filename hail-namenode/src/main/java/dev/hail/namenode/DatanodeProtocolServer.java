// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode;

import dev.hail.namenode.directory.RefusedException;
import dev.hail.protocol.Assignment;
import dev.hail.protocol.HailDatanodeProtocol;
import dev.hail.protocol.HailDatanodeProtocolPB;
import dev.hail.protocol.ProtocolMessages;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.protocol.proto.HailProtos.AssignRequestProto;
import dev.hail.protocol.proto.HailProtos.AssignResponseProto;
import dev.hail.protocol.proto.HailProtos.DatanodeProto;
import dev.hail.protocol.proto.HailProtos.HeartbeatRequestProto;
import dev.hail.protocol.proto.HailProtos.HeartbeatResponseProto;
import dev.hail.protocol.proto.HailProtos.ReportRequestProto;
import dev.hail.protocol.proto.HailProtos.ReportResponseProto;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;

/** Passes datanodes' messages on to the service, unless they are too large to be honest. */
final class DatanodeProtocolServer implements HailDatanodeProtocolPB {
  private static final int REPORT_REPLICAS_MAX = 100_000;

  private final HailDatanodeProtocol service;

  DatanodeProtocolServer(HailDatanodeProtocol service) {
    this.service = service;
  }

  @Override
  public AssignResponseProto assign(RpcController controller, AssignRequestProto request)
      throws ServiceException {
    try {
      DatanodeProto datanode = RequestPart.only(request.getDatanodeList());
      Assignment assignment =
          service.assign(
              datanode.getBlockPoolId(),
              datanode.getDatanodeUuid(),
              request.getBlockId(),
              request.getGenerationStamp(),
              request.getIndexAttributesList().stream().mapToInt(Integer::intValue).toArray());
      return AssignResponseProto.newBuilder()
          .setSortAttribute(assignment.sortAttribute())
          .setEpoch(assignment.epoch())
          .build();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public ReportResponseProto report(RpcController controller, ReportRequestProto request)
      throws ServiceException {
    int replicas =
        request.getAddedCount()
            + request.getRemovedBlockIdsCount()
            + request.getAddedPseudoCount()
            + request.getRemovedPseudoIdsCount();
    if (replicas > REPORT_REPLICAS_MAX) {
      throw new ServiceException(
          new RefusedException(
              "a report of "
                  + replicas
                  + " replicas; send at most "
                  + REPORT_REPLICAS_MAX
                  + " in one message"));
    }
    List<ReplicaInfo> added =
        Stream.concat(request.getAddedList().stream(), request.getAddedPseudoList().stream())
            .map(ReplicaInfo::fromProto)
            .toList();
    long[] removed =
        Stream.concat(
                request.getRemovedBlockIdsList().stream(),
                request.getRemovedPseudoIdsList().stream())
            .mapToLong(Long::longValue)
            .toArray();
    try {
      DatanodeProto datanode = RequestPart.only(request.getDatanodeList());
      long epoch =
          service.report(
              datanode.getBlockPoolId(),
              datanode.getDatanodeUuid(),
              request.getBeginsFullReport(),
              request.getEndsFullReport(),
              added,
              removed);
      return ReportResponseProto.newBuilder().setEpoch(epoch).build();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public HeartbeatResponseProto heartbeat(RpcController controller, HeartbeatRequestProto request)
      throws ServiceException {
    try {
      DatanodeProto datanode = RequestPart.only(request.getDatanodeList());
      return ProtocolMessages.toProto(
          service.heartbeat(
              datanode.getBlockPoolId(),
              datanode.getDatanodeUuid(),
              request.getReportedEpoch(),
              request.getTakesPseudo()));
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }
}
