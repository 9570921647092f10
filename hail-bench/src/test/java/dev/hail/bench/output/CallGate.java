// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.output;

import dev.hail.minicluster.ConnectionThread;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.apache.hadoop.ipc.protobuf.ProtobufRpcEngine2Protos.RequestHeaderProto;
import org.apache.hadoop.ipc.protobuf.RpcHeaderProtos.RpcRequestHeaderProto;

/**
 * A port that leads to a namenode. It stops one call before the namenode sees it, and all calls
 * that come later.
 */
final class CallGate implements AutoCloseable {
  /** "hrpc", version, class of service, authentication. */
  private static final int CONNECTION_HEADER = 7;

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final InetSocketAddress namenode;
  private final Predicate<String> stops;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final CompletableFuture<String> stopped = new CompletableFuture<>();

  /**
   * Takes a free port.
   *
   * @param stops told the method of each call in turn; true stops the call, and nothing is asked
   *     after that
   */
  CallGate(InetSocketAddress namenode, Predicate<String> stops) throws IOException {
    this.namenode = namenode;
    this.stops = stops;
    ConnectionThread.start("call gate", this::accept);
  }

  /** Host and port to connect to. */
  String address() {
    return "localhost:" + server.getLocalPort();
  }

  /** The method of the call that was stopped, once it is. */
  Future<String> stopped() {
    return stopped;
  }

  private void accept() throws IOException {
    while (!server.isClosed()) {
      Socket client = server.accept();
      Socket far = new Socket();
      far.connect(namenode);
      open.addAll(List.of(client, far));
      ConnectionThread.start(
          "call gate", () -> far.getInputStream().transferTo(client.getOutputStream()));
      ConnectionThread.start(
          "call gate", () -> lead(client.getInputStream(), far.getOutputStream()));
    }
  }

  private void lead(InputStream client, OutputStream far) throws IOException {
    DataInputStream in = new DataInputStream(client);
    DataOutputStream out = new DataOutputStream(far);
    out.write(in.readNBytes(CONNECTION_HEADER));
    while (true) {
      byte[] frame = new byte[in.readInt()];
      in.readFully(frame);
      if (isStopped(method(frame))) {
        return;
      }
      out.writeInt(frame.length);
      out.write(frame);
      out.flush();
    }
  }

  /** Returns the method of a call; empty for what clients say about their connection. */
  private static String method(byte[] frame) throws IOException {
    InputStream in = new ByteArrayInputStream(frame);
    return RpcRequestHeaderProto.parseDelimitedFrom(in).getCallId() < 0
        ? ""
        : RequestHeaderProto.parseDelimitedFrom(in).getMethodName();
  }

  private synchronized boolean isStopped(String method) {
    if (stopped.isDone() || (!method.isEmpty() && stops.test(method))) {
      stopped.complete(method);
    }
    return stopped.isDone();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
