// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import dev.hail.client.BlockTokens;
import dev.hail.client.HdfsPath;
import dev.hail.client.read.HailFile;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.schema.Schema;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.IndexGrant;
import dev.hail.protocol.IndexRequest;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.step.PseudoStep;
import dev.hail.step.StepListener;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;

/**
 * Writes pseudo replicas (thesis, section 3.5.3: the IndexWriter). It asks the namenode for a
 * datanode that holds the block, and sends the sorted block there. Not thread-safe.
 */
public final class PseudoWriter implements Closeable {
  private final HdfsPath file;
  private final HailClientProtocol directory;
  private final String host;
  private final StepListener<PseudoStep> steps;

  /**
   * Makes a writer of pseudo replicas of a file.
   *
   * @param host name of this host as HDFS knows it; empty if it has no datanode
   */
  PseudoWriter(Configuration conf, HailFile file, String host) throws IOException {
    this(conf, file.location(), file.blockPoolId(), host, StepListener.none());
  }

  /**
   * Makes a writer of pseudo replicas on one file system.
   *
   * @param file any file of that file system
   * @param host name of this host as HDFS knows it; empty if it has no datanode
   */
  public PseudoWriter(Configuration conf, HdfsPath file, String host) throws IOException {
    this(conf, file, host, StepListener.none());
  }

  /**
   * Makes a writer of pseudo replicas on one file system.
   *
   * @param file any file of that file system
   * @param host name of this host as HDFS knows it; empty if it has no datanode
   * @param steps hears of {@link PseudoStep#GRANT} and {@link PseudoStep#SEND}
   */
  public PseudoWriter(
      Configuration conf, HdfsPath file, String host, StepListener<PseudoStep> steps)
      throws IOException {
    this(conf, file, file.blockPoolId(), host, steps);
  }

  private PseudoWriter(
      Configuration conf,
      HdfsPath file,
      String blockPoolId,
      String host,
      StepListener<PseudoStep> steps)
      throws IOException {
    this.file = file;
    this.directory = HailProxies.clientProxy(conf, file.fileSystem().getUri(), blockPoolId);
    this.host = host;
    this.steps = steps;
  }

  /**
   * Stores one pseudo replica, unless the block already has one in this order. A datanode refuses
   * it if its disks are full or it just lost the block; then another datanode is tried. If all
   * refuse, nothing of the replica remains.
   *
   * @param sorted array that starts with the sorted block
   * @param length bytes of the sorted block
   * @param source absolute path of the block's file, without scheme and authority
   * @return a grant; {@link IndexGrant#isGranted} is false if such a replica already existed
   * @throws NoRoomException if the budget of pseudo replicas has no room
   * @throws NoPlaceException if no datanode took it
   * @throws IOException if the namenode knows no place for it
   */
  public IndexGrant write(byte[] sorted, int length, String source, BlockOrder order)
      throws IOException {
    List<String> refusedBy = new ArrayList<>();
    IndexGrant grant = grant(source, order, refusedBy);
    while (grant.isGranted()) {
      steps.before(PseudoStep.SEND);
      IOException refusal = send(grant.target(), sorted, length, order);
      if (refusal == null) {
        steps.after(PseudoStep.SEND);
        return grant;
      }
      refusedBy.add(grant.target().datanodeUuid());
      grant = another(source, order, refusedBy, refusal).after(grant.evicted());
    }
    if (grant.fullBudget() != null) {
      Schema schema = BlockFront.parse(sorted, length).schema();
      throw new NoRoomException(
          source, schema.attribute(order.sortAttribute()).name(), grant.fullBudget());
    }
    return grant;
  }

  private IndexGrant grant(String source, BlockOrder order, List<String> refusedBy)
      throws IOException {
    IndexRequest request =
        new IndexRequest(
            source,
            order.blockId(),
            order.generationStamp(),
            order.sortAttribute(),
            host,
            refusedBy);
    steps.before(PseudoStep.GRANT);
    IndexGrant grant = directory.grantIndex(request);
    steps.after(PseudoStep.GRANT);
    return grant;
  }

  /**
   * Asks the namenode again. The last datanode may have refused because another writer stored the
   * replica first; then the namenode grants nothing.
   */
  private IndexGrant another(
      String source, BlockOrder order, List<String> refusedBy, IOException refusal)
      throws IOException {
    try {
      return grant(source, order, refusedBy);
    } catch (IOException e) {
      // The refusal explains more than the namenode's answer that there is no other datanode.
      NoPlaceException nowhere = new NoPlaceException(refusal);
      nowhere.addSuppressed(e);
      throw nowhere;
    }
  }

  /** Returns why the datanode refused the replica; null if it took it. */
  private IOException send(IndexGrant.Target target, byte[] sorted, int length, BlockOrder order)
      throws IOException {
    PseudoReplicaId key = new PseudoReplicaId(order.blockId(), order.sortAttribute());
    ReplicaSender sender = new ReplicaSender(file.fileSystem().getClient());
    try {
      sender.send(
          new ExtendedBlock(target.blockPoolId(), key.blockId(), length, order.generationStamp()),
          datanode(target),
          StorageType.DISK,
          PseudoReplicaId.STORAGE_ID,
          BlockTokens.parse(target.token()),
          sorted,
          length);
      return null;
    } catch (IOException e) {
      return e;
    }
  }

  private static DatanodeInfo datanode(IndexGrant.Target target) {
    return new DatanodeInfo.DatanodeInfoBuilder()
        .setNodeID(
            new DatanodeID(
                target.ipAddress(), target.host(), target.datanodeUuid(), target.port(), 0, 0, 0))
        .build();
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
