// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How {@link MapTask} is started: with the class path of this process. */
final class MapTaskJvm {
  /** The library of the native joins, by its file name. */
  private static final String LIBRARY = "libhail_native.so";

  private static final String LOG_PROPERTY = "log4j.configuration";

  private MapTaskJvm() {}

  /**
   * The beginning of a command, which the arguments follow.
   *
   * @param libraries directory of the native joins
   */
  static List<String> command(Path libraries) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.add("-Xmx512m");
    command.add("-XX:+UseSerialGC");
    command.add("-Dhail.native.library=" + libraries.resolve(LIBRARY));
    String log = System.getProperty(LOG_PROPERTY);
    if (log != null) {
      command.add("-D" + LOG_PROPERTY + "=" + log);
    }
    command.add("-cp");
    // Surefire's own class path is one jar that names the real ones.
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(MapTask.class.getName());
    return command;
  }
}
