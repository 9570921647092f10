// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.protocol.proto.HailProtos.BeginIndexingRequestProto;
import dev.hail.protocol.proto.HailProtos.BlockReplicasProto;
import dev.hail.protocol.proto.HailProtos.DatanodeStatusProto;
import dev.hail.protocol.proto.HailProtos.GetReplicasResponseProto;
import dev.hail.protocol.proto.HailProtos.GetSpaceResponseProto;
import dev.hail.protocol.proto.HailProtos.GetStatusResponseProto;
import dev.hail.protocol.proto.HailProtos.GetWorkloadResponseProto;
import dev.hail.protocol.proto.HailProtos.HeartbeatResponseProto;
import dev.hail.protocol.proto.HailProtos.IndexSpaceProto;
import dev.hail.protocol.proto.HailProtos.LocatedReplicaProto;
import dev.hail.protocol.proto.HailProtos.NoteUseRequestProto;
import dev.hail.protocol.proto.HailProtos.NoteUseResponseProto;
import dev.hail.protocol.proto.HailProtos.PseudoReplicaProto;
import dev.hail.protocol.proto.HailProtos.RecordFilterRequestProto;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Converts values of the protocol to protobuf messages and back, for both ends of the wire. */
public final class ProtocolMessages {

  private ProtocolMessages() {}

  /** The message of a page. */
  public static GetReplicasResponseProto toProto(ReplicaDirectoryPage page) {
    GetReplicasResponseProto.Builder response =
        GetReplicasResponseProto.newBuilder()
            .setFileBlocks(page.fileBlocks())
            .setComplete(page.complete());
    for (BlockReplicas block : page.blocks()) {
      BlockReplicasProto.Builder replicas =
          BlockReplicasProto.newBuilder().setBlockId(block.blockId());
      for (LocatedReplica located : block.replicas()) {
        replicas.addReplicas(toProto(located));
      }
      for (PseudoReplica pseudo : block.pseudo()) {
        replicas.addPseudo(
            PseudoReplicaProto.newBuilder()
                .setLocated(toProto(pseudo.located()))
                .setToken(pseudo.token()));
      }
      response.addBlocks(replicas);
    }
    return response.build();
  }

  static ReplicaDirectoryPage fromProto(GetReplicasResponseProto response) {
    List<BlockReplicas> blocks = new ArrayList<>(response.getBlocksCount());
    for (BlockReplicasProto block : response.getBlocksList()) {
      List<LocatedReplica> replicas = new ArrayList<>(block.getReplicasCount());
      for (LocatedReplicaProto located : block.getReplicasList()) {
        replicas.add(fromProto(located));
      }
      List<PseudoReplica> pseudo = new ArrayList<>(block.getPseudoCount());
      for (PseudoReplicaProto replica : block.getPseudoList()) {
        pseudo.add(new PseudoReplica(fromProto(replica.getLocated()), replica.getToken()));
      }
      blocks.add(new BlockReplicas(block.getBlockId(), replicas, pseudo));
    }
    return new ReplicaDirectoryPage(blocks, response.getFileBlocks(), response.getComplete());
  }

  private static LocatedReplicaProto toProto(LocatedReplica located) {
    return LocatedReplicaProto.newBuilder()
        .setDatanodeUuid(located.datanodeUuid())
        .setReplica(located.replica().toProto())
        .build();
  }

  private static LocatedReplica fromProto(LocatedReplicaProto located) {
    return new LocatedReplica(
        located.getDatanodeUuid(), ReplicaInfo.fromProto(located.getReplica()));
  }

  static BeginIndexingRequestProto.Builder toProto(Indexing indexing, Indexing.Plan plan) {
    return BeginIndexingRequestProto.newBuilder()
        .addIndexing(indexing.toProto())
        .setBlocks(plan.blocks())
        .setUnindexedBlocks(plan.unindexed())
        .setSlots(plan.slots())
        .setBlocksPerTask(plan.blocksPerTask())
        .setIndexTasks(plan.indexTasks())
        .setRate(plan.rate())
        .setEager(plan.eager())
        .setTarget(plan.target())
        .setSelectivityMax(plan.selectivityMax());
  }

