// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.step.StepListener;
import dev.hail.testing.LiveFiles;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.StorageLocation;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.HailDatasetFactory;

/**
 * HAIL's dataset on disks that are full for one block: where a file named {@link #ORDER_SORTED} or
 * {@link #ORDER_ALL} lies in the directory that {@value #DIRECTORY} names, the first datanode that
 * is about to write a sorted replica takes that file away, and what it then writes is led to {@code
 * /dev/full}, where the kernel itself says that there is no room.
 */
public final class FillingDatasetFactory extends HailDatasetFactory {
  static final String DIRECTORY = "hail.test.fill";

  /** No room for the sorted replica; the unsorted one can be written. */
  static final String ORDER_SORTED = "sorted";

  /** No room for the block in any order. */
  static final String ORDER_ALL = "all";

  private static final Path FULL = Path.of("/dev/full");
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  /** More conversions than a datanode of a test has made by then. */
  private static final int NAMES = 500;

  @Override
  protected StepListener<ReplicaStep> steps(Configuration conf) {
    List<Path> volumes = new ArrayList<>();
    for (String location : conf.getTrimmedStrings(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY)) {
      try {
        volumes.add(Path.of(StorageLocation.parse(location).getNormalizedUri()));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return new Filler(Path.of(conf.get(DIRECTORY)), volumes);
  }

  /** Whether a file of the datanodes is led to the full disk. */
  static boolean isFull(Path file) throws IOException {
    return Files.isSymbolicLink(file) && Files.readSymbolicLink(file).equals(FULL);
  }

  /**
   * Where the sorted copy of an unfinished replica will be written.
   *
   * @param conversions how many conversions its datanode makes at most
   */
  static List<Path> sideFiles(Path replica, String blockId, int conversions) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> checksums =
        Files.newDirectoryStream(replica.getParent(), "blk_" + blockId + "_*.meta")) {
      for (Path meta : checksums) {
        String stamp = meta.getFileName().toString().replaceAll(".*_(\\d+)\\.meta", "$1");
        for (int i = 1; i <= conversions; i++) {
          String name = "hail-" + blockId + "-" + stamp + "-" + i + ".data";
          files.add(replica.resolveSibling(name));
        }
      }
    }
    return files;
  }

  /** All files of unfinished replicas below a directory. */
  static List<Path> unfinished(Path directory) throws IOException {
    return LiveFiles.find(directory, file -> file.getParent().endsWith("rbw"));
  }

  private static final class Filler implements StepListener<ReplicaStep> {
    private final Path directory;
    private final List<Path> volumes;

    Filler(Path directory, List<Path> volumes) {
      this.directory = directory;
      this.volumes = volumes;
    }

    @Override
    public void before(ReplicaStep step) throws IOException {
      if (step != ReplicaStep.WRITE) {
        return;
      }
      if (Files.deleteIfExists(directory.resolve(ORDER_SORTED))) {
        fill(false);
      } else if (Files.deleteIfExists(directory.resolve(ORDER_ALL))) {
        fill(true);
      }
    }

    private void fill(boolean unsortedToo) throws IOException {
      for (Path volume : volumes) {
        for (Path file : unfinished(volume)) {
          String name = file.getFileName().toString();
          if (name.matches("blk_\\d+")) {
            lead(file, name.substring("blk_".length()), unsortedToo);
          }
        }
      }
    }

    private static void lead(Path replica, String id, boolean unsortedToo) throws IOException {
      for (Path sideFile : sideFiles(replica, id, NAMES)) {
        Files.createSymbolicLink(sideFile, FULL);
      }
      if (unsortedToo) {
        awaitClosed(replica);
        Files.delete(replica);
        Files.createSymbolicLink(replica, FULL);
      }
    }

    /** An open file has room under whatever name. */
    private static void awaitClosed(Path file) throws IOException {
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
      while (isOpen(file.toRealPath())) {
        if (System.nanoTime() > deadline) {
          throw new IllegalStateException("Its writer keeps " + file + " open");
        }
        try {
          Thread.sleep(5);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("Interrupted while a test waited for " + file);
        }
      }
    }

    private static boolean isOpen(Path file) throws IOException {
      try (Stream<Path> open = Files.list(OPEN_FILES)) {
        for (Path descriptor : open.toList()) {
          if (isFor(descriptor, file)) {
            return true;
          }
        }
      }
      return false;
    }

    private static boolean isFor(Path descriptor, Path file) throws IOException {
      try {
        return Files.readSymbolicLink(descriptor).equals(file);
      } catch (NoSuchFileException closedSince) {
        return false;
      }
    }

    @Override
    public void after(ReplicaStep step) {}
  }
}
