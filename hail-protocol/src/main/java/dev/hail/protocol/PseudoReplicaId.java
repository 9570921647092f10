// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.protocol;

/**
 * The key of a pseudo block replica (thesis, section 3.5.3): whose rows it has, and in which order.
 * Datanodes serve it as a block of this id, so that a block token is permission for just one block
 * and order. The bits are `01`, 16 of the attribute, 46 of the block.
 *
 * <p>Blocks of clusters older than 2013 may have random ids, a quarter of which look like such a
 * key. So the bits alone never tell that an id is one.
 *
 * @param sourceBlockId HDFS id of the block whose rows it has
 * @param sortAttribute position of the attribute that they are sorted by, from 1
 */
public record PseudoReplicaId(long sourceBlockId, int sortAttribute) {
  /**
   * What the storage is called that a pseudo replica is sent to. The datanode chooses the volume;
   * HDFS has no storage of this name, and so no block of HDFS comes in by it.
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

  /** Whether a block can have a pseudo replica by an attribute: its id counts up from 2^30. */
  public static boolean isPossible(long sourceBlockId, int sortAttribute) {
    return sourceBlockId > 0
        && sourceBlockId <= BLOCK_MASK
        && sortAttribute > 0
        && sortAttribute <= ATTRIBUTE_MASK;
  }

  /** The key that the bits of a block id say, null if they say none. */
  public static PseudoReplicaId of(long blockId) {
    long source = blockId & BLOCK_MASK;
    int attribute = (int) (blockId >>> BLOCK_BITS) & ATTRIBUTE_MASK;
    boolean marked = blockId >>> (BLOCK_BITS + ATTRIBUTE_BITS) == 1;
    return marked && isPossible(source, attribute) ? new PseudoReplicaId(source, attribute) : null;
  }

  /** The id as which datanodes serve it. */
  public long blockId() {
    return MARK | (long) sortAttribute << BLOCK_BITS | sourceBlockId;
  }

  @Override
  public String toString() {
    return "pseudo replica of block " + sourceBlockId + " by attribute @" + sortAttribute;
  }
}
