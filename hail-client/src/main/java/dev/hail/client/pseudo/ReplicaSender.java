// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import dev.hail.client.PathException;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.DataChecksum;

/**
 * Sends the bytes of one replica to one datanode. It uses the protocol by which datanodes copy a
 * finalized replica for a pipeline, which involves no namenode. SASL, encryption and tokens are
 * Hadoop's.
 */
public final class ReplicaSender {
  /** Bytes of data in a packet, about as many as Hadoop's own writers send. */
  private static final int PACKET_BYTES = 64 << 10;

  private static final int CHUNK_BYTES = 512;

  private final DFSClient client;

  /**
   * Makes a sender.
   *
   * @param client closed by its owner, not by this sender
   */
  public ReplicaSender(DFSClient client) {
    this.client = client;
  }

  /**
   * Sends a replica, and waits until the datanode has stored it. The attempt ends if the datanode
   * is silent for the socket timeout of HDFS' clients. Checksums are CRC32C.
   *
   * @param storageId id of the storage that the replica is for
   * @param bytes array that starts with the replica
   * @param length bytes of the replica
   * @throws IOException if the datanode did not store the replica; its log says why
   */
  public void send(
      ExtendedBlock block,
      DatanodeInfo datanode,
      StorageType storageType,
      String storageId,
      Token<BlockTokenIdentifier> token,
      byte[] bytes,
      int length)
      throws IOException {
    // Others read the replica, so the writer's configuration must not choose the checksums.
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, CHUNK_BYTES);
    send(block, datanode, storageType, storageId, token, checksum, bytes, length);
  }

  /**
   * Sends a replica with checksums of the caller's choice, and waits until it is stored.
   *
   * @param checksum type and chunk size; datanodes refuse some
   * @param bytes array that starts with the replica
   * @param length bytes of the replica
   * @throws IOException if the datanode did not store the replica; its log says why
   */
  public void send(
      ExtendedBlock block,
      DatanodeInfo datanode,
      StorageType storageType,
      String storageId,
      Token<BlockTokenIdentifier> token,
      DataChecksum checksum,
      byte[] bytes,
      int length)
      throws IOException {
    try (Peer peer = connect(datanode, token)) {
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(peer.getOutputStream(), 2 * PACKET_BYTES));
      new Sender(out)
          .writeBlock(
              block,
              storageType,
              token,
              client.getClientName(),
              new DatanodeInfo[] {datanode},
              new StorageType[] {storageType},
              null,
              BlockConstructionStage.TRANSFER_FINALIZED,
              0,
              0,
              0,
              0,
              checksum,
              client.getDefaultWriteCachingStrategy(),
              false,
              false,
              new boolean[] {false},
              storageId,
              new String[] {storageId});
      sendPackets(out, checksum, bytes, length);
      BlockOpResponseProto answer =
          BlockOpResponseProto.parseFrom(PBHelperClient.vintPrefixed(peer.getInputStream()));
      if (answer.getStatus() != Status.SUCCESS) {
        throw new IOException(
            "it answered "
                + answer.getStatus()
                + (answer.hasMessage() ? ": " + answer.getMessage() : ""));
      }
    } catch (IOException e) {
      throw new IOException(
          "Datanode "
              + datanode.getXferAddr()
              + " did not take "
              + block
              + ", its log says why ("
              + PathException.firstLine(e)
              + ")",
          e);
    }
  }

  /** Connects as Hadoop's readers do, with the socket timeout for reading and for writing. */
  private Peer connect(DatanodeInfo datanode, Token<BlockTokenIdentifier> token)
      throws IOException {
    boolean viaHostname = client.getConf().isConnectToDnViaHostname();
    return client.newConnectedPeer(
        NetUtils.createSocketAddr(datanode.getXferAddr(viaHostname)), token, datanode);
  }

  private static void sendPackets(
      DataOutputStream out, DataChecksum checksum, byte[] bytes, int length) throws IOException {
    int chunk = checksum.getBytesPerChecksum();
    int packet = Math.max(1, PACKET_BYTES / chunk) * chunk;
    byte[] sums = new byte[checksum.getChecksumSize(packet)];
    long number = 0;
    for (int offset = 0; offset < length; offset += packet) {
      int count = Math.min(packet, length - offset);
      int sumBytes = checksum.getChecksumSize(count);
      checksum.calculateChunkedSums(bytes, offset, count, sums, 0);
      new PacketHeader(Integer.BYTES + sumBytes + count, offset, number++, false, count, false)
          .write(out);
      out.write(sums, 0, sumBytes);
      out.write(bytes, offset, count);
    }
    new PacketHeader(Integer.BYTES, length, number, true, 0, false).write(out);
    out.flush();
  }
}
