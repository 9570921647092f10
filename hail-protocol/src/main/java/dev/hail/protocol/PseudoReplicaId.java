// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

/**
 * The key of a pseudo replica: the block whose rows it has, and its order. Datanodes serve the
 * pseudo replica as a block with this id, so that a block token permits access to one block in one
 * order. From the top, the bits are 01, 16 bits of attribute and 46 bits of block.
 *
 * <p>Clusters older than 2013 may have blocks with random ids. A quarter of these look like such a
 * key. The bits alone therefore never prove that an id names a pseudo replica.
 *
 * @param sourceBlockId HDFS id of the block whose rows it has
 * @param sortAttribute position, from 1, of the attribute that the rows are sorted by
 */
public record PseudoReplicaId(long sourceBlockId, int sortAttribute) {
  /**
   * Name of the storage to which writers send pseudo replicas. The datanode chooses the volume. No
   * storage of HDFS has this name, so no ordinary block arrives by it.
   */
  public static final String STORAGE_ID = "hail-pseudo";

  private static final int BLOCK_BITS = 46;
  private static final int ATTRIBUTE_BITS = 16;
  private static final long MARK = 1L << (BLOCK_BITS + ATTRIBUTE_BITS);
  private static final long BLOCK_MASK = (1L << BLOCK_BITS) - 1;
  private static final int ATTRIBUTE_MASK = (1 << ATTRIBUTE_BITS) - 1;

  public PseudoReplicaId {
    if (!isPossible(sourceBlockId, sortAttribute)) {
      throw new IllegalArgumentException(
          "block " + sourceBlockId + " has no pseudo replica by attribute @" + sortAttribute);
    }
  }

  /**
   * Whether a block can have a pseudo replica by an attribute. Sequential block ids, which count up
   * from 2^30, can.
   */
  public static boolean isPossible(long sourceBlockId, int sortAttribute) {
    return sourceBlockId > 0
        && sourceBlockId <= BLOCK_MASK
        && sortAttribute > 0
        && sortAttribute <= ATTRIBUTE_MASK;
  }

  /** The key that the bits of a block id encode; null if they encode none. */
  public static PseudoReplicaId of(long blockId) {
    long source = blockId & BLOCK_MASK;
    int attribute = (int) (blockId >>> BLOCK_BITS) & ATTRIBUTE_MASK;
    boolean marked = blockId >>> (BLOCK_BITS + ATTRIBUTE_BITS) == 1;
    return marked && isPossible(source, attribute) ? new PseudoReplicaId(source, attribute) : null;
  }

  /** The block id under which datanodes serve the pseudo replica. */
  public long blockId() {
    return MARK | (long) sortAttribute << BLOCK_BITS | sourceBlockId;
  }

  @Override
  public String toString() {
    return "pseudo replica of block " + sourceBlockId + " by attribute @" + sortAttribute;
  }
}