  /** The plan in a message. */
  public static Indexing.Plan planFromProto(BeginIndexingRequestProto request) {
    return new Indexing.Plan(
        request.getBlocks(),
        request.getUnindexedBlocks(),
        request.getSlots(),
        request.getBlocksPerTask(),
        request.hasIndexTasks() ? request.getIndexTasks() : request.getSlots(),
        request.getRate(),
        request.getEager(),
        request.getTarget(),
        request.getSelectivityMax());
  }

  static RecordFilterRequestProto.Builder toProto(FilterReport report) {
    RecordFilterRequestProto.Builder request =
        RecordFilterRequestProto.newBuilder()
            .setPath(report.path())
            .setFilter(report.filter().format())
            .setBegins(report.begins());
    for (FilterReport.Measure measure : report.measures()) {
      request.addMeasures(
          RecordFilterRequestProto.MeasureProto.newBuilder()
              .setAttribute(measure.attribute())
              .setBlocks(measure.blocks())
              .setShare(measure.share()));
    }
    return request;
  }

  /**
   * The report in a message.
   *
   * @throws IllegalArgumentException if the report is inconsistent
   */
  public static FilterReport fromProto(RecordFilterRequestProto request) {
    List<FilterReport.Measure> measures = new ArrayList<>();
    for (RecordFilterRequestProto.MeasureProto measure : request.getMeasuresList()) {
      measures.add(
          new FilterReport.Measure(
              measure.getAttribute(), measure.getBlocks(), measure.getShare()));
    }
    return new FilterReport(
        request.getPath(), FilterShape.parse(request.getFilter()), request.getBegins(), measures);
  }

  /** The message of a file's workload. */
  public static GetWorkloadResponseProto toProto(FileWorkload workload) {
    return GetWorkloadResponseProto.newBuilder()
        .setSchema(workload.schema())
        .setWorkload(workload.workload())
        .build();
  }

  static NoteUseRequestProto.Builder toProto(IndexUseNote note) {
    return NoteUseRequestProto.newBuilder()
        .setPath(note.path())
        .setSortAttribute(note.sortAttribute())
        .setServedBytes(note.servedBytes())
        .setSavedBytes(note.savedBytes())
        .setWantedBytes(note.wantedBytes());
  }

  /**
   * The report of use in a message.
   *
   * @throws IllegalArgumentException if the report is inconsistent
   */
  public static IndexUseNote fromProto(NoteUseRequestProto request) {
    return new IndexUseNote(
        request.getPath(),
        request.getSortAttribute(),
        request.getServedBytes(),
        request.getSavedBytes(),
        request.getWantedBytes());
  }

  /** The message of an answer to a report of use. */
  public static NoteUseResponseProto toProto(IndexUseNote.Answer answer) {
    return NoteUseResponseProto.newBuilder()
        .setRoomBytes(answer.roomBytes())
        .setLeaseMillis(answer.leaseMillis())
        .build();
  }

  static IndexUseNote.Answer fromProto(NoteUseResponseProto response) {
    return new IndexUseNote.Answer(response.getRoomBytes(), response.getLeaseMillis());
  }

  /** The message of the space that pseudo replicas take. */
  public static GetSpaceResponseProto toProto(PseudoSpace space) {
    GetSpaceResponseProto.Builder response =
        GetSpaceResponseProto.newBuilder()
            .setFileUsed(space.fileUsed())
            .setClusterUsed(space.clusterUsed());
    if (space.fileBudget() != Long.MAX_VALUE) {
      response.setFileBudget(space.fileBudget());
    }
    if (space.clusterBudget() != Long.MAX_VALUE) {
      response.setClusterBudget(space.clusterBudget());
    }
    for (PseudoSpace.Index index : space.indexes()) {
      response.addIndexes(
          IndexSpaceProto.newBuilder()
              .setSortAttribute(index.sortAttribute())
              .setReplicas(index.replicas())
              .setBytes(index.bytes())
              .setBenefit(index.benefit())
              .setInUse(index.inUse()));
    }
    return response.build();
  }

