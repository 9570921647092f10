// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import dev.hail.fault.FaultFiles;
import dev.hail.minicluster.process.JvmProcess;
import dev.hail.minicluster.process.OwnAddress;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.minicluster.process.WallClock;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One client in a process of its own. {@link #kill} may be called by any thread, the rest by the
 * worker it belongs to.
 */
public final class ClientProcess implements AutoCloseable {
  /** No operation may take longer, whatever was killed or paused. */
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  private static final Duration START = Duration.ofMinutes(4);
  private static final int LOOK_MILLIS = 500;

  private final ProcessCluster cluster;
  private final Path directory;
  private final String name;
  private final Place place;
  private volatile JvmProcess process;
  private Socket socket;
  private DataInputStream in;
  private DataOutputStream out;

  /**
   * What a client has for itself.
   *
   * @param host it calls from, or null for that of the machine
   * @param clock its wall clock, or null for that of the machine
   */
  public record Place(String host, WallClock clock) {}

  public ClientProcess(ProcessCluster cluster, Path directory, String name, Place place) {
    this.cluster = cluster;
    this.directory = directory;
    this.name = name;
    this.place = place;
  }

  public String name() {
    return name;
  }

  /** Where it calls from. */
  public String host() {
    return place.host();
  }

  /** Sets its wall clock, which it must have, also for its next lives. */
  public void setClock(Duration ahead) throws IOException {
    place.clock().set(ahead);
  }

  /** Where faults at the steps of uploads are put. */
  public Path faults() {
    return directory.resolve("faults-" + name);
  }

  /** Starts the process unless it runs. */
  public void ensureRunning() throws IOException {
    JvmProcess current = process;
    if (current != null && current.isAlive() && socket != null) {
      return;
    }
    close();
    FaultFiles.disarm(faults());
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(LOOK_MILLIS);
      JvmProcess started =
          JvmProcess.start(
              new JvmProcess.Command(
                  LoadClient.class.getName(),
                  List.of("" + server.getLocalPort(), faults().toString()),
                  options(),
                  cluster.clientDirectory(),
                  directory.resolve(name + ".log"),
                  place.clock() == null ? Map.of() : place.clock().environment()));
      process = started;
      socket = accept(server, started);
      socket.setSoTimeout((int) PATIENCE.toMillis());
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(socket.getOutputStream());
    } catch (SocketTimeoutException killedWhileStarting) {
      close();
      throw new ClientGone(name + " did not start", killedWhileStarting);
    }
  }

  private List<String> options() {
    List<String> options = new ArrayList<>();
    options.add("-Xmx256m");
    options.add("-XX:+UseSerialGC");
    options.add(
        "-Dlog4j.configuration=" + cluster.clientDirectory().resolve("log4j.properties").toUri());
    if (place.host() != null) {
      options.addAll(OwnAddress.options(place.host()));
    }
    return options;
  }

  private static Socket accept(ServerSocket server, JvmProcess client) throws IOException {
    long deadline = System.nanoTime() + START.toNanos();
    while (true) {
      try {
        return server.accept();
      } catch (SocketTimeoutException notYet) {
        if (!client.isAlive() || System.nanoTime() > deadline) {
          throw notYet;
        }
      }
    }
  }

  /** The client ended before it answered: what it was doing may have happened or not. */
  static final class ClientGone extends IOException {
    private static final long serialVersionUID = 1;

    ClientGone(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Has a command run.
   *
   * @return its answer
   * @throws ClientGone if the process ended
   * @throws LoadFailure if it does not answer for very long
   */
  public String call(String command) throws IOException {
    try {
      out.writeUTF(command);
      out.flush();
      return in.readUTF();
    } catch (SocketTimeoutException e) {
      close();
      throw new LoadFailure(
          name + " did not finish within " + PATIENCE.toSeconds() + " s: " + command);
    } catch (EOFException | java.net.SocketException e) {
      close();
      throw new ClientGone(name + " ended during: " + command, e);
    }
  }

  /** Kills the process if there is one. */
  public void kill() {
    JvmProcess current = process;
    if (current != null) {
      current.kill();
    }
  }

  @Override
  public void close() throws IOException {
    if (socket != null) {
      socket.close();
      socket = null;
    }
    JvmProcess current = process;
    if (current != null) {
      current.close();
    }
  }
}
