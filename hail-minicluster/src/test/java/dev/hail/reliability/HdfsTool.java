// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a command of HDFS in a process of its own, since its main method ends the process. */
final class HdfsTool {
  private static final int MINUTES = 10;

  private HdfsTool() {}

  /**
   * Runs the command with the settings of a cluster's clients, and checks that it succeeds.
   *
   * @param folder takes the settings and what the command says
   */
  static void run(FaultyCluster cluster, File folder, Class<?> main, String... arguments)
      throws Exception {
    try (OutputStream out = Files.newOutputStream(new File(folder, "hdfs-site.xml").toPath())) {
      cluster.hdfs().configuration().writeXml(out);
    }
    File log = new File(folder, main.getSimpleName() + ".log");
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx256m",
                "-cp",
                folder.getPath() + File.pathSeparator + classPath,
                main.getName()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
    try {
      boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
      assertThat(ended).as("%s", Files.readString(log.toPath())).isTrue();
      assertThat(process.exitValue()).as("%s", Files.readString(log.toPath())).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
