// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

import dev.hail.format.block.layout.BlockFront;
import dev.hail.protocol.proto.HailProtos.ReplicaProto;
import java.util.Arrays;
import java.util.Objects;

/**
 * What is known of one replica of a HAIL block: HAILBlockReplicaInfo of the thesis (section 3.3.3).
 * It is a hint for planning; readers trust only the front of the replica itself.
 *
 * @param blockId HDFS block id
 * @param generationStamp generation stamp of the finalized replica
 * @param sortAttribute position, from 1, of the attribute that the rows are sorted by; 0 for upload
 *     order without index
 * @param blockLength bytes of the replica, equal for all replicas of a block
 * @param frontLength bytes of the front, from offset 0
 * @param indexLength bytes used in the index region, 0 without an index
 * @param rowCount rows of the block, without bad records
 * @param formatVersion major version of the block format
 * @param indexAttributes those of the block, positions from 1, in the user's order
 * @param storageId datanode storage (volume) that holds the replica
 */
@SuppressWarnings("ArrayRecordComponent") // cloned in and out, compared by content
public record ReplicaInfo(
    long blockId,
    long generationStamp,
    int sortAttribute,
    long blockLength,
    int frontLength,
    int indexLength,
    int rowCount,
    int formatVersion,
    int[] indexAttributes,
    String storageId) {

  public ReplicaInfo {
    indexAttributes = indexAttributes.clone();
    Objects.requireNonNull(storageId, "storageId");
  }

  @Override
  public int[] indexAttributes() {
    return indexAttributes.clone();
  }

  /** The replica whose front was read from a datanode's storage. */
  public static ReplicaInfo of(
      BlockFront front, long blockId, long generationStamp, String storageId) {
    return new ReplicaInfo(
        blockId,
        generationStamp,
        front.sortAttribute(),
        front.blockLength(),
        front.frontLength(),
        front.indexLength(),
        front.rowCount(),
        front.formatVersion(),
        front.indexAttributes(),
        storageId);
  }

  /** Whether the rows are sorted and indexed. */
  public boolean isIndexed() {
    return sortAttribute != 0;
  }

  /** This replica as a protobuf message. */
  public ReplicaProto toProto() {
    ReplicaProto.Builder proto =
        ReplicaProto.newBuilder()
            .setBlockId(blockId)
            .setGenerationStamp(generationStamp)
            .setSortAttribute(sortAttribute)
            .setBlockLength(blockLength)
            .setFrontLength(frontLength)
            .setIndexLength(indexLength)
            .setRowCount(rowCount)
            .setFormatVersion(formatVersion)
            .setStorageId(storageId);
    for (int attribute : indexAttributes) {
      proto.addIndexAttributes(attribute);
    }
    return proto.build();
  }

  /** The replica in a protobuf message. */
  public static ReplicaInfo fromProto(ReplicaProto proto) {
    return new ReplicaInfo(
        proto.getBlockId(),
        proto.getGenerationStamp(),
        proto.getSortAttribute(),
        proto.getBlockLength(),
        proto.getFrontLength(),
        proto.getIndexLength(),
        proto.getRowCount(),
        proto.getFormatVersion(),
        proto.getIndexAttributesList().stream().mapToInt(Integer::intValue).toArray(),
        proto.getStorageId());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReplicaInfo that
        && blockId == that.blockId
        && generationStamp == that.generationStamp
        && sortAttribute == that.sortAttribute
        && blockLength == that.blockLength
        && frontLength == that.frontLength
        && indexLength == that.indexLength
        && rowCount == that.rowCount
        && formatVersion == that.formatVersion
        && Arrays.equals(indexAttributes, that.indexAttributes)
        && storageId.equals(that.storageId);
  }

  @Override
  public int hashCode() {
    return Objects.hash(blockId, generationStamp, sortAttribute, storageId);
  }

  @Override
  public String toString() {
    return "replica of block "
        + blockId
        + "_"
        + generationStamp
        + " on storage "
        + storageId
        + ": sort attribute "
        + sortAttribute
        + " of "
        + Arrays.toString(indexAttributes)
        + ", "
        + blockLength
        + " bytes, "
        + rowCount
        + " rows";
  }
}
