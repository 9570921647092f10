// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.hail.datanode.report.LocalReplicas;
import dev.hail.format.block.sort.BlockSorter;
import dev.hail.format.block.write.BlockBuilder;
import dev.hail.format.block.write.BlockOptions;
import dev.hail.format.schema.Schema;
import dev.hail.protocol.PseudoReplicaId;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DataChecksum;

/** A datanode's disks with replicas and pseudo replicas, as files; a test has them hang or fail. */
final class PseudoDisks implements LocalReplicas, PseudoHost {
  static final String POOL = "BP-1";

  private static final int ATTRIBUTE = 2;
  private static final long STAMP = 1_001;
  static final long CAPACITY = 1L << 40;

  /** So that ids of pseudo replicas can be made of those of blocks. */
  private static final long FIRST_SOURCE = 1L << 30;

  private final List<Disk> disks = new ArrayList<>();
  private final Map<Long, LocalReplica> sources = new ConcurrentHashMap<>();
  private volatile boolean volumesLost;

  PseudoDisks(Path directory, int count) throws IOException {
    for (int disk = 0; disk < count; disk++) {
      Path pool = directory.resolve("disk" + disk).resolve(POOL);
      Files.createDirectories(pool.resolve("current"));
      disks.add(new Disk("DS-" + disk, pool.toFile()));
    }
  }

  /** One disk. */
  private static final class Disk extends FileIoProvider {
    private final String id;
    private final File pool;
    private final FsVolumeSpi volume = mock(FsVolumeSpi.class);
    private final CountDownLatch met = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch deletesReleased = new CountDownLatch(1);
    private volatile boolean holdsDeletes;
    private volatile boolean hangs;
    private volatile long available = CAPACITY;
    private volatile boolean confused;
    private volatile String failure = "";
    private volatile File unreadable;
    private volatile String refusal = "";

    Disk(String id, File pool) throws IOException {
      super(null, null);
      this.id = id;
      this.pool = pool;
      when(volume.obtainReference()).thenReturn(mock(FsVolumeReference.class));
      when(volume.getStorageID()).thenReturn(id);
      when(volume.getFileIoProvider()).thenReturn(this);
      when(volume.getStorageType()).thenReturn(StorageType.DISK);
    }

    @Override
    public FileInputStream getFileInputStream(FsVolumeSpi of, File file)
        throws FileNotFoundException {
      if (hangs) {
        met.countDown();
        awaitRelease();
      }
      String refused = refusal;
      refusal = "";
      if (!refused.isEmpty()) {
        throw new FileNotFoundException(file + " " + refused);
      }
      return failure.isEmpty() ? super.getFileInputStream(of, file) : new Failing(file, failure);
    }

    @Override
    public File[] listFiles(FsVolumeSpi of, File folder) throws IOException {
      if (hangs) {
        met.countDown();
        awaitRelease();
      }
      if (!failure.isEmpty() || folder.equals(unreadable)) {
        throw new IOException("Cannot list " + folder + " " + failure);
      }
      return super.listFiles(of, folder);
    }

    @Override
    public boolean deleteWithExistsCheck(FsVolumeSpi of, File file) {
      if (holdsDeletes) {
        await(deletesReleased);
      }
      return super.deleteWithExistsCheck(of, file);
    }

    private void awaitRelease() {
      await(released);
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static final class Failing extends FileInputStream {
    private final String failure;

    Failing(File file, String failure) throws FileNotFoundException {
      super(file);
      this.failure = failure;
    }

    @Override
    public int read() throws IOException {
      throw new IOException(failure);
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      throw new IOException(failure);
    }
  }

  // ---- what a test does ----

  /**
   * Puts a block and its pseudo replica on a disk.
   *
   * @param source from 1, which tells blocks apart
   * @return the id of the pseudo replica
   */
  long put(int disk, long source) throws IOException {
    PseudoReplicaId key = key(source);
    putSource(disk, source);
    byte[] sorted = sorted(source);
    File folder = PseudoFolder.of(disks.get(disk).pool).of(key.blockId());
    write(
        disks.get(disk), Files.createDirectories(folder.toPath()).toFile(), key.blockId(), sorted);
    return key.blockId();
  }

  /**
   * Puts just a block on a disk.
   *
   * @return what a pseudo replica of it comes as
   */
  ExtendedBlock putSource(int disk, long source) throws IOException {
    PseudoReplicaId key = key(source);
    File own = Files.createDirectories(disks.get(disk).pool.toPath().resolve("current")).toFile();
    sources.put(
        key.sourceBlockId(), write(disks.get(disk), own, key.sourceBlockId(), block(source)));
    return new ExtendedBlock(POOL, key.blockId(), block(source).length, STAMP);
  }

  /** The bytes of a block's pseudo replica. */
  static byte[] sorted(long source) throws IOException {
    byte[] block = block(source);
    return BlockSorter.sort(block, block.length, ATTRIBUTE);
  }

  private static PseudoReplicaId key(long source) {
    return new PseudoReplicaId(FIRST_SOURCE + source, ATTRIBUTE);
  }

  private static byte[] block(long seed) {
    BlockBuilder builder = new BlockBuilder(Schema.parse("a INT, b INT"), BlockOptions.of(1));
    for (int row = 0; row < 100; row++) {
      builder.column(1).appendLong(row);
      builder.column(2).appendLong((row * 31L + seed) % 100);
      builder.endRow();
    }
    return builder.build();
  }

  private static LocalReplica write(Disk disk, File folder, long id, byte[] bytes)
      throws IOException {
    FinalizedReplica replica = new FinalizedReplica(id, bytes.length, STAMP, disk.volume, folder);
    write(replica, bytes);
    return replica;
  }

  /** Writes the two files of a replica. */
  static void write(LocalReplica replica, byte[] bytes) throws IOException {
    Files.write(replica.getBlockFile().toPath(), bytes);
    DataChecksum checksum = DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512);
    byte[] sums = new byte[checksum.getChecksumSize(bytes.length)];
    checksum.calculateChunkedSums(bytes, 0, bytes.length, sums, 0);
    try (DataOutputStream out =
        new DataOutputStream(Files.newOutputStream(replica.getMetaFile().toPath()))) {
      BlockMetadataHeader.writeHeader(out, checksum);
      out.write(sums);
    }
  }

