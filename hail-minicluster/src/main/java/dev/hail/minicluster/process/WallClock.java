// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.minicluster.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The wall clock of one process, which can be set forward and back while the process runs. The
 * monotonic clock is not affected. libfaketime, loaded only into that process, does the work.
 */
public final class WallClock {
  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String LIBRARY = "faketime/libfaketime.so.1";

  private final Path library;
  private final Path setting;

  private WallClock(Path library, Path setting) {
    this.library = library;
    this.setting = setting;
  }

  /**
   * Creates a clock that shows the right time.
   *
   * @param setting file that stores the offset
   * @throws IOException if libfaketime is not installed
   */
  public static WallClock create(Path setting) throws IOException {
    Files.createDirectories(setting.toAbsolutePath().getParent());
    WallClock clock = new WallClock(requireLibrary(), setting.toAbsolutePath());
    clock.set(Duration.ZERO);
    return clock;
  }

  /**
   * Returns the path of libfaketime.
   *
   * @throws IOException if it is not there
   */
  public static Path requireLibrary() throws IOException {
    try (Stream<Path> directories = Files.list(LIBRARIES)) {
      return Stream.concat(Stream.of(LIBRARIES), directories.sorted())
          .map(directory -> directory.resolve(LIBRARY))
          .filter(Files::isRegularFile)
          .findFirst()
          .orElseThrow(
              () ->
                  new IOException(
                      "Cannot find "
                          + LIBRARY
                          + " below "
                          + LIBRARIES
                          + "; install the package faketime"));
    }
  }

  /** Sets the clock; the process sees it within about a second. */
  public void set(Duration ahead) throws IOException {
    Path fresh = setting.resolveSibling(setting.getFileName() + ".new");
    Files.writeString(fresh, (ahead.isNegative() ? "" : "+") + ahead.toSeconds() + "\n");
    Files.move(fresh, setting, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns the environment variables that the process needs. */
  public Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD", library.toString(),
        "FAKETIME_TIMESTAMP_FILE", setting.toString(),
        "FAKETIME_CACHE_DURATION", "1",
        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
        // Without it, timed waits end at once and the waiting threads keep all processors busy.
        "FAKETIME_FORCE_MONOTONIC_FIX", "0",
        "FAKETIME_DONT_RESET", "1",
        "FAKETIME_ONLY_CMDS", "java",
        "NO_FAKE_STAT", "1");
  }

  /** Deletes the shared memory that libfaketime leaves behind when a process is killed. */
  static void forget(long pid) throws IOException {
    for (String name : List.of("faketime_shm_" + pid, "sem.faketime_sem_" + pid)) {
      Files.deleteIfExists(Path.of("/dev/shm", name));
    }
  }
}
