// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.report;

import dev.hail.protocol.ReplicaInfo;
import dev.hail.protocol.proto.HailProtos.ReplicaProto;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that says what the replicas of one volume and block pool are. The datanode writes it when
 * it stops, and reads and deletes it when it starts, so that it need not read the fronts again. It
 * lies beside Hadoop's own cache of replicas and goes with it. A file that is torn or old is worth
 * nothing; an entry is believed only if the replica's file is as it was.
 */
public final class InventoryFile {
  private static final Logger LOG = LoggerFactory.getLogger(InventoryFile.class);

  static final String NAME = "hail-replicas";

  private static final long MAGIC = 0x4841_494c_494e_5631L; // HAILINV1
  private static final int END = 0;
  private static final int HAIL = 1;
  private static final int PLAIN = 2;

  private static final long OLDEST_MILLIS = TimeUnit.DAYS.toMillis(1);

  /** A replica that became final while the file was written may be missing from it. */
  private static final long UNSETTLED_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final FileIoProvider io;
  private final FsVolumeSpi volume;
  private final File file;
  private final File fresh;

  /**
   * The file of a volume.
   *
   * @param directory where Hadoop keeps the block pool's replicas on the volume
   */
  InventoryFile(FileIoProvider io, FsVolumeSpi volume, File directory) {
    this.io = io;
    this.volume = volume;
    this.file = new File(directory, NAME);
    this.fresh = new File(directory, NAME + ".tmp");
  }

  /** Removes the file of a volume, if there is one. */
  public static void remove(FileIoProvider io, FsVolumeSpi volume, File directory) {
    InventoryFile inventory = new InventoryFile(io, volume, directory);
    io.deleteWithExistsCheck(volume, inventory.file);
    io.deleteWithExistsCheck(volume, inventory.fresh);
  }

  // ---- writing ----

  /**
   * Writes what is known.
   *
   * @param plain whether replicas without an entry are known to be no HAIL blocks
   */
  void write(
      Iterable<LocalReplica> replicas, ReplicaInventory inventory, boolean plain, long nowMillis)
      throws IOException {
    CRC32C sum = new CRC32C();
    try (FileOutputStream target = io.getFileOutputStream(volume, fresh);
        DataOutputStream out =
            new DataOutputStream(
                new CheckedOutputStream(new BufferedOutputStream(target, 1 << 16), sum))) {
      out.writeLong(MAGIC);
      out.writeLong(nowMillis);
      for (LocalReplica replica : replicas) {
        write(replica, inventory, plain, out);
      }
      out.write(END);
      out.writeLong(sum.getValue());
      out.flush();
    }
    io.rename(volume, fresh, file);
  }

  private static void write(
      LocalReplica replica, ReplicaInventory inventory, boolean plain, DataOutputStream out)
      throws IOException {
    ReplicaInventory.Entry entry = inventory.entry(replica.getBlockId());
    if (entry != null) {
      byte[] bytes = entry.replica().toProto().toByteArray();
      out.write(HAIL);
      out.writeInt(bytes.length);
      out.write(bytes);
      out.writeLong(entry.modified());
    } else if (plain && !inventory.isUnreadable(replica.getBlockId())) {
      out.write(PLAIN);
      out.writeLong(replica.getBlockId());
      out.writeLong(replica.getGenerationStamp());
      out.writeLong(replica.getNumBytes());
    }
  }

  // ---- reading ----

  /** What a volume held when the file was written. */
  static final class Remembered {
    /** An inventory that remembers nothing. */
    static final Remembered NOTHING = new Remembered(0);

    private final long writtenMillis;
    private final Map<Long, ReplicaInventory.Entry> hail = new HashMap<>();
    private final Map<Long, long[]> plain = new HashMap<>();

    private Remembered(long writtenMillis) {
      this.writtenMillis = writtenMillis;
    }

    /** The entry of a replica whose file is as it was; null if it has to be read. */
    ReplicaInventory.Entry find(LocalReplica replica) {
      ReplicaInventory.Entry entry = hail.get(replica.getBlockId());
      if (entry == null) {
        return null;
      }
      ReplicaInfo known = entry.replica();
      File block = replica.getBlockFile();
      return known.generationStamp() == replica.getGenerationStamp()
              && known.blockLength() == replica.getNumBytes()
              && known.storageId().equals(replica.getStorageUuid())
              && known.blockLength() == block.length()
              && entry.modified() == block.lastModified()
          ? entry
          : null;
    }

    /** Whether a replica is no HAIL block for certain. */
    boolean isPlain(LocalReplica replica) {
      long[] known = plain.get(replica.getBlockId());
      if (known == null
          || known[0] != replica.getGenerationStamp()
          || known[1] != replica.getNumBytes()) {
        return false;
      }
      File block = replica.getBlockFile();
      long modified = block.lastModified();
      return block.length() == known[1]
          && modified > 0
          && modified < writtenMillis - UNSETTLED_MILLIS;
    }
  }

  /** Reads the file and removes it; remembers nothing if it is missing, torn or old. */
  Remembered take(long nowMillis) {
    io.deleteWithExistsCheck(volume, fresh);
    if (!file.exists()) {
      return Remembered.NOTHING;
    }
    try (FileInputStream source = io.getFileInputStream(volume, file)) {
      if (!io.delete(volume, file)) {
        throw new IOException("it cannot be removed, and would be believed again");
      }
      return read(new BufferedInputStream(source, 1 << 16), nowMillis);
    } catch (IOException | RuntimeException e) {
      LOG.warn("Replicas are read again, since {} is of no use: {}", file, e.toString());
      return Remembered.NOTHING;
    }
  }

  private static Remembered read(BufferedInputStream source, long nowMillis) throws IOException {
    CRC32C sum = new CRC32C();
    DataInputStream in = new DataInputStream(new CheckedInputStream(source, sum));
    if (in.readLong() != MAGIC) {
      throw new IOException("its format is another one");
    }
    Remembered remembered = new Remembered(in.readLong());
    long age = nowMillis - remembered.writtenMillis;
    if (age < 0 || age > OLDEST_MILLIS) {
      throw new IOException("it was written " + age + " ms ago");
    }
    for (int kind = in.readUnsignedByte(); kind != END; kind = in.readUnsignedByte()) {
      switch (kind) {
        case HAIL -> {
          byte[] bytes = in.readNBytes(in.readInt());
          ReplicaInfo replica = ReplicaInfo.fromProto(ReplicaProto.parseFrom(bytes));
          remembered.hail.put(
              replica.blockId(), new ReplicaInventory.Entry(replica, in.readLong()));
        }
        case PLAIN -> {
          long blockId = in.readLong();
          remembered.plain.put(blockId, new long[] {in.readLong(), in.readLong()});
        }
        default -> throw new IOException("it has an entry of unknown kind " + kind);
      }
    }
    long actual = sum.getValue();
    if (in.readLong() != actual) {
      throw new IOException("its checksum is wrong");
    }
    return remembered;
  }
}
