package dev.hail.client.read;

import dev.hail.protocol.LocatedReplica;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * One block of a HAIL file.
 *
 * @param index place in the file, from 0
 * @param located what HDFS knows: id, length, datanodes, access token
 * @param replicas what the replica directory knows of those datanodes' replicas; may lack some or
 *     all, and may be out of date: the header of a replica is what counts
 */
public record HailBlock(int index, LocatedBlock located, List<LocatedReplica> replicas) {
  public HailBlock {
    Objects.requireNonNull(located, "located is null");
    replicas = List.copyOf(replicas);
  }

  /** Id of the block within its block pool. */
  public long id() {
    return located.getBlock().getBlockId();
  }

  /** Bytes of the block, the same for each replica. */
  public long length() {
    return located.getBlockSize();
  }

  /** Byte of the file at which the block starts. */
  public long offset() {
    return located.getStartOffset();
  }

  HailBlock withReplicas(List<LocatedReplica> known) {
    return new HailBlock(index, located, known);
  }

  @Override
  public String toString() {
    return "block " + index + " (" + located.getBlock() + ")";
  }
}
