package dev.hail.client.read;

import dev.hail.format.predicate.IndexFit;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * A replica that could answer a predicate.
 *
 * @param node datanode that holds it
 * @param sortAttribute attribute it is sorted by, from 1; 0 for upload order; {@link #UNKNOWN} if
 *     the replica directory did not tell
 * @param fit how well its index serves the predicate
 */
public record Candidate(DatanodeInfo node, int sortAttribute, IndexFit fit) {
  /** Sort attribute of a replica the directory knows nothing about. */
  public static final int UNKNOWN = -1;

  @Override
  public String toString() {
    String order = sortAttribute == UNKNOWN ? "unknown order" : "sorted by @" + sortAttribute;
    return node + " (" + (sortAttribute == 0 ? "unsorted" : order) + ")";
  }
}