  static PseudoSpace fromProto(GetSpaceResponseProto response) {
    List<PseudoSpace.Index> indexes = new ArrayList<>(response.getIndexesCount());
    for (IndexSpaceProto index : response.getIndexesList()) {
      indexes.add(
          new PseudoSpace.Index(
              index.getSortAttribute(),
              index.getReplicas(),
              index.getBytes(),
              index.getBenefit(),
              index.getInUse()));
    }
    return new PseudoSpace(
        response.getFileUsed(),
        response.hasFileBudget() ? response.getFileBudget() : Long.MAX_VALUE,
        response.getClusterUsed(),
        response.hasClusterBudget() ? response.getClusterBudget() : Long.MAX_VALUE,
        indexes);
  }

  /** The message of a status. */
  public static GetStatusResponseProto toProto(ClusterStatus status) {
    GetStatusResponseProto.Builder response =
        GetStatusResponseProto.newBuilder()
            .setHailVersion(status.hailVersion())
            .setFormatVersion(status.formatVersion())
            .setEpoch(status.epoch())
            .setActive(status.active())
            .setLiveDatanodes(status.liveDatanodes())
            .setHailDatanodes(status.hailDatanodes());
    for (DatanodeStatus datanode : status.datanodes()) {
      DatanodeStatusProto.Builder proto =
          DatanodeStatusProto.newBuilder()
              .setDatanodeUuid(datanode.datanodeUuid())
              .setHost(datanode.host())
              .setReported(datanode.reported());
      datanode
          .replicas()
          .forEach(
              (attribute, count) -> proto.addSortAttributes(attribute).addReplicaCounts(count));
      response.addDatanodes(proto);
    }
    return response.build();
  }

  static ClusterStatus fromProto(GetStatusResponseProto response) {
    List<DatanodeStatus> datanodes = new ArrayList<>(response.getDatanodesCount());
    for (DatanodeStatusProto datanode : response.getDatanodesList()) {
      SortedMap<Integer, Long> replicas = new TreeMap<>();
      int pairs = Math.min(datanode.getSortAttributesCount(), datanode.getReplicaCountsCount());
      for (int i = 0; i < pairs; i++) {
        replicas.put(datanode.getSortAttributes(i), datanode.getReplicaCounts(i));
      }
      datanodes.add(
          new DatanodeStatus(
              datanode.getDatanodeUuid(), datanode.getHost(), datanode.getReported(), replicas));
    }
    return new ClusterStatus(
        response.getHailVersion(),
        response.getFormatVersion(),
        response.getEpoch(),
        response.getActive(),
        response.getLiveDatanodes(),
        response.getHailDatanodes(),
        datanodes);
  }

  /** The message of a heartbeat's answer. */
  public static HeartbeatResponseProto toProto(Heartbeat heartbeat) {
    HeartbeatResponseProto.Builder response =
        HeartbeatResponseProto.newBuilder()
            .setEpoch(heartbeat.epoch())
            .setFullReportWanted(heartbeat.fullReportWanted());
    for (long blockId : heartbeat.resortBlockIds()) {
      response.addResortBlockIds(blockId);
    }
    for (long id : heartbeat.droppedPseudoIds()) {
      response.addDroppedPseudoIds(id);
    }
    for (long id : heartbeat.suspectedPseudoIds()) {
      response.addSuspectedPseudoIds(id);
    }
    return response.build();
  }

  static Heartbeat fromProto(HeartbeatResponseProto response) {
    return new Heartbeat(
        response.getEpoch(),
        response.getFullReportWanted(),
        longs(response.getResortBlockIdsList()),
        longs(response.getDroppedPseudoIdsList()),
        longs(response.getSuspectedPseudoIdsList()));
  }

  private static long[] longs(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).toArray();
  }
}
