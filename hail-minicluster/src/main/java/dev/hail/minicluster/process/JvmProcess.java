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
 * One Java process with the class path of this one, which ends when this one does, even if this one
 * is killed. Not thread safe, except that {@link #kill} may be called by any thread.
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
   * What to run.
   *
   * @param mainClass public class with a main method
   * @param arguments of the main method
   * @param options of the Java virtual machine, such as {@code -Xmx512m}
   * @param configuration directory that comes first on the class path, or null
   * @param log where standard output and standard error go, appended
   * @param environment variables beside those of this process
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

    /** With the environment of this process. */
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
    line.add(Lifeline.class.getName());
    line.add(command.mainClass());
    line.addAll(command.arguments());
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(command.log().toFile()));
    builder.environment().putAll(command.environment());
    return new JvmProcess(builder.start(), command.log());
  }

  /**
   * The class path of this process.
   *
   * @param configuration directory that comes first on it, or null
   */
  static String classPath(Path configuration) {
    // Surefire's own class path is one jar that names the real ones.
    String inherited =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return configuration == null ? inherited : configuration + File.pathSeparator + inherited;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Where its standard output and standard error go. */
  public Path log() {
    return log;
  }

  /** CPU time of the process so far; zero when it has ended or the system does not tell. */
  public Duration cpuTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /**
   * Waits for the end.
   *
   * @return the exit code, or -1 if it has not ended by then
   */
  public int await(Duration atMost) throws InterruptedException {
    return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS) ? process.exitValue() : -1;
  }

  /** Ends it as {@code kill -9} does and waits until it is gone. */
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

  /** Asks it to end, as {@code kill} does, and kills it if it has not after this time. */
  public void stop(Duration grace) throws InterruptedException {
    // Not Process.destroy(), which also closes the pipe that the process lives by.
    process.toHandle().destroy();
    if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
      kill();
    }
  }

  /**
   * Stops the clock of the process, as {@code kill -STOP} does. Should this process end meanwhile,
   * the paused one goes on and then notices it.
   *
   * @throws IOException if the process is paused already, or cannot be
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
      throw new IOException("Process " + pid() + " cannot be paused, has it ended?");
    }
    pause = shell;
  }

  /** Lets a paused process go on; does nothing if it is not paused. */
  public void resume() throws IOException, InterruptedException {
    if (pause != null) {
      pause.getOutputStream().close();
      pause.waitFor();
      pause = null;
    }
  }

  /** Kills it. */
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
