// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.minicluster.ConnectionThread;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.datatransfer.PacketHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Who sends or takes a pseudo replica ends before it is there. */
final class PseudoWriteDeathTest {
  private static final int VISITS = 2;
  private static final int REVENUE = 4;
  private static final int PACKET = 64 << 10;
  private static final int CHUNK = 512;

  private static HeldWrites writes;

  @BeforeAll
  static void start() throws Exception {
    writes = HeldWrites.start(new Configuration());
  }

  @AfterAll
  static void stop() {
    if (writes != null) {
      writes.close();
    }
  }

  private static byte[] sorted(byte[] block, int attribute) throws IOException {
    return BlockSorter.sort(block, block.length, attribute);
  }

  @Test
  void writer_dyingAtAnyPacket_leavesNothing() throws Exception {
    byte[] block = TestBlocks.block(61, 8_000, 1, 3);
    Path path = writes.write(block);
    SentReplica replica = new SentReplica(writes.cluster(), path, VISITS, 0);
    byte[] sorted = sorted(block, VISITS);
    long reserved = SentReplica.reserved(replica.datanode());
    try (CutLine line = new CutLine(replica.datanode().getXferAddress())) {
      SentReplica other = new SentReplica(writes.cluster(), path, REVENUE, 0);
      other.sendBy(line.port(Long.MAX_VALUE), sorted(block, REVENUE));
      assertThat(other.isServed()).isTrue();
      List<Long> cuts = cuts(line.carried(), block.length);
      assertThat(cuts).hasSizeGreaterThan(10).isSorted();
      for (long cut : cuts) {
        // The thread of the writer before may still have to let go of the replica.
        Waiting.until(
            "the datanode takes it",
            () -> {
              assertThatThrownBy(() -> replica.sendBy(line.port(cut), sorted))
                  .as("%s of %s bytes", cut, cuts)
                  .isInstanceOf(IOException.class);
              return line.carried() == cut;
            });
        Waiting.until("its bytes are gone", () -> replica.files().isEmpty());
        Waiting.until(
            "its space is free", () -> SentReplica.reserved(replica.datanode()) == reserved);
        assertThat(replica.isServed()).isFalse();
      }
      replica.sendBy(line.port(Long.MAX_VALUE), sorted);
    }
    assertThat(replica.read()).isEqualTo(sorted);
  }

  /** In the request, before each packet, in the middle of each, and before the very last byte. */
  private static List<Long> cuts(long all, int length) {
    List<Integer> packets = new ArrayList<>();
    for (int offset = 0; offset < length; offset += PACKET) {
      packets.add(packetBytes(offset, Math.min(PACKET, length - offset)));
    }
    packets.add(packetBytes(length, 0));
    long position = all - packets.stream().mapToLong(Integer::longValue).sum();
    List<Long> cuts = new ArrayList<>(List.of(1L, position / 2));
    for (int packet : packets) {
      cuts.add(position);
      cuts.add(position + packet / 2);
      position += packet;
    }
    cuts.add(all - 1);
    return cuts;
  }

  private static int packetBytes(int offset, int count) {
    int sums = (count + CHUNK - 1) / CHUNK * Integer.BYTES;
    int length = Integer.BYTES + sums + count;
    PacketHeader header = new PacketHeader(length, offset, 1, count == 0, count, false);
    return header.getSerializedSize() + sums + count;
  }

  /** As one that was sent SIGSTOP: its kernel takes what fits into the socket, and no more. */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
  void datanode_takingNothing_holdsNoWriter() throws Exception {
    Path path = writes.write(TestBlocks.block(63, 100, 1, 3));
    Configuration conf = new Configuration(writes.cluster().configuration());
    conf.set(HdfsClientConfigKeys.DFS_CLIENT_SOCKET_TIMEOUT_KEY, "1000");
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        FileSystem fs = FileSystem.newInstance(writes.cluster().uri(), conf)) {
      SentReplica replica = new SentReplica(writes.cluster(), path, VISITS, 0);
      assertThatThrownBy(
              () ->
                  replica.sendBy(
                      silent.getLocalPort(),
                      new byte[64 << 20],
                      ((DistributedFileSystem) fs).getClient()))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("did not take")
          .hasRootCauseInstanceOf(SocketTimeoutException.class);
    }
  }

  @Test
  void datanode_stoppingInMidCheck_leavesNothing() throws Exception {
    byte[] block = TestBlocks.block(62, 2_000, 1, 3);
    Path path = writes.write(block);
    SentReplica replica = new SentReplica(writes.cluster(), path, VISITS, 0);
    HailMiniCluster.StoppedDataNode stopped;
    try (HoldingDatasetFactory.Hold hold =
        HoldingDatasetFactory.hold(true, ReplicaStep.VERIFY_PSEUDO)) {
      Future<?> sent = writes.send(replica, sorted(block, VISITS));
      hold.awaitReached();
      assertThat(replica.files()).hasSize(2);
      stopped = writes.cluster().stopDataNode(0);
      assertThatThrownBy(() -> sent.get(5, TimeUnit.MINUTES))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IOException.class);
      // Not only at the next start: the thread was interrupted, and has not been let go.
      Waiting.until("its bytes are gone", () -> replica.filesAnywhere().isEmpty());
    }
    writes.cluster().startDataNode(stopped);
    writes.cluster().awaitHail();
    TestBlocks.awaitReplication(writes.cluster(), path, 1);
    SentReplica again = new SentReplica(writes.cluster(), path, VISITS, 0);
    assertThat(again.isServed()).isFalse();
    again.send(sorted(block, VISITS));
    assertThat(again.read()).isEqualTo(sorted(block, VISITS));
  }

  /** A port that leads to a datanode, over which so many bytes come there and no more. */
  private static final class CutLine implements AutoCloseable {
    private final ServerSocket server;
    private final InetSocketAddress target;
    private long most;
    private long carried;

    CutLine(InetSocketAddress target) throws IOException {
      this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      this.target = target;
      ConnectionThread.start("cut line", this::accept);
    }

    /** The port, for a writer whose bytes are lost behind so many. */
    synchronized int port(long bytes) {
      most = bytes;
      carried = 0;
      return server.getLocalPort();
    }

    /** Bytes of the last writer that got through. */
    synchronized long carried() {
      return carried;
    }

    private void accept() throws IOException {
      while (true) {
        Socket writer = server.accept();
        Socket datanode = new Socket();
        datanode.connect(target);
        ConnectionThread.start("cut line", () -> answers(datanode, writer));
        ConnectionThread.start("cut line", () -> requests(writer, datanode));
      }
    }

    private static void answers(Socket datanode, Socket writer) throws IOException {
      try (datanode;
          writer) {
        datanode.getInputStream().transferTo(writer.getOutputStream());
      }
    }

    private void requests(Socket writer, Socket datanode) throws IOException {
      try (writer;
          datanode) {
        InputStream in = writer.getInputStream();
        OutputStream out = datanode.getOutputStream();
        byte[] bytes = new byte[8192];
        int count = in.read(bytes, 0, share(bytes.length));
        while (count > 0) {
          out.write(bytes, 0, count);
          count(count);
          count = in.read(bytes, 0, share(bytes.length));
        }
      }
    }

    private synchronized int share(int bytes) {
      return (int) Math.min(bytes, most - carried);
    }

    private synchronized void count(int bytes) {
      carried += bytes;
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }
}