  /** The datanode's own replica goes without a word. */
  void loseSource(long source) {
    sources.remove(key(source).sourceBlockId());
  }

  /** Others leave no room on any disk. */
  void fill() {
    disks.forEach(disk -> disk.available = 0);
  }

  /** Others leave that many bytes on a disk; with fewer than none nobody can tell how many. */
  void leave(int disk, long bytes) {
    disks.get(disk).available = bytes;
  }

  /** Whoever asks how full a disk is meets an error that is no disk's. */
  void confuse(int disk) {
    disks.get(disk).confused = true;
  }

  /** Files of a disk stay until {@link #release}. */
  void holdDeletes(int disk) {
    disks.get(disk).holdsDeletes = true;
  }

  /** Whoever reads the disk waits from now on; returns what tells that somebody does. */
  CountDownLatch hang(int disk) {
    disks.get(disk).hangs = true;
    return disks.get(disk).met;
  }

  /** Whoever reads the disk fails from now on. */
  void fail(int disk, String failure) {
    disks.get(disk).failure = failure;
  }

  /**
   * A directory with replicas cannot be listed.
   *
   * @param id one of them
   * @param outer whether it is the directory around that of the replica
   */
  void failToList(int disk, long id, boolean outer) {
    File folder = PseudoFolder.of(disks.get(disk).pool).of(id);
    disks.get(disk).unreadable = outer ? folder.getParentFile() : folder;
  }

  /** Whether no disk has the block pool. */
  void loseVolumes(boolean lost) {
    volumesLost = lost;
  }

  /** The next file of the disk cannot be opened. */
  void refuseOnce(int disk, String refusal) {
    disks.get(disk).refusal = refusal;
  }

  /** No disk hangs any more. */
  void release() {
    for (Disk disk : disks) {
      disk.hangs = false;
      disk.holdsDeletes = false;
      disk.released.countDown();
      disk.deletesReleased.countDown();
    }
  }

  // ---- what the pseudo replicas ask ----

  @Override
  public String datanodeUuid() {
    return "datanode";
  }

  @Override
  public String nameservice(String blockPoolId) {
    return null;
  }

  @Override
  public List<LocalReplica> finalized(String blockPoolId) {
    return List.copyOf(sources.values());
  }

  @Override
  public Map<String, Volume> volumes(String blockPoolId) {
    Map<String, Volume> found = new HashMap<>();
    if (volumesLost) {
      return found;
    }
    for (Disk disk : disks) {
      Volume volume = new Volume(disk, disk.volume, new File(disk.pool, "current"));
      found.put(disk.id, volume);
    }
    return found;
  }

  @Override
  public Optional<LocalReplica> find(String blockPoolId, long blockId) {
    return Optional.ofNullable(sources.get(blockId));
  }

  @Override
  public boolean isActive(String blockPoolId, String namenodeId) {
    return true;
  }

  @Override
  public List<FsVolumeSpi> volumes(StorageType type) {
    return type == StorageType.DISK ? disks.stream().map(disk -> disk.volume).toList() : List.of();
  }

  @Override
  public boolean isInUse(FsVolumeSpi volume) {
    return true;
  }

  @Override
  public Room room(FsVolumeSpi volume) throws IOException {
    Disk disk = (Disk) volume.getFileIoProvider();
    if (disk.confused) {
      throw new IllegalStateException("df is confused");
    }
    if (disk.available < 0) {
      throw new IOException("df failed");
    }
    return new Room(CAPACITY, disk.available);
  }

  @Override
  public void countUsed(String blockPoolId, FsVolumeSpi volume, long bytes) {}

  @Override
  public void forgetOpenFiles(String blockPoolId, long blockId) {}
}
