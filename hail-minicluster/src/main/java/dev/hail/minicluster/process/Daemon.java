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

/** One daemon of a {@link ProcessCluster}, running or not. Thread-safe. */
public final class Daemon {
  private static final Duration GRACE = Duration.ofMinutes(1);

  /** One that is paused takes the question and never answers it. */
  private static final int ANSWER_MILLIS = 30_000;

  private final String name;
  private final JvmProcess.Command command;
  private final Path directory;
  private final String webAddress;
  private JvmProcess process;

  Daemon(String name, JvmProcess.Command command, Path directory, String webAddress) {
    this.name = name;
    this.command = command;
    this.directory = directory;
    this.webAddress = webAddress;
  }

  /** {@code namenode}, or {@code datanode-N} from 0. */
  public String name() {
    return name;
  }

  /** What the daemon and the virtual machine printed, over all its lives. */
  public Path log() {
    return command.log();
  }

  /** Where this daemon keeps data, configuration and log. */
  public Path directory() {
    return directory;
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

  /**
   * What the daemon says about itself at {@code /jmx}.
   *
   * @param query name or pattern of a bean, such as {@code Hadoop:service=DataNode,name=*}
   * @return JSON
   * @throws IOException if it does not answer, after half a minute if it takes the question
   */
  public String jmx(String query) throws IOException {
    URI uri = URI.create("http://" + webAddress + "/jmx?qry=" + query);
    URLConnection connection = uri.toURL().openConnection();
    connection.setConnectTimeout(ANSWER_MILLIS);
    connection.setReadTimeout(ANSWER_MILLIS);
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
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
