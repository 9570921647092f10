package dev.hail.bench.query;

import dev.hail.bench.job.OutputFingerprint;
import dev.hail.conf.HailConfigKeys;
import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;

/**
 * Bob-Q2 by {@code hail cat}, as somebody at a terminal asks it.
 *
 * @param ownSeconds from the begin of main to the end, class loading and connecting included
 * @param processSeconds the same with start and end of the virtual machine
 */
record CatRun(double ownSeconds, double processSeconds, OutputFingerprint output) {
  private static final int TIMEOUT_MINUTES = 10;

  /** As bin/hail gives them. */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.io=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "-XX:+UseParallelGC",
          "-Djava.net.preferIPv4Stack=true",
          "-Dhail.log.level=WARN");

  /**
   * Asks.
   *
   * @param file UserVisits in HAIL
   * @param scratch local directory for the answer
   */
  static CatRun of(HailMiniCluster cluster, org.apache.hadoop.fs.Path file, Path scratch)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory(scratch, "cat-");
    try {
      return run(cluster, file, directory);
    } finally {
      FileUtil.fullyDelete(directory.toFile());
    }
  }

  private static CatRun run(HailMiniCluster cluster, org.apache.hadoop.fs.Path file, Path directory)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM_OPTIONS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(CatProbe.class.getName(), directory.toString()));
    command.addAll(arguments(cluster, file));
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

  private static List<String> arguments(HailMiniCluster cluster, org.apache.hadoop.fs.Path file) {
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
