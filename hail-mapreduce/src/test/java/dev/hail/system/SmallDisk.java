// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * A disk that a test can fill: a file system of some megabytes in memory, mounted on a directory.
 * It is unmounted when this process ends, however it ends. Needs Linux and root.
 */
final class SmallDisk implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 30;
  private static final String FILLER = "filler";

  /** The shell outlives signals of the terminal, since it has to unmount. */
  private static final String SCRIPT =
      "trap '' INT TERM HUP; mount -t tmpfs -o size=$1m hail-test \"$0\" 2>&1 && echo mounted"
          + " && { read _; umount -l \"$0\"; }";

  private final Path directory;
  private final Process shell;

  private SmallDisk(Path directory, Process shell) {
    this.directory = directory;
    this.shell = shell;
  }

  /**
   * Mounts a disk.
   *
   * @param directory made if it is missing
   * @throws IOException if this process may not mount; the message says why
   */
  static SmallDisk mount(Path directory, int megabytes) throws IOException {
    Files.createDirectories(directory);
    Process shell =
        new ProcessBuilder("/bin/sh", "-c", SCRIPT, directory.toString(), "" + megabytes).start();
    String answer =
        new BufferedReader(new InputStreamReader(shell.getInputStream(), StandardCharsets.UTF_8))
            .readLine();
    if (!"mounted".equals(answer)) {
      shell.destroyForcibly();
      throw new IOException(
          "Cannot mount a small disk on " + directory + "; run this as root. It said " + answer);
    }
    return new SmallDisk(directory, shell);
  }

  /** Takes all room that there is, also what became free since the last call. */
  void fill() throws IOException {
    try (OutputStream out =
        Files.newOutputStream(
            directory.resolve(FILLER), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      byte[] megabyte = new byte[1 << 20];
      long room = Files.getFileStore(directory).getUsableSpace();
      while (room > 0) {
        out.write(megabyte, 0, (int) Math.min(room, megabyte.length));
        room = Files.getFileStore(directory).getUsableSpace();
      }
    } catch (IOException e) {
      // A datanode may take the last page first.
      if (Files.getFileStore(directory).getUsableSpace() > 0) {
        throw e;
      }
    }
  }

  /** Gives the room back. */
  void free() throws IOException {
    Files.deleteIfExists(directory.resolve(FILLER));
  }

  /** Unmounts it. */
  @Override
  public void close() throws IOException {
    shell.getOutputStream().close();
    boolean interrupted = false;
    try {
      if (!shell.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("The shell that unmounts " + directory + " does not end");
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
