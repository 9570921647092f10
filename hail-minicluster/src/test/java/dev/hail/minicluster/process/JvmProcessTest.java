// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.minicluster.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that end with the one that started them. */
class JvmProcessTest {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @Test
  void children_ofKilledParent_endEvenIfPaused(@TempDir Path folder) throws Exception {
    JvmProcess parent = start(folder, "parent", Parent.class, folder.toString());
    ProcessHandle sleeper = awaitChild(folder.resolve("sleeper.pid"));
    ProcessHandle paused = awaitChild(folder.resolve("paused.pid"));
    awaitFile(folder.resolve("ready"));

    parent.kill();

    assertThat(sleeper.onExit()).succeedsWithin(PATIENCE);
    assertThat(paused.onExit()).succeedsWithin(PATIENCE);
  }

  @Test
  void descendants_thatWouldOutliveIt_areKilledWithIt(@TempDir Path folder) throws Exception {
    try (JvmProcess parent = start(folder, "shell", Shell.class, folder + "/shell.pid")) {
      ProcessHandle shell = awaitChild(folder.resolve("shell.pid"));
      ProcessHandle sleep = awaitDescendant(shell);
      assertThat(parent.descendants()).contains(shell, sleep);

      parent.killWithDescendants();

      assertThat(parent.isAlive()).isFalse();
      assertThat(shell.onExit()).succeedsWithin(PATIENCE);
      assertThat(sleep.onExit()).succeedsWithin(PATIENCE);
    }
  }

  @Test
  void jvmProcess_runAndEnded_isRefusedWhatNeedsProcess(@TempDir Path folder) throws Exception {
    try (JvmProcess quick = start(folder, "quick", Quick.class, "hello")) {
      assertThat(quick.await(PATIENCE)).isZero();
      assertThat(quick.log()).content().contains("hello");
      assertThat(quick.isAlive()).isFalse();
      assertThatThrownBy(quick::pause)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("pause");
    }
    try (JvmProcess failing = start(folder, "failing", Quick.class)) {
      assertThat(failing.await(PATIENCE)).isPositive();
      assertThat(failing.log()).content().contains("ArrayIndexOutOfBoundsException");
    }
    try (JvmProcess sleeper = start(folder, "sleeper", Sleeper.class, folder + "/s.pid")) {
      awaitFile(folder.resolve("s.pid"));
      sleeper.pause();
      assertThatThrownBy(sleeper::pause).hasMessageContaining("paused already");
      sleeper.resume();
      assertThat(sleeper.cpuTime()).isPositive();
      sleeper.stop(PATIENCE);
      assertThat(sleeper.isAlive()).isFalse();
    }
  }

  private static JvmProcess start(Path folder, String name, Class<?> main, String... arguments)
      throws IOException {
    return JvmProcess.start(
        new JvmProcess.Command(
            main.getName(),
            List.of(arguments),
            List.of("-Xmx64m"),
            null,
            folder.resolve(name + ".log")));
  }

  private static ProcessHandle awaitChild(Path pidFile) throws Exception {
    awaitFile(pidFile);
    return ProcessHandle.of(Long.parseLong(Files.readString(pidFile))).orElseThrow();
  }

  private static ProcessHandle awaitDescendant(ProcessHandle of) throws Exception {
    Waiting.until(of + " has a child", () -> of.descendants().findAny().isPresent());
    return of.descendants().findAny().orElseThrow();
  }

  private static void awaitFile(Path file) throws Exception {
    Waiting.until(file + " is there", () -> Files.exists(file));
  }

  /** Says where it can be found, all at once. */
  private static void tell(Path file, String text) throws IOException {
    Path whole = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(whole, text);
    Files.move(whole, file);
  }

  /** Prints its first argument. */
  public static final class Quick {
    public static void main(String[] args) throws IOException {
      System.out.write((args[0] + "\n").getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
  }

  /** Writes its process id to a file and waits. */
  public static final class Sleeper {
    public static void main(String[] args) throws Exception {
      tell(Path.of(args[0]), Long.toString(ProcessHandle.current().pid()));
      Thread.sleep(Duration.ofHours(1).toMillis());
    }
  }

  /** Starts a shell that starts a process, neither of which minds its end, and waits. */
  public static final class Shell {
    public static void main(String[] args) throws Exception {
      Process shell = new ProcessBuilder("/bin/sh", "-c", "sleep 3600 & wait").start();
      tell(Path.of(args[0]), Long.toString(shell.pid()));
      shell.waitFor();
    }
  }

  /** Starts two children, pauses one, and waits. */
  public static final class Parent {
    public static void main(String[] args) throws Exception {
      Path folder = Path.of(args[0]);
      start(folder, "one", Sleeper.class, folder + "/sleeper.pid");
      JvmProcess two = start(folder, "two", Sleeper.class, folder + "/paused.pid");
      awaitFile(folder.resolve("paused.pid"));
      two.pause();
      tell(folder.resolve("ready"), "");
      Thread.sleep(Duration.ofHours(1).toMillis());
    }
  }
}
