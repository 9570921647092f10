// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;

/**
 * One daemon of a {@link ProcessCluster} or of {@link ProcessYarn}, running or not. Thread-safe.
 */
public final class Daemon {
  private static final Duration GRACE = Duration.ofMinutes(1);

  /** Time to wait for an answer; a paused daemon accepts a request and never answers it. */
  private static final int ANSWER_MILLIS = 30_000;

  private final String name;
  private final JvmProcess.Command command;
  private final Path directory;
  private final String web;
  private final WallClock clock;
  private JvmProcess process;

  /**
   * Creates a daemon without starting it.
   *
   * @param web scheme, host and port of its web server; {@code tcp:} and the address that it serves
   *     if it has none
   * @param clock its own wall clock, or null for the machine's
   */
  Daemon(String name, JvmProcess.Command command, Path directory, String web, WallClock clock) {
    this.name = name;
    this.command = command;
    this.directory = directory;
    this.web = web;
    this.clock = clock;
  }

  /**
   * Returns {@code namenode}, or {@code namenode-N} of a pair; {@code datanode-N} from 0; {@code
   * journalnode}, or {@code journalnode-N} of three; {@code zookeeper}; {@code
   * failovercontroller-N}. A node manager has the name of its host, {@code node-N} from 0.
   */
  public String name() {
    return name;
  }

  /** Returns the host it listens on, and calls from if each daemon has its own address. */
  public String host() {
    return URI.create(web).getHost();
  }

  /**
   * Sets the wall clock of this daemon; the setting survives restarts.
   *
   * @param ahead how far ahead of the machine's clock; negative for behind
   * @throws IllegalStateException if the cluster was built without own clocks
   */
  public void setClock(Duration ahead) throws IOException {
    if (clock == null) {
      throw new IllegalStateException(
          name + " has no clock of its own; build the cluster with ownClocks()");
    }
    clock.set(ahead);
  }

  /** Returns the file with all output of the daemon and its JVM, over all its starts. */
  public Path log() {
    return command.log();
  }

  /** Returns the directory for data, configuration and log. */
  public Path directory() {
    return directory;
  }

  /** Returns the port of its web server, which identifies a datanode. */
  public int webPort() {
    return Integer.parseInt(web.substring(web.lastIndexOf(':') + 1));
  }

  /** Starts the daemon unless it runs. */
  public synchronized void start() throws IOException {
    if (!isRunning()) {
      process = JvmProcess.start(command);
    }
  }

  /** Returns whether the process exists, paused or not. */
  public synchronized boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** Returns whether the process exists and is suspended. */
  public synchronized boolean isPaused() {
    return isRunning() && process.isPaused();
  }

  /** Returns whether the daemon ended by itself after its last start. */
  public synchronized boolean hasEnded() {
    return process != null && !process.isAlive();
  }

  /** Returns the id of the process. */
  public synchronized long pid() {
    return running().pid();
  }

  /** Returns the CPU time of the running process; zero if there is none. */
  public synchronized Duration cpuTime() {
    return isRunning() ? process.cpuTime() : Duration.ZERO;
  }

  /** Kills the daemon as {@code kill -9} does; does nothing if it does not run. */
  public synchronized void kill() throws IOException {
    if (process != null) {
      process.close();
      process = null;
    }
  }

  /** The processes below it, such as containers of a node manager, as far as they run. */
  public synchronized List<ProcessHandle> descendants() {
    return isRunning() ? process.descendants() : List.of();
  }

  /**
   * Ends it and all processes below it, as the end of their machine does; does nothing if it does
   * not run.
   */
  public synchronized void killWithDescendants() throws IOException {
    if (process != null) {
      process.killWithDescendants();
      process = null;
    }
  }

  /** Stops the daemon as an operator does. */
  public synchronized void stop() throws IOException, InterruptedException {
    if (process != null) {
      process.resume();
      process.stop(GRACE);
      process = null;
    }
  }

  /** Kills the daemon and starts it again. */
  public synchronized void restart() throws IOException {
    kill();
    start();
  }

  /** Suspends the process: it keeps its sockets but answers nothing. */
  public synchronized void pause() throws IOException {
    running().pause();
  }

  /** Resumes the process after {@link #pause}. */
  public synchronized void resume() throws IOException, InterruptedException {
    running().resume();
  }

  /**
   * Returns scheme, host and port of its web server, such as {@code http://localhost:9870}; {@code
   * tcp:} and the address that it serves if it has none.
   */
  public String web() {
    return web;
  }

  /**
   * Returns what the daemon reports at {@code /jmx}.
   *
   * @param query name or pattern of a bean, such as {@code Hadoop:service=DataNode,name=*}
   * @return JSON
   * @throws IOException if it refuses the connection, or accepts it and does not answer within half
   *     a minute
   */
  public String jmx(String query) throws IOException {
    return page("/jmx?qry=" + query);
  }

  /**
   * Returns what the daemon shows at a place of its web server.
   *
   * @param place path and query, such as {@code /prom}
   * @throws IOException if it refuses the connection, or accepts it and does not answer within half
   *     a minute
   */
  public String page(String place) throws IOException {
    URLConnection connection = URI.create(web + place).toURL().openConnection();
    connection.setConnectTimeout(ANSWER_MILLIS);
    connection.setReadTimeout(ANSWER_MILLIS);
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Waits until the web server answers.
   *
   * @throws IOException if the daemon has ended
   * @throws TimeoutException if it does not answer within this time
   */
  void awaitWeb(Duration atMost) throws IOException, InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!answers()) {
      failIfEnded();
      if (System.nanoTime() > deadline) {
        throw new TimeoutException(name + " does not answer; its log is " + log());
      }
      Thread.sleep(100);
    }
  }

  /**
   * Fails if the daemon ended by itself.
   *
   * @throws IOException if it ended by itself; the message has the last lines of its log
   */
  void failIfEnded() throws IOException {
    if (hasEnded()) {
      throw new IOException(name + " ended by itself; the last lines of its log:\n" + logTail());
    }
  }

  private boolean answers() {
    try {
      return !jmx("java.lang:type=Runtime").isEmpty();
    } catch (IOException notYet) {
      return false;
    }
  }

  JvmProcess.Command command() {
    return command;
  }

  /** Returns the last lines of the log, for error messages. */
  String logTail() {
    try {
      String text = Files.readString(log());
      return text.substring(Math.max(0, text.length() - 3000));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the log of " + name, e);
    }
  }

  private JvmProcess running() {
    if (!isRunning()) {
      throw new IllegalStateException(name + " does not run; its log is " + log());
    }
    return process;
  }
}
