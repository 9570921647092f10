// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.nodes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The socket in a cluster's directory by which commands reach the {@link Keeper}. A call is one
 * line, words separated by tabs. The answer is a line {@code ok} or {@code failed}, and lines of
 * text after it.
 */
final class KeeperSocket implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(KeeperSocket.class);
  private static final String FILE = "keeper.socket";

  /** Most systems take 107 bytes. */
  private static final int LONGEST_PATH = 100;

  private static final String OK = "ok";
  private static final String FAILED = "failed";

  private final Path file;
  private final ServerSocketChannel server;

  private KeeperSocket(Path file, ServerSocketChannel server) {
    this.file = file;
    this.server = server;
  }

  /** Answers calls. */
  @FunctionalInterface
  interface Service {
    /**
     * Answers a call.
     *
     * @throws Exception if it cannot; the caller gets the message
     */
    List<String> answer(List<String> words) throws Exception;
  }

  /**
   * Refuses a directory whose name is too long for a socket.
   *
   * @throws IOException if it is
   */
  static void check(Path directory) throws IOException {
    if (file(directory).toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
      throw new IOException(
          "The name of " + directory + " is too long for a socket in it; take a shorter --dir");
    }
  }

  /**
   * Calls the keeper of a directory.
   *
   * @return its answer; nothing if no keeper listens there
   * @throws IOException if it refused, with its message
   */
  static Optional<List<String>> ask(Path directory, String... words) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      try {
        channel.connect(UnixDomainSocketAddress.of(file(directory)));
      } catch (ConnectException | NoSuchFileException nobody) {
        return Optional.empty();
      } catch (SocketException failure) {
        if (Files.exists(file(directory))) {
          throw failure;
        }
        return Optional.empty();
      }
      Writer out = Channels.newWriter(channel, StandardCharsets.UTF_8);
      out.write(String.join("\t", words) + "\n");
      out.flush();
      List<String> lines =
          new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8)).lines().toList();
      if (lines.isEmpty()) {
        throw new IOException("The keeper of " + directory + " ended without an answer");
      }
      List<String> text = lines.subList(1, lines.size());
      if (!lines.get(0).equals(OK)) {
        throw new IOException(String.join("\n", text));
      }
      return Optional.of(text);
    }
  }

  /** Listens for calls from now on; a thread per call answers them. */
  static KeeperSocket listen(Path directory, Service service) throws IOException {
    Path file = file(directory);
    // Of a keeper that was killed: this one holds the directory's lock.
    Files.deleteIfExists(file);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(file));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    KeeperSocket socket = new KeeperSocket(file, server);
    Thread acceptor = new Thread(() -> socket.acceptAll(service), "keeper");
    acceptor.setDaemon(true);
    acceptor.start();
    return socket;
  }

  private void acceptAll(Service service) {
    while (server.isOpen()) {
      try {
        SocketChannel call = server.accept();
        Thread thread = new Thread(() -> serve(call, service), "call");
        thread.setDaemon(true);
        thread.start();
      } catch (ClosedChannelException end) {
        return;
      } catch (IOException failure) {
        LOG.warn("The keeper could not take a call", failure);
      }
    }
  }

  private static void serve(SocketChannel call, Service service) {
    try (call) {
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(Channels.newInputStream(call), StandardCharsets.UTF_8));
      String line = in.readLine();
      String answer = line == null ? "" : answer(service, List.of(line.split("\t", -1)));
      Writer out = Channels.newWriter(call, StandardCharsets.UTF_8);
      out.write(answer);
      out.flush();
    } catch (IOException callerGone) {
      LOG.warn("The keeper could not answer a call: {}", callerGone.toString());
    }
  }

  private static String answer(Service service, List<String> words) {
    try {
      return OK + "\n" + String.join("\n", service.answer(words));
    } catch (Exception failure) {
      LOG.warn("Refused {}", words, failure);
      return FAILED + "\n" + failure.getMessage();
    }
  }

  private static Path file(Path directory) {
    return directory.resolve(FILE);
  }

  /** Takes no more calls. */
  @Override
  public void close() throws IOException {
    server.close();
    Files.deleteIfExists(file);
  }
}
