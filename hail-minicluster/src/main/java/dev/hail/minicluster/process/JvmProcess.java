// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A Java process with the class path of this one. It ends when this process ends, even if this one
 * is killed. Not thread safe, except that any thread may call {@link #kill}.
 */
public final class JvmProcess implements AutoCloseable {
  private final Process process;
  private final Path log;
  private Process pause;

  private JvmProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Describes what to run.
   *
   * @param mainClass public class with a main method
   * @param arguments arguments of the main method
   * @param options JVM options, such as {@code -Xmx512m}
   * @param configuration directory to put first on the class path, or null
   * @param log file to which standard output and standard error are appended
   * @param environment environment variables in addition to those of this process
   */
  public record Command(
      String mainClass,
      List<String> arguments,
      List<String> options,
      Path configuration,
      Path log,
      Map<String, String> environment) {
    public Command {
      arguments = List.copyOf(arguments);
      options = List.copyOf(options);
      environment = Map.copyOf(environment);
    }

    /** Creates a command with the environment of this process. */
    public Command(
        String mainClass,
        List<String> arguments,
        List<String> options,
        Path configuration,
        Path log) {
      this(mainClass, arguments, options, configuration, log, Map.of());
    }
  }

  /** Starts a process. */
  public static JvmProcess start(Command command) throws IOException {
    List<String> line = line(command);
    line.add(Lifeline.class.getName());
    return new JvmProcess(builder(command, line).start(), command.log());
  }

  /**
   * Starts a process that outlives this one and gets no signal of this one's terminal.
   *
   * @return the process; nothing here ends it
   * @throws IOException if it cannot be started; it takes {@code setsid}, which Linux has
   */
  public static ProcessHandle startAlone(Command command) throws IOException {
    List<String> line = new ArrayList<>(List.of("setsid"));
    line.addAll(line(command));
    ProcessBuilder builder = builder(command, line).redirectInput(new File("/dev/null"));
    try {
      return builder.start().toHandle();
    } catch (IOException e) {
      throw new IOException("Cannot start a process in the background by setsid", e);
    }
  }

  /** Returns the command line up to the main class. */
  private static List<String> line(Command command) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (option.startsWith("--add-opens")) {
        line.add(option);
      }
    }
    line.add("-Djava.net.preferIPv4Stack=true");
    line.addAll(command.options());
    line.add("-cp");
    line.add(classPath(command.configuration()));
    return line;
  }

  private static ProcessBuilder builder(Command command, List<String> line) {
    List<String> whole = new ArrayList<>(line);
    whole.add(command.mainClass());
    whole.addAll(command.arguments());
    ProcessBuilder builder =
        new ProcessBuilder(whole)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(command.log().toFile()));
    builder.environment().putAll(command.environment());
    return builder;
  }

  /**
   * Returns the class path of this process.
   *
   * @param configuration directory to put first, or null
   */
  static String classPath(Path configuration) {
    // Under Surefire the class path is one jar whose manifest names the real entries.
    String inherited =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return configuration == null ? inherited : configuration + File.pathSeparator + inherited;
  }

  public long pid() {
    return process.pid();
  }

  /** Returns whether it was suspended and not resumed. */
  public boolean isPaused() {
    return pause != null;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Returns the file with its standard output and standard error. */
  public Path log() {
    return log;
  }

  /**
   * Returns the CPU time so far; zero if the process has ended or the system does not report it.
   */
  public Duration cpuTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /**
   * Waits until the process ends.
   *
   * @return the exit code, or -1 if the process has not ended within this time
   */
  public int await(Duration atMost) throws InterruptedException {
    return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS) ? process.exitValue() : -1;
  }

  /** Kills the process as {@code kill -9} does and waits until it is gone. */
  public void kill() {
    process.destroyForcibly();
    boolean interrupted = false;
    while (process.isAlive()) {
      try {
        process.waitFor();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The processes that it started and theirs, as far as they run. */
  public List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  /**
   * Kills it and all its descendants at once, as the end of their machine does.
   *
   * @throws IOException if it cannot be paused, which keeps it from starting more of them
   */
  public void killWithDescendants() throws IOException {
    if (process.isAlive() && pause == null) {
      pause();
    }
    List<ProcessHandle> children = descendants();
    close();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  /**
   * Asks the process to end, as {@code kill} does, and kills it after this time if it still runs.
   */
  public void stop(Duration grace) throws InterruptedException {
    // Process.destroy() would also close the pipe on which the process depends.
    process.toHandle().destroy();
    if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
      kill();
    }
  }

  /**
   * Suspends the process, as {@code kill -STOP} does. If this process ends meanwhile, the suspended
   * one continues and then ends too.
   *
   * @throws IOException if the process is paused already or cannot be paused
   */
  public void pause() throws IOException {
    if (pause != null) {
      throw new IOException("Process " + pid() + " is paused already");
    }
    Process shell =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "kill -STOP $0 && echo paused && read _; kill -CONT $0",
                Long.toString(pid()))
            .start();
    BufferedReader answer =
        new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8));
    if (!"paused".equals(answer.readLine())) {
      shell.destroyForcibly();
      throw new IOException("Process " + pid() + " cannot be paused; it has probably ended");
    }
    pause = shell;
  }

  /** Resumes a paused process; does nothing if it is not paused. */
  public void resume() throws IOException, InterruptedException {
    if (pause != null) {
      pause.getOutputStream().close();
      pause.waitFor();
      pause = null;
    }
  }

  /** Kills the process. */
  @Override
  public void close() throws IOException {
    kill();
    WallClock.forget(pid());
    if (pause != null) {
      pause.getOutputStream().close();
      pause = null;
    }
  }
}
