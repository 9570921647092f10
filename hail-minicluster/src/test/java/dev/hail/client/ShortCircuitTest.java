// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Short-circuit reads need Hadoop's native library. An artefact of another project has it, among
 * the classes of another Hadoop. So the artefact is on no class path, and the library is unpacked
 * for a process of its own.
 */
class ShortCircuitTest {
  /** As in bin/prerequisites.sh, which fetches the artefact. */
  private static final String VERSION = "3.3.5-3";

  private static final String SYSTEM =
      System.getProperty("os.name") + "-" + System.getProperty("os.arch");

  @Test
  void shortCircuitReads_ofDatanodesOnOneHost_reachTheirReplica(@TempDir Path folder)
      throws Exception {
    unpackLibrary(folder);
    Path log = folder.resolve("log");
    // The path of a socket has at most 108 bytes, and the folder of a test may be long.
    Path sockets = Files.createTempDirectory(Path.of("/tmp"), "hail");
    Process process =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx512m",
                "-Djava.library.path=" + folder,
                "-Dhadoop.tmp.dir=" + folder,
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                ShortCircuitRun.class.getName(),
                sockets.toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(process.waitFor(3, TimeUnit.MINUTES)).as("the process ended").isTrue();
      assertThat(process.exitValue()).as("%s", Files.readString(log)).isZero();
    } finally {
      process.destroyForcibly().waitFor();
      FileUtil.fullyDelete(sockets.toFile());
    }
  }

  private static void unpackLibrary(Path folder) throws IOException {
    String repository =
        System.getProperty("localRepository", System.getProperty("user.home") + "/.m2/repository");
    Path artefact =
        Path.of(repository, "io/trino/hadoop/hadoop-apache", VERSION)
            .resolve("hadoop-apache-" + VERSION + ".jar");
    assumeTrue(
        Files.exists(artefact),
        "Needs Hadoop's native library: mvn dependency:get -Dtransitive=false"
            + " -Dartifact=io.trino.hadoop:hadoop-apache:"
            + VERSION);
    try (FileSystem jar = FileSystems.newFileSystem(artefact)) {
      Path library = jar.getPath("nativelib", SYSTEM, "libhadoop.so");
      assumeTrue(
          Files.exists(library), "The artefact has no native library of Hadoop for " + SYSTEM);
      Files.copy(library, folder.resolve("libhadoop.so"));
    }
  }
}
