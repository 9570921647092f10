// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.hail.conf.HailConfigKeys;
import dev.hail.conf.HailConfiguration;
import dev.hail.minicluster.DaemonMetrics;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.TestBlocks;
import dev.hail.minicluster.Waiting;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A datanode with two disks, of which one hangs: an SSD, which files below {@code /ssd} are on, and
 * a hard disk.
 */
class HungDiskTest {
  private static final int UPLOADS = 8;
  private static final String SLOW = "/disk";
  private static final String QUICK = "/ssd";

  @TempDir private Path directory;
  private final byte[] block = TestBlocks.block(1, 500, 1);

  @Test
  void disk_hangingDuringSortedWrite_holdsUpNobodyElse() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    Path orders = Files.createDirectory(directory.resolve("orders"));
    Path pipe = orders.resolve(HangingDatasetFactory.PIPE);
    try (HailMiniCluster cluster = start(disk, orders)) {
      run("mkfifo", pipe.toString());
      CompletableFuture<Void> slow = startWrite(cluster, SLOW + "/hung");
      Waiting.until("a sorter hangs", () -> threads("SideFiles") > 0);

      assertOthersAreSorted(cluster);
      // Late, so it is stored as it came, although its sorter hangs for good.
      slow.get();
      assertThat(orders(cluster, SLOW + "/hung")).containsExactly(0);
      assertThat(threads("SideFiles")).isPositive();
      assertThat(DaemonMetrics.ofDataNodes(cluster, "KeptLate")).isGreaterThanOrEqualTo(1);
      release(pipe);
    }
  }

  @Test
  void volume_whileSorterMayWriteToIt_isNotTakenOut() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    Path orders = Files.createDirectory(directory.resolve("orders"));
    Path pipe = orders.resolve(HangingDatasetFactory.PIPE);
    try (HailMiniCluster cluster = start(disk, orders)) {
      run("mkfifo", pipe.toString());
      var file = new org.apache.hadoop.fs.Path(SLOW + "/left");
      DistributedFileSystem writer = cluster.newFileSystem();
      HdfsDataOutputStream out = TestBlocks.create(writer, file, 1, 2L * block.length);
      out.write(block);
      out.hflush();
      Waiting.until("a sorter hangs", () -> threads("SideFiles") > 0);
      writer.getClient().closeAllFilesBeingWritten(true);
      Waiting.until("its writer is gone", () -> threads("BlockReceiver.receiveBlock") == 0);

      DataNode node = cluster.dfs().getDataNodes().get(0);
      String all = node.getConf().get(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY);
      String others = all.substring(all.indexOf(',') + 1);
      CompletableFuture<Void> removal =
          start(
              "removal",
              () -> node.reconfigurePropertyImpl(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, others));
      Waiting.until(
          "Hadoop waits for those who use the volume",
          () -> removal.isDone() || threads("FsVolumeList.waitVolumeRemoved") > 0);
      assertThat(removal).isNotDone();
      assertThat(threads("SideFiles")).isPositive();

      release(pipe);
      removal.get();
      assertThat(threads("SideFiles")).isZero();
    }
  }

  /** Lets the sorter that hangs in the pipe go on. */
  private static void release(Path pipe) throws IOException {
    try (InputStream in = Files.newInputStream(pipe)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    Files.delete(pipe);
  }

  @Test
  void frozenFileSystem_underWriters_holdsUpOnlyThemAndLosesNothing() throws Exception {
    Path mount = Files.createDirectory(directory.resolve("mount"));
    Path orders = Files.createDirectory(directory.resolve("orders"));
    try (FrozenDisk frozen = FrozenDisk.mount(directory.resolve("image"), mount)) {
      try (HailMiniCluster cluster = start(mount, orders)) {
        Path hold = Files.createFile(orders.resolve(HangingDatasetFactory.HOLD));
        CompletableFuture<Void> slow = startWrite(cluster, SLOW + "/hung");
        Waiting.until("its replica is to be written", () -> !Files.exists(hold));
        frozen.freeze();
        Files.delete(orders.resolve(HangingDatasetFactory.HELD));
        Waiting.until("a sorter hangs", () -> threads("SideFiles") > 0);
        List<CompletableFuture<Void>> more = new ArrayList<>();
        for (int i = 0; i < UPLOADS; i++) {
          more.add(startWrite(cluster, SLOW + "/more-" + i));
        }

        assertOthersAreSorted(cluster);
        assertThat(slow).isNotDone();

        frozen.thaw();
        slow.get();
        assertSound(cluster, SLOW + "/hung");
        for (int i = 0; i < UPLOADS; i++) {
          more.get(i).get();
          assertSound(cluster, SLOW + "/more-" + i);
        }
        startWrite(cluster, SLOW + "/later").get();
        assertThat(orders(cluster, SLOW + "/later")).containsExactly(1);
      }
    }
  }

  private static HailMiniCluster start(Path disk, Path orders) throws Exception {
    Path ssd = Files.createDirectory(orders.resolveSibling("ssd"));
    Configuration settings = HailConfiguration.load();
    settings.set(
        DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY, "[DISK]file://" + disk + ",[SSD]file://" + ssd);
    settings.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, HangingDatasetFactory.class.getName());
    settings.set(HangingDatasetFactory.DIRECTORY, orders.toString());
    settings.set(HangingDatasetFactory.VOLUME, disk.toString());
    // Were it one of all disks, it would be the one that hangs.
    settings.setInt(HailConfigKeys.DATANODE_SORT_THREADS, 1);
    // The one that hangs is waited for. Those to the other disk take seconds together.
    settings.set(HailConfigKeys.DATANODE_SORT_DEADLINE, "20s");
    HailMiniCluster cluster =
        HailMiniCluster.builder()
            .dataNodes(1)
            .quickHeartbeats()
            .configuration(settings)
            .customize(hdfs -> hdfs.manageDataDfsDirs(false))
            .build();
    try {
      cluster.awaitHail();
      for (String path : List.of(SLOW, QUICK)) {
        cluster.fileSystem().mkdirs(new org.apache.hadoop.fs.Path(path));
      }
      cluster
          .fileSystem()
          .setStoragePolicy(
              new org.apache.hadoop.fs.Path(QUICK), HdfsConstants.ALLSSD_STORAGE_POLICY_NAME);
      return cluster;
    } catch (Exception e) {
      cluster.close();
      throw e;
    }
  }

  private void assertOthersAreSorted(HailMiniCluster cluster) throws Exception {
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    for (int i = 0; i < UPLOADS; i++) {
      writes.add(startWrite(cluster, QUICK + "/" + i));
    }
    for (int i = 0; i < UPLOADS; i++) {
      writes.get(i).get();
      assertThat(orders(cluster, QUICK + "/" + i)).as("upload %d", i).containsExactly(1);
    }
    assertThat(
            TestBlocks.located(cluster.fileSystem(), new org.apache.hadoop.fs.Path(QUICK + "/0"))
                .get(0)
                .getStorageTypes())
        .containsExactly(StorageType.SSD);
  }

  private void assertSound(HailMiniCluster cluster, String path) throws IOException {
    var replicas = TestBlocks.replicas(cluster, onlyBlock(cluster, path));
    assertThat(replicas).as(path).hasSize(1);
    TestBlocks.assertSound(block, replicas);
  }

  private CompletableFuture<Void> startWrite(HailMiniCluster cluster, String path) {
    return start(
        "write " + path,
        () ->
            TestBlocks.write(cluster.fileSystem(), new org.apache.hadoop.fs.Path(path), 1, block));
  }

  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  private static CompletableFuture<Void> start(String name, Work work) {
    CompletableFuture<Void> end = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
                end.complete(null);
              } catch (Throwable failure) {
                end.completeExceptionally(failure);
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return end;
  }

  private static List<Integer> orders(HailMiniCluster cluster, String path) throws IOException {
    return TestBlocks.orders(TestBlocks.replicas(cluster, onlyBlock(cluster, path)));
  }

  private static ExtendedBlock onlyBlock(HailMiniCluster cluster, String path) throws IOException {
    return TestBlocks.located(cluster.fileSystem(), new org.apache.hadoop.fs.Path(path))
        .get(0)
        .getBlock();
  }

  /** Threads of this process that are in a method of that class or that class and method. */
  private static long threads(String method) {
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack -> {
              for (StackTraceElement frame : stack) {
                String name = frame.getClassName() + "." + frame.getMethodName();
                if (name.contains(method)) {
                  return true;
                }
              }
              return false;
            })
        .count();
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said;
    try (InputStream out = process.getInputStream()) {
      said = new String(out.readAllBytes(), StandardCharsets.UTF_8);
    }
    try {
      assertThat(process.waitFor()).as("%s: %s", String.join(" ", command), said).isZero();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while " + command[0] + " ran");
    }
  }

  /** A file system of its own that root can freeze. */
  private static final class FrozenDisk implements AutoCloseable {
    private static final String SIZE = "96M";

    /** Should this process die meanwhile, its threads could not end before. */
    private static final int THAW_ANYWAY_SECONDS = 240;

    private final Path mount;

    /** Thaws it anyway; null while it is not frozen. */
    private Process thawer;

    private FrozenDisk(Path mount) {
      this.mount = mount;
    }

    static FrozenDisk mount(Path image, Path mount) throws IOException {
      run("truncate", "-s", SIZE, image.toString());
      try {
        run("mkfs.ext4", "-q", "-F", image.toString());
        run("mount", "-o", "loop", image.toString(), mount.toString());
      } catch (IOException | AssertionError e) {
        assumeTrue(false, "Needs root and loop devices to freeze a file system: " + e.getMessage());
      }
      return new FrozenDisk(mount);
    }

    void freeze() throws IOException {
      // With this process' own output it would keep the build waiting for the end of that.
      thawer =
          new ProcessBuilder("sh", "-c", "sleep " + THAW_ANYWAY_SECONDS + "; fsfreeze -u " + mount)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(thawer.isAlive()).isTrue();
      run("fsfreeze", "-f", mount.toString());
    }

    void thaw() throws IOException {
      run("fsfreeze", "-u", mount.toString());
      List<ProcessHandle> sleep = thawer.descendants().toList();
      thawer.destroyForcibly();
      sleep.forEach(ProcessHandle::destroyForcibly);
      thawer = null;
    }

    @Override
    public void close() throws IOException {
      if (thawer != null) {
        thaw();
      }
      run("umount", "-l", mount.toString());
    }
  }
}
