// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.join;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the command that starts {@link MapTask} with the class path of this process. */
final class MapTaskJvm {
  /** File name of the native joins' library. */
  private static final String LIBRARY = "libhail_native.so";

  private static final String LOG_PROPERTY = "log4j.configuration";

  private MapTaskJvm() {}

  /**
   * Returns the command without arguments.
   *
   * @param libraries directory of the native joins' library
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
    // Under Surefire the class path is one jar whose manifest names the real entries.
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(MapTask.class.getName());
    return command;
  }
}
