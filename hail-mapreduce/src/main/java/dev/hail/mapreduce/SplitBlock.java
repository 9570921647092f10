package dev.hail.mapreduce;

import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.ReplicaInfo;
import dev.hail.protocol.proto.HailProtos.ReplicaProto;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.WritableUtils;

/**
 * One block of a split.
 *
 * @param path file the block belongs to, with scheme and authority
 * @param index number of the block in its file, from 0
 * @param blockId HDFS block id
 * @param generationStamp generation stamp when the job was planned
 * @param offset position of the block in its file, in bytes
 * @param length bytes of the block
 * @param plannedDatanode uuid of the datanode whose replica the planner chose; empty if none is
 *     alive
 * @param replicas what the replica directory knew of the block; empty if it knew nothing
 */
public record SplitBlock(
    String path,
    int index,
    long blockId,
    long generationStamp,
    long offset,
    long length,
    String plannedDatanode,
    List<LocatedReplica> replicas) {

  public SplitBlock {
    replicas = List.copyOf(replicas);
  }

  /**
   * Attribute the planned replica is sorted by, counted from 1; 0 if it is in upload order or
   * nothing is known of it.
   */
  public int plannedSortAttribute() {
    for (LocatedReplica replica : replicas) {
      if (replica.datanodeUuid().equals(plannedDatanode)) {
        return replica.replica().sortAttribute();
      }
    }
    return 0;
  }

  SplitBlock plannedOn(String datanodeUuid) {
    return new SplitBlock(
        path, index, blockId, generationStamp, offset, length, datanodeUuid, replicas);
  }

  /** Writes all but the path, which neighbouring blocks share. */
  void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, index);
    out.writeLong(blockId);
    out.writeLong(generationStamp);
    WritableUtils.writeVLong(out, offset);
    WritableUtils.writeVLong(out, length);
    WritableUtils.writeString(out, plannedDatanode);
    WritableUtils.writeVInt(out, replicas.size());
    for (LocatedReplica replica : replicas) {
      WritableUtils.writeString(out, replica.datanodeUuid());
      byte[] message = replica.replica().toProto().toByteArray();
      WritableUtils.writeVInt(out, message.length);
      out.write(message);
    }
  }

  static SplitBlock read(String path, DataInput in) throws IOException {
    int index = WritableUtils.readVInt(in);
    long blockId = in.readLong();
    long generationStamp = in.readLong();
    long offset = WritableUtils.readVLong(in);
    long length = WritableUtils.readVLong(in);
    String plannedDatanode = WritableUtils.readString(in);
    int count = WritableUtils.readVInt(in);
    List<LocatedReplica> replicas = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      String datanodeUuid = WritableUtils.readString(in);
      byte[] message = new byte[WritableUtils.readVInt(in)];
      in.readFully(message);
      replicas.add(
          new LocatedReplica(datanodeUuid, ReplicaInfo.fromProto(ReplicaProto.parseFrom(message))));
    }
    return new SplitBlock(
        path, index, blockId, generationStamp, offset, length, plannedDatanode, replicas);
  }
}
