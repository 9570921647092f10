// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.ReplicaInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.io.WritableUtils;

/**
 * One block of a split.
 *
 * @param file file the block belongs to
 * @param index number of the block in its file, from 0
 * @param blockId HDFS block id
 * @param generationStamp generation stamp when the job was planned
 * @param offset position of the block in its file, in bytes
 * @param length bytes of the block
 * @param plannedDatanode uuid of the datanode whose replica the planner chose; empty if none is
 *     alive
 * @param replicas replicas that the replica directory listed; empty if it knew none
 * @param pseudo known pseudo replicas
 * @param indexBy attribute, from 1, by which the task indexes the block; 0 to leave it unindexed
 * @param glued whether blocks of the file share HDFS blocks; then {@code blockId} is the first HDFS
 *     block that holds bytes of this one
 */
public record SplitBlock(
    SplitFile file,
    int index,
    long blockId,
    long generationStamp,
    long offset,
    long length,
    String plannedDatanode,
    List<LocatedReplica> replicas,
    List<PseudoReplica> pseudo,
    int indexBy,
    boolean glued) {

  public SplitBlock {
    replicas = List.copyOf(replicas);
    pseudo = List.copyOf(pseudo);
  }

  /**
   * Returns the attribute, from 1, by which the planned replica is sorted; 0 if it is in upload
   * order or unknown.
   */
  public int plannedSortAttribute() {
    for (LocatedReplica replica : replicas) {
      if (replica.datanodeUuid().equals(plannedDatanode)) {
        return replica.replica().sortAttribute();
      }
    }
    return 0;
  }

  /** Returns the path of the block's file, with scheme and authority. */
  public String path() {
    return file.path();
  }

  SplitBlock plannedOn(String datanode) {
    return with(file, datanode, indexBy);
  }

  /** Returns a copy that counts for the job, which indexes the file by an attribute. */
  SplitBlock countedFor(String job, int attribute) {
    return with(file.countedFor(job, attribute), plannedDatanode, indexBy);
  }

  /** Returns a copy to be indexed by an attribute. */
  SplitBlock indexedBy(int attribute) {
    return with(file, plannedDatanode, attribute);
  }

  private SplitBlock with(SplitFile otherFile, String otherDatanode, int otherIndexBy) {
    return new SplitBlock(
        otherFile,
        index,
        blockId,
        generationStamp,
        offset,
        length,
        otherDatanode,
        replicas,
        pseudo,
        otherIndexBy,
        glued);
  }

  /** Writes all fields but the file, which neighbouring blocks share. */
  void write(DataOutput out) throws IOException {
    WritableUtils.writeVInt(out, index);
    out.writeLong(blockId);
    out.writeLong(generationStamp);
    WritableUtils.writeVLong(out, offset);
    WritableUtils.writeVLong(out, length);
    WritableUtils.writeString(out, plannedDatanode);
    WritableUtils.writeVInt(out, replicas.size());
    for (LocatedReplica replica : replicas) {
      write(replica, out);
    }
    WritableUtils.writeVInt(out, pseudo.size());
    for (PseudoReplica replica : pseudo) {
      write(replica.located(), out);
      WritableUtils.writeString(out, replica.token());
    }
    WritableUtils.writeVInt(out, indexBy);
    out.writeBoolean(glued);
  }

  private static void write(LocatedReplica replica, DataOutput out) throws IOException {
    WritableUtils.writeString(out, replica.datanodeUuid());
    write(replica.replica(), out);
  }

  private static LocatedReplica readLocated(DataInput in) throws IOException {
    String datanodeUuid = WritableUtils.readString(in);
    return new LocatedReplica(datanodeUuid, readReplica(in));
  }

  /** Writes field by field, so that tasks need not load the classes of the directory's protocol. */
  private static void write(ReplicaInfo replica, DataOutput out) throws IOException {
    out.writeLong(replica.blockId());
    out.writeLong(replica.generationStamp());
    WritableUtils.writeVInt(out, replica.sortAttribute());
    WritableUtils.writeVLong(out, replica.blockLength());
    WritableUtils.writeVInt(out, replica.frontLength());
    WritableUtils.writeVInt(out, replica.indexLength());
    WritableUtils.writeVInt(out, replica.rowCount());
    WritableUtils.writeVInt(out, replica.formatVersion());
    int[] attributes = replica.indexAttributes();
    WritableUtils.writeVInt(out, attributes.length);
    for (int attribute : attributes) {
      WritableUtils.writeVInt(out, attribute);
    }
    WritableUtils.writeString(out, replica.storageId());
  }

  private static ReplicaInfo readReplica(DataInput in) throws IOException {
    long blockId = in.readLong();
    long generationStamp = in.readLong();
    int sortAttribute = WritableUtils.readVInt(in);
    long blockLength = WritableUtils.readVLong(in);
    int frontLength = WritableUtils.readVInt(in);
    int indexLength = WritableUtils.readVInt(in);
    int rowCount = WritableUtils.readVInt(in);
    int formatVersion = WritableUtils.readVInt(in);
    int[] attributes = new int[WritableUtils.readVInt(in)];
    for (int i = 0; i < attributes.length; i++) {
      attributes[i] = WritableUtils.readVInt(in);
    }
    return new ReplicaInfo(
        blockId,
        generationStamp,
        sortAttribute,
        blockLength,
        frontLength,
        indexLength,
        rowCount,
        formatVersion,
        attributes,
        WritableUtils.readString(in));
  }

  static SplitBlock read(SplitFile file, DataInput in) throws IOException {
    int index = WritableUtils.readVInt(in);
    long blockId = in.readLong();
    long generationStamp = in.readLong();
    long offset = WritableUtils.readVLong(in);
    long length = WritableUtils.readVLong(in);
    String plannedDatanode = WritableUtils.readString(in);
    int count = WritableUtils.readVInt(in);
    List<LocatedReplica> replicas = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      replicas.add(readLocated(in));
    }
    int pseudoCount = WritableUtils.readVInt(in);
    List<PseudoReplica> pseudo = new ArrayList<>(pseudoCount);
    for (int i = 0; i < pseudoCount; i++) {
      LocatedReplica located = readLocated(in);
      pseudo.add(new PseudoReplica(located, WritableUtils.readString(in)));
    }
    int indexBy = WritableUtils.readVInt(in);
    boolean glued = in.readBoolean();
    return new SplitBlock(
        file,
        index,
        blockId,
        generationStamp,
        offset,
        length,
        plannedDatanode,
        replicas,
        pseudo,
        indexBy,
        glued);
  }
}
