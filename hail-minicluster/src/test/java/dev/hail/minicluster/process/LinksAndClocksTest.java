// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.hail.minicluster.Waiting;
import dev.hail.minicluster.process.Firewall.Link;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the crash test cuts links and sets clocks with, tried on processes that do nothing else. */
class LinksAndClocksTest {
  private static final int SOON_MILLIS = 1_000;
  private static final int LATE_MILLIS = 240_000;

  @Test
  @Tag("nightly")
  void bytes_sentOverCutLink_vanishUntilItIsHealed() throws Exception {
    Hosts hosts = Hosts.ofTheirOwn();
    Link forth = new Link(hosts.client(0), hosts.dataNode(0));
    Link back = new Link(hosts.dataNode(0), hosts.client(0));
    try (Firewall firewall = firewall();
        ServerSocket server = listen(hosts.dataNode(0));
        Socket client = connect(hosts.client(0), server);
        Socket served = server.accept()) {
      client.setSoTimeout(SOON_MILLIS);
      served.setSoTimeout(SOON_MILLIS);
      served.getOutputStream().write(1);
      assertThat(client.getInputStream().read()).isEqualTo(1);

      firewall.cut(Set.of(forth, back));
      served.getOutputStream().write(2);
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      assertThatThrownBy(() -> connect(hosts.client(0), server))
          .isInstanceOf(SocketTimeoutException.class);
      try (Socket other = connect(hosts.client(1), server)) {
        assertThat(other.isConnected()).isTrue();
      }

      firewall.cut(Set.of(forth));
      client.setSoTimeout(LATE_MILLIS);
      assertThat(client.getInputStream().read()).isEqualTo(2);
      client.getOutputStream().write(3);
      assertThatThrownBy(() -> served.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);

      firewall.heal();
      served.setSoTimeout(LATE_MILLIS);
      assertThat(served.getInputStream().read()).isEqualTo(3);
    }
  }

  @Test
  @Tag("nightly")
  void linkCut_afterFirewallIsClosed_isGone() throws Exception {
    Hosts hosts = Hosts.ofTheirOwn();
    try (ServerSocket server = listen(hosts.dataNode(0))) {
      try (Firewall firewall = firewall()) {
        firewall.cut(Set.of(new Link(hosts.client(0), hosts.dataNode(0))));
        assertThatThrownBy(() -> connect(hosts.client(0), server))
            .isInstanceOf(SocketTimeoutException.class);
      }
      try (Socket client = connect(hosts.client(0), server)) {
        assertThat(client.isConnected()).isTrue();
      }
    }
  }

  @Test
  void process_callingAnother_usesItsOwnAddress(@TempDir Path folder) throws Exception {
    Hosts hosts = Hosts.ofTheirOwn();
    try (ServerSocket server = listen(hosts.nameNode(0));
        JvmProcess caller =
            start(
                folder.resolve("caller.log"),
                Caller.class,
                List.of(hosts.nameNode(0), "" + server.getLocalPort()),
                OwnAddress.options(hosts.client(7)),
                Map.of())) {
      server.setSoTimeout(LATE_MILLIS);
      try (Socket served = server.accept()) {
        assertThat(served.getInetAddress().getHostAddress()).isEqualTo(hosts.client(7));
      }
      assertThat(caller.await(Duration.ofMillis(LATE_MILLIS))).isZero();
    }
  }

  @Test
  void wallClock_ofOneProcess_isSetAndNothingElseChanges(@TempDir Path folder) throws Exception {
    WallClock clock = clock(folder.resolve("clock"));
    Path times = folder.resolve("times");
    long pid;
    try (JvmProcess teller =
        start(
            folder.resolve("teller.log"),
            Teller.class,
            List.of(times.toString()),
            List.of(),
            clock.environment())) {
      pid = teller.pid();
      Waiting.until("the right time", () -> secondsAhead(times) == 0);
      for (int hours : new int[] {1, -1, 0}) {
        clock.set(Duration.ofHours(hours));
        Waiting.until(hours + " hours ahead", () -> secondsAhead(times) == hours * 3600L);
      }
      assertThat(teller.isAlive()).isTrue();
      assertThat(Files.readAllLines(times).get(1))
          .as("steps of the monotonic clock")
          .isEqualTo("0");
    }
    assertThat(Path.of("/dev/shm/faketime_shm_" + pid)).doesNotExist();
    assertThat(Path.of("/dev/shm/sem.faketime_sem_" + pid)).doesNotExist();
  }

  /** Rounded to minutes, as the two processes do not look at the same moment. */
  private static long secondsAhead(Path times) throws IOException {
    if (!Files.exists(times)) {
      return Long.MIN_VALUE;
    }
    long there = Long.parseLong(Files.readAllLines(times).get(0));
    return Math.round((there - System.currentTimeMillis()) / 60_000.0) * 60;
  }

  private static Firewall firewall() {
    try {
      return Firewall.open();
    } catch (IOException e) {
      return abort(e.getMessage());
    }
  }

  private static WallClock clock(Path setting) {
    try {
      return WallClock.create(setting);
    } catch (IOException e) {
      return abort(e.getMessage());
    }
  }

  private static ServerSocket listen(String host) throws IOException {
    ServerSocket server = new ServerSocket();
    server.bind(new InetSocketAddress(host, 0));
    return server;
  }

  private static Socket connect(String from, ServerSocket to) throws IOException {
    Socket socket = new Socket();
    try {
      socket.bind(new InetSocketAddress(from, 0));
      socket.connect(to.getLocalSocketAddress(), SOON_MILLIS);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static JvmProcess start(
      Path log,
      Class<?> main,
      List<String> arguments,
      List<String> options,
      Map<String, String> environment)
      throws IOException {
    return JvmProcess.start(
        new JvmProcess.Command(main.getName(), arguments, options, null, log, environment));
  }

  /** Opens a connection to its arguments, host and port, and ends. */
  public static final class Caller {
    public static void main(String[] args) throws IOException {
      InetSocketAddress to = new InetSocketAddress(args[0], Integer.parseInt(args[1]));
      try (SocketChannel channel = SocketChannel.open(to)) {
        if (!channel.isConnected()) {
          throw new IOException("Not connected to " + to);
        }
      }
    }
  }

  /** Writes the time to a file for ever, and how often the monotonic clock made a step. */
  public static final class Teller {
    public static void main(String[] args) throws Exception {
      Path file = Path.of(args[0]);
      Path fresh = Path.of(args[0] + ".new");
      long last = System.nanoTime();
      int steps = 0;
      while (true) {
        TimeUnit.MILLISECONDS.sleep(50);
        long now = System.nanoTime();
        if (now < last || now - last > TimeUnit.MINUTES.toNanos(30)) {
          steps++;
        }
        last = now;
        Files.writeString(fresh, System.currentTimeMillis() + "\n" + steps + "\n");
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      }
    }
  }
}
