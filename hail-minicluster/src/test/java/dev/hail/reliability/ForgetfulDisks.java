// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.reliability;

import dev.hail.testing.LiveFiles;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * The disks of one datanode, which forget at a power cut what was not forced to them: a file has
 * the bytes of its last sync, a directory the names of its last sync. Only files of replicas count,
 * Hadoop's and HAIL's; everything there when the datanode starts is on disk. Directories themselves
 * are never forgotten. Thread-safe.
 */
final class ForgetfulDisks extends FileIoProvider {
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  private final List<Path> volumes;

  /** Number of each file that is or was there; inodes alone are used again. */
  private final Map<Object, Long> numbers = new HashMap<>();

  private final Map<Long, byte[]> contents = new HashMap<>();
  private final Map<Path, Map<String, Long>> names = new HashMap<>();
  private long lastNumber;
  private boolean off;

  ForgetfulDisks(Configuration conf, DataNode datanode, List<Path> volumes) throws IOException {
    super(conf, datanode);
    this.volumes = volumes;
    for (Path file : replicaFiles()) {
      long number = born(file);
      contents.put(number, Files.readAllBytes(file));
    }
    for (Path file : replicaFiles()) {
      names.put(file.getParent(), listed(file.getParent()));
    }
  }

  /** The power fails: what is forced to the disks from now on is lost. */
  synchronized void cutPower() {
    off = true;
  }

  /** What is left once the datanode has stopped: its files become those that were on disk. */
  synchronized void forget() throws IOException {
    Set<Path> directories = new HashSet<>(names.keySet());
    for (Path file : replicaFiles()) {
      directories.add(file.getParent());
      Files.delete(file);
    }
    for (Path directory : directories) {
      for (Map.Entry<String, Long> entry : names.getOrDefault(directory, Map.of()).entrySet()) {
        Files.write(
            directory.resolve(entry.getKey()),
            contents.getOrDefault(entry.getValue(), new byte[0]));
      }
    }
  }

  /** The files of all replicas of a block, data and checksums, finalized or not, by name. */
  Map<String, byte[]> filesOf(long blockId) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    for (Path file : replicaFiles()) {
      if (file.getFileName().toString().matches("blk_" + blockId + "(_\\d+\\.meta)?")) {
        files.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  private List<Path> replicaFiles() throws IOException {
    Set<Path> files = new HashSet<>();
    for (Path volume : volumes) {
      files.addAll(LiveFiles.find(volume, file -> isOfReplica(file) && Files.isRegularFile(file)));
    }
    return List.copyOf(files);
  }

  private static boolean isOfReplica(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("blk_") || name.startsWith("hail-");
  }

  private static Object inode(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private synchronized long born(Path file) throws IOException {
    long number = ++lastNumber;
    numbers.put(inode(file), number);
    return number;
  }

  private synchronized long number(Path file) throws IOException {
    Long known = numbers.get(inode(file));
    return known == null ? born(file) : known;
  }

  private Map<String, Long> listed(Path directory) throws IOException {
    Map<String, Long> found = new HashMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(ForgetfulDisks::isOfReplica).toList()) {
        found.put(file.getFileName().toString(), number(file));
      }
    }
    return found;
  }

  // ---- what the datanode does to its files ----

  @Override
  public boolean createFile(FsVolumeSpi volume, File file) throws IOException {
    boolean created = super.createFile(volume, file);
    if (created) {
      born(file.toPath());
    }
    return created;
  }

  @Override
  public FileOutputStream getFileOutputStream(FsVolumeSpi volume, File file)
      throws FileNotFoundException {
    FileOutputStream out = super.getFileOutputStream(volume, file);
    try {
      born(file.toPath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out;
  }

  @Override
  public void sync(FsVolumeSpi volume, FileOutputStream out) throws IOException {
    super.sync(volume, out);
    synchronized (this) {
      if (!off) {
        Path file = fileOf(out.getFD());
        contents.put(number(file), Files.readAllBytes(file));
      }
    }
  }

  /** Hadoop renames files while it writes them, and opens some of them by itself. */
  private static Path fileOf(FileDescriptor descriptor) throws IOException {
    try {
      Field number = FileDescriptor.class.getDeclaredField("fd");
      number.setAccessible(true);
      return Files.readSymbolicLink(OPEN_FILES.resolve(number.get(descriptor).toString()));
    } catch (ReflectiveOperationException e) {
      throw new IOException("This Java keeps the number of an open file elsewhere", e);
    }
  }

  @Override
  public void dirSync(FsVolumeSpi volume, File directory) throws IOException {
    super.dirSync(volume, directory);
    synchronized (this) {
      if (!off) {
        names.put(directory.toPath(), listed(directory.toPath()));
      }
    }
  }
}
