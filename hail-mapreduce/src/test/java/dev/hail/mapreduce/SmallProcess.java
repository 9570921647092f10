// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process with little heap, which ends at the first {@link OutOfMemoryError}, whichever thread
 * has it.
 *
 * @param code exit code of the process
 * @param said both of its outputs
 */
record SmallProcess(int code, String said) {

  /**
   * Runs a main class to its end.
   *
   * @param folder for the log; the process works there, so that it leaves nothing elsewhere
   * @param heap largest heap in bytes; direct buffers may take as much again
   */
  static SmallProcess run(File folder, long heap, Class<?> main, String... arguments)
      throws Exception {
    List<String> line = new ArrayList<>();
    line.add(System.getProperty("java.home") + "/bin/java");
    line.add("-Xmx" + heap);
    line.add("-XX:+ExitOnOutOfMemoryError");
    line.add("-XX:TieredStopAtLevel=1");
    line.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    line.add("-cp");
    line.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    line.add(main.getName());
    line.addAll(List.of(arguments));
    File log = File.createTempFile("process", ".log", folder);
    Process process =
        new ProcessBuilder(line)
            .directory(folder)
            .redirectErrorStream(true)
            .redirectOutput(log)
            .start();
    try {
      assertThat(process.waitFor(5, TimeUnit.MINUTES))
          .as("%s", Files.readString(log.toPath()))
          .isTrue();
      return new SmallProcess(process.exitValue(), Files.readString(log.toPath()));
    } finally {
      process.destroyForcibly();
    }
  }

  /** Returns what follows a prefix, in each line that begins with it. */
  List<String> lines(String prefix) {
    return said.lines()
        .filter(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()))
        .toList();
  }
}
