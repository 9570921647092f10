// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.query;

import dev.hail.bench.job.OutputFingerprint;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;

/** Runs Bob-Q2 with {@code hail cat}, as a user at a terminal does. */
final class CatRunner {
  private static final int TIMEOUT_MINUTES = 10;

  /** JVM options that bin/hail sets. */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xlog:disable",
          "-Djava.net.preferIPv4Stack=true",
          "-Dhail.log.level=WARN");

  private final HailMiniCluster cluster;
  private final org.apache.hadoop.fs.Path file;
  private final Path scratch;
  private final Path archive;

  /**
   * Creates a runner.
   *
   * @param file HAIL file with UserVisits
   * @param scratch local directory for the answers and the archive of classes
   */
  CatRunner(HailMiniCluster cluster, org.apache.hadoop.fs.Path file, Path scratch) {
    this.cluster = cluster;
    this.file = file;
    this.scratch = scratch;
    this.archive = scratch.resolve("hail-cat.jsa");
  }

  /** Runs the first command on a machine, which leaves bin/hail's archive of classes. */
  CatRun first() throws IOException, InterruptedException {
    Files.deleteIfExists(archive);
    return run(canArchive() ? List.of("-XX:ArchiveClassesAtExit=" + archive) : List.of());
  }

  /** Runs a later command, which uses the archive. */
  CatRun next() throws IOException, InterruptedException {
    return run(Files.exists(archive) ? List.of("-XX:SharedArchiveFile=" + archive) : List.of());
  }

  /**
   * Returns whether the JVM can archive this class path: no directory may stand before a jar. That
   * holds for bin/hail but not for tests that run from class directories.
   */
  private static boolean canArchive() {
    List<Boolean> jars =
        Stream.of(classPath().split(File.pathSeparator))
            .map(each -> new File(each).isFile())
            .toList();
    return !jars.subList(0, jars.lastIndexOf(true) + 1).contains(false);
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private CatRun run(List<String> options) throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory(scratch, "cat-");
    try {
      return run(options, directory);
    } finally {
      FileUtil.fullyDelete(directory.toFile());
    }
  }

  private CatRun run(List<String> options, Path directory)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_OPTIONS);
    command.addAll(options);
    command.addAll(List.of("-cp", classPath()));
    command.addAll(List.of(CatProbe.class.getName(), directory.toString()));
    command.addAll(arguments());
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("console").toFile())
            .start();
    try {
      if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
        throw new IOException("hail cat did not end within " + TIMEOUT_MINUTES + " minutes");
      }
    } finally {
      process.destroyForcibly();
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (process.exitValue() != 0) {
      throw new IOException(
          "hail cat ended with "
              + process.exitValue()
              + ": "
              + Files.readString(directory.resolve("console"))
              + Files.readString(directory.resolve(CatProbe.ERRORS)));
    }
    double own = Long.parseLong(Files.readString(directory.resolve(CatProbe.NANOS))) / 1e9;
    FileSystem local = FileSystem.getLocal(cluster.configuration()).getRawFileSystem();
    return new CatRun(
        own,
        seconds,
        OutputFingerprint.of(local, new org.apache.hadoop.fs.Path(directory.toUri())));
  }

  private List<String> arguments() {
    String address = cluster.configuration().get(HailConfigKeys.NAMENODE_RPC_ADDRESS);
    return List.of(
        "-D",
        CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY + "=" + cluster.uri(),
        "-D",
        HailConfigKeys.NAMENODE_RPC_ADDRESS + "=" + address,
        "cat",
        "--filter",
        "sourceIP = '172.101.11.46'",
        "--project",
        "searchWord,duration,adRevenue",
        file.toString());
  }
}
