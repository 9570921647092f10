// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import dev.hail.minicluster.ConnectionThread;
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
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * A port of the loopback interface that leads to another one, until it is told to swallow what
 * comes: connections that are there stay without an answer, new ones get none, as behind a firewall
 * that drops packets.
 */
final class PortGate implements AutoCloseable {
  /** How a port that does not answer treats new connections. */
  enum Silence {
    /** They are made, and nothing comes back. */
    ACCEPTS,
    /** They are not even made: the queue of the port is full. */
    DROPS
  }

  private static final int CONNECT_MILLIS = 200;

  private final ServerSocket server;
  private final Supplier<InetSocketAddress> target;
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private Silence silence;
  private boolean closed;

  /**
   * Takes a free port.
   *
   * @param target where it leads, asked when there is a connection
   */
  PortGate(Supplier<InetSocketAddress> target) throws IOException {
    this.server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    this.target = target;
    ConnectionThread.start("port gate", this::accept);
  }

  /** Host and port to connect to. */
  String address() {
    return "localhost:" + server.getLocalPort();
  }

  /** Answers nothing from now on, not even on connections that are there. */
  void silence(Silence how) throws IOException {
    synchronized (this) {
      silence = how;
    }
    if (how == Silence.DROPS) {
      fillQueue();
    }
  }

  private void fillQueue() throws IOException {
    List<Socket> waiting = new ArrayList<>();
    try {
      while (waiting.size() < 50) {
        Socket socket = new Socket();
        waiting.add(socket);
        socket.connect(server.getLocalSocketAddress(), CONNECT_MILLIS);
      }
      throw new AssertionError("The queue of " + server + " does not fill up");
    } catch (SocketTimeoutException full) {
      open.addAll(waiting);
    }
  }

  /** Leads on again; connections that were silenced are closed. */
  void heal() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    open.clear();
    synchronized (this) {
      silence = null;
      notifyAll();
    }
  }

  private synchronized void awaitTurn() throws InterruptedException {
    while (silence == Silence.DROPS && !closed) {
      wait();
    }
  }

  private synchronized void awaitVoice() throws InterruptedException {
    while (silence != null && !closed) {
      wait();
    }
  }

  private void accept() throws IOException, InterruptedException {
    while (true) {
      awaitTurn();
      Socket near = server.accept();
      open.add(near);
      ConnectionThread.start("port gate", () -> lead(near));
    }
  }

  private void lead(Socket near) throws IOException, InterruptedException {
    awaitVoice();
    try (near;
        Socket far = new Socket()) {
      far.connect(target.get());
      open.add(far);
      ConnectionThread.start("port gate", () -> copy(far, near));
      copy(near, far);
    }
  }

  private void copy(Socket from, Socket to) throws IOException, InterruptedException {
    InputStream in = from.getInputStream();
    OutputStream out = to.getOutputStream();
    byte[] bytes = new byte[8192];
    int count = in.read(bytes);
    while (count >= 0) {
      awaitVoice();
      out.write(bytes, 0, count);
      count = in.read(bytes);
    }
    to.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    server.close();
    heal();
    synchronized (this) {
      closed = true;
      notifyAll();
    }
  }
}
