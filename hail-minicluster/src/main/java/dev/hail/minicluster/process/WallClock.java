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
 * The wall clock of one process, which can be set forth and back while the process runs. Its
 * monotonic clock goes on as it did, as the kernel promises. Done by libfaketime, which is loaded
 * into the process and into nothing else.
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
   * A clock that tells the right time.
   *
   * @param setting file that holds how far it is off
   * @throws IOException if libfaketime is not there
   */
  public static WallClock create(Path setting) throws IOException {
    Files.createDirectories(setting.toAbsolutePath().getParent());
    WallClock clock = new WallClock(requireLibrary(), setting.toAbsolutePath());
    clock.set(Duration.ZERO);
    return clock;
  }

  /**
   * Where libfaketime is.
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
                      "There is no "
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

  /** What the environment of the process needs. */
  public Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD", library.toString(),
        "FAKETIME_TIMESTAMP_FILE", setting.toString(),
        "FAKETIME_CACHE_DURATION", "1",
        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
        // Else each wait with a limit ends at once, and threads that wait so take all processors.
        "FAKETIME_FORCE_MONOTONIC_FIX", "0",
        "FAKETIME_DONT_RESET", "1",
        "FAKETIME_ONLY_CMDS", "java",
        "NO_FAKE_STAT", "1");
  }

  /**
   * Deletes what the library shares with the children of a process and leaves when that is killed.
   */
  static void forget(long pid) throws IOException {
    for (String name : List.of("faketime_shm_" + pid, "sem.faketime_sem_" + pid)) {
      Files.deleteIfExists(Path.of("/dev/shm", name));
    }
  }
}
