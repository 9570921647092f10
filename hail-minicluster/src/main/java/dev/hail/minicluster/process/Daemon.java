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
import java.util.concurrent.TimeoutException;

/** One daemon of a {@link ProcessCluster}, running or not. Thread-safe. */
public final class Daemon {
  private static final Duration GRACE = Duration.ofMinutes(1);

  /** One that is paused takes the question and never answers it. */
  private static final int ANSWER_MILLIS = 30_000;

  private final String name;
  private final JvmProcess.Command command;
  private final Path directory;
  private final String web;
  private final WallClock clock;
  private JvmProcess process;

  /**
   * A daemon that does not run yet.
   *
   * @param web scheme, host and port of its web server
   * @param clock its own wall clock, or null if it has that of the machine
   */
  Daemon(String name, JvmProcess.Command command, Path directory, String web, WallClock clock) {
    this.name = name;
    this.command = command;
    this.directory = directory;
    this.web = web;
    this.clock = clock;
  }

  /**
   * {@code namenode}, or {@code namenode-N} of a pair; {@code datanode-N} from 0; {@code
   * journalnode}.
   */
  public String name() {
    return name;
  }

  /** The host it listens on, and calls from if the cluster gives each daemon an address. */
  public String host() {
    return URI.create(web).getHost();
  }

  /**
   * Sets the wall clock of this daemon, also for its next lives.
   *
   * @param ahead of the machine's clock; negative is behind it
   * @throws IllegalStateException if daemons of this cluster have no clocks of their own
   */
  public void setClock(Duration ahead) throws IOException {
    if (clock == null) {
      throw new IllegalStateException(
          name + " has no clock of its own; build the cluster with ownClocks()");
    }
    clock.set(ahead);
  }

  /** What the daemon and the virtual machine printed, over all its lives. */
  public Path log() {
    return command.log();
  }

  /** Where this daemon keeps data, configuration and log. */
  public Path directory() {
    return directory;
  }

  /** Port of its web server, which tells datanodes apart. */
  public int webPort() {
    return Integer.parseInt(web.substring(web.lastIndexOf(':') + 1));
  }

  /** Starts it unless it runs. */
  public synchronized void start() throws IOException {
    if (!isRunning()) {
      process = JvmProcess.start(command);
    }
  }

  /** Whether the process exists, paused or not. */
  public synchronized boolean isRunning() {
    return process != null && process.isAlive();
  }

  /** Whether it was started, not stopped since, and is gone all the same. */
  public synchronized boolean hasEnded() {
    return process != null && !process.isAlive();
  }

  /** Id of the process. */
  public synchronized long pid() {
    return running().pid();
  }

  /** CPU time of the running process; zero if there is none. */
  public synchronized Duration cpuTime() {
    return isRunning() ? process.cpuTime() : Duration.ZERO;
  }

  /** Ends it as {@code kill -9} does; does nothing if it does not run. */
  public synchronized void kill() throws IOException {
    if (process != null) {
      process.close();
      process = null;
    }
  }

  /** Ends it as an operator does. */
  public synchronized void stop() throws IOException, InterruptedException {
    if (process != null) {
      process.resume();
      process.stop(GRACE);
      process = null;
    }
  }

  /** Kills it and starts it again. */
  public synchronized void restart() throws IOException {
    kill();
    start();
  }

  /** Stops its clock: it keeps its sockets and answers nothing. */
  public synchronized void pause() throws IOException {
    running().pause();
  }

  /** Lets it go on after {@link #pause}. */
  public synchronized void resume() throws IOException, InterruptedException {
    running().resume();
  }

  /** Scheme, host and port of its web server, {@code http://localhost:9870} for example. */
  public String web() {
    return web;
  }

  /**
   * What the daemon says about itself at {@code /jmx}.
   *
   * @param query name or pattern of a bean, such as {@code Hadoop:service=DataNode,name=*}
   * @return JSON
   * @throws IOException if it does not answer, after half a minute if it takes the question
   */
  public String jmx(String query) throws IOException {
    URI uri = URI.create(web + "/jmx?qry=" + query);
    URLConnection connection = uri.toURL().openConnection();
    connection.setConnectTimeout(ANSWER_MILLIS);
    connection.setReadTimeout(ANSWER_MILLIS);
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Waits until its web server answers.
   *
   * @throws IOException if the daemon has ended
   * @throws TimeoutException if it does not answer in this time
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
   * Does nothing if it runs, or was stopped.
   *
   * @throws IOException with its last words if it has ended by itself
   */
  void failIfEnded() throws IOException {
    if (hasEnded()) {
      throw new IOException(name + " has ended by itself, its last words:\n" + logTail());
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

  /** The last lines of the log, for messages about what went wrong. */
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
