// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.protocol.proto.HailProtos.EvictedProto;
import dev.hail.protocol.proto.HailProtos.GrantIndexRequestProto;
import dev.hail.protocol.proto.HailProtos.GrantIndexResponseProto;
import dev.hail.protocol.proto.HailProtos.IndexTargetProto;
import dev.hail.protocol.proto.HailProtos.SuspectReplicaRequestProto;
import java.util.ArrayList;
import java.util.List;

/** Converts messages about single pseudo replicas between values and protobuf. */
public final class PseudoMessages {

  private PseudoMessages() {}

  static GrantIndexRequestProto.Builder toProto(IndexRequest request) {
    return GrantIndexRequestProto.newBuilder()
        .setPath(request.path())
        .setBlockId(request.blockId())
        .setGenerationStamp(request.generationStamp())
        .setSortAttribute(request.sortAttribute())
        .setHost(request.host())
        .addAllRefusedBy(request.refusedBy());
  }

  /** The request in a message. */
  public static IndexRequest fromProto(GrantIndexRequestProto request) {
    return new IndexRequest(
        request.getPath(),
        request.getBlockId(),
        request.getGenerationStamp(),
        request.getSortAttribute(),
        request.getHost(),
        request.getRefusedByList());
  }

  /** The message of an answer to a request. */
  public static GrantIndexResponseProto toProto(IndexGrant grant) {
    GrantIndexResponseProto.Builder response =
        GrantIndexResponseProto.newBuilder()
            .setOutcome(GrantIndexResponseProto.Outcome.valueOf(grant.outcome().name()));
    if (grant.target() != null) {
      response.setTarget(toProto(grant.target()));
    }
    if (grant.fullBudget() != null) {
      response
          .setFullBudget(GrantIndexResponseProto.Budget.valueOf(grant.fullBudget().budget().name()))
          .setFullBudgetBytes(grant.fullBudget().bytes());
    }
    for (IndexGrant.Evicted evicted : grant.evicted()) {
      response.addEvicted(
          EvictedProto.newBuilder()
              .setPath(evicted.path())
              .setAttribute(evicted.attribute())
              .setReplicas(evicted.replicas())
              .setBytes(evicted.bytes()));
    }
    return response.build();
  }

  private static IndexTargetProto toProto(IndexGrant.Target target) {
    return IndexTargetProto.newBuilder()
        .setBlockPoolId(target.blockPoolId())
        .setDatanodeUuid(target.datanodeUuid())
        .setIpAddress(target.ipAddress())
        .setHost(target.host())
        .setPort(target.port())
        .setToken(target.token())
        .build();
  }

  static IndexGrant fromProto(GrantIndexResponseProto response) {
    IndexGrant.FullBudget fullBudget =
        response.hasFullBudget()
            ? new IndexGrant.FullBudget(
                IndexGrant.Budget.valueOf(response.getFullBudget().name()),
                response.getFullBudgetBytes())
            : null;
    List<IndexGrant.Evicted> evicted = new ArrayList<>(response.getEvictedCount());
    for (EvictedProto one : response.getEvictedList()) {
      evicted.add(
          new IndexGrant.Evicted(
              one.getPath(), one.getAttribute(), one.getReplicas(), one.getBytes()));
    }
    return new IndexGrant(
        IndexGrant.Outcome.valueOf(response.getOutcome().name()),
        response.hasTarget() ? fromProto(response.getTarget()) : null,
        fullBudget,
        evicted);
  }

  private static IndexGrant.Target fromProto(IndexTargetProto target) {
    return new IndexGrant.Target(
        target.getBlockPoolId(),
        target.getDatanodeUuid(),
        target.getIpAddress(),
        target.getHost(),
        target.getPort(),
        target.getToken());
  }

  static SuspectReplicaRequestProto.Builder toProto(SuspectReplica suspect) {
    return SuspectReplicaRequestProto.newBuilder()
        .setPath(suspect.path())
        .setBlockId(suspect.blockId())
        .setSortAttribute(suspect.sortAttribute())
        .setDatanodeUuid(suspect.datanodeUuid());
  }

  /** The report of a damaged pseudo replica in a message. */
  public static SuspectReplica fromProto(SuspectReplicaRequestProto request) {
    return new SuspectReplica(
        request.getPath(),
        request.getBlockId(),
        request.getSortAttribute(),
        request.getDatanodeUuid());
  }
}
