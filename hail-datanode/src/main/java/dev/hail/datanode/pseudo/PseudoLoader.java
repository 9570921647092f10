// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.pseudo;

import dev.hail.datanode.log.BlockLog;
import dev.hail.datanode.report.LocalReplicas;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.NewerFormatException;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.ReplicaInfo;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.datanode.FinalizedReplica;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the pseudo replicas that a volume holds when the datanode starts. A pseudo replica is taken
 * only if the datanode's own replica of the block has its stamp and the same rows. Stamps alone do
 * not suffice: after a rollback HDFS gives out ids and stamps again. What is not taken is deleted,
 * unless it cannot be read now.
 */
final class PseudoLoader {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoLoader.class);

  private final BlockLog log = new BlockLog(LOG);
  private final LocalReplicas own;
  private final PseudoHost host;
  private final PseudoStore store;
  private final PseudoReplicas.Listener listener;

  PseudoLoader(
      LocalReplicas own, PseudoHost host, PseudoStore store, PseudoReplicas.Listener listener) {
    this.own = own;
    this.host = host;
    this.store = store;
    this.listener = listener;
  }

  /**
   * Reads one volume; may take long. A directory that cannot be read hides no other.
   *
   * @param progressed is run with each step
   * @throws IOException the first failure, when all else is read
   */
  void load(String blockPoolId, LocalReplicas.Volume volume, Runnable progressed)
      throws IOException {
    File pool = volume.directory().getParentFile();
    PseudoFolder folder = PseudoFolder.of(pool);
    noteOthers(folder);
    deleteAll(blockPoolId, volume, folder.unfinished());
    int[] counts = new int[2];
    List<IOException> failures = new ArrayList<>();
    for (File inner : innerDirectories(volume, folder, failures)) {
      try {
        load(blockPoolId, volume, inner, counts, progressed);
      } catch (IOException e) {
        failures.add(e);
      }
      progressed.run();
    }
    if (counts[0] + counts[1] > 0) {
      LOG.info(
          "{} pseudo replicas of block pool {} found on {}, {} of no use deleted",
          counts[0],
          blockPoolId,
          volume.volume(),
          counts[1]);
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
  }

  private static List<File> innerDirectories(
      LocalReplicas.Volume volume, PseudoFolder folder, List<IOException> failures)
      throws IOException {
    List<File> found = new ArrayList<>();
    for (File outer : files(volume, folder.finalized())) {
      try {
        found.addAll(Arrays.asList(files(volume, outer)));
      } catch (IOException e) {
        failures.add(e);
      }
    }
    return found;
  }

  /**
   * Logs which folders stay as they are: a later release may keep pseudo replicas in another way.
   */
  private static void noteOthers(PseudoFolder folder) {
    String[] versions = folder.root().getParentFile().list();
    for (String version : versions == null ? new String[0] : versions) {
      if (!version.equals(folder.root().getName())) {
        LOG.warn(
            "{} is not of this release, and left alone",
            new File(folder.root().getParent(), version));
      }
    }
  }

  /** Lists the files of a directory; none if the directory is not there. */
  private static File[] files(LocalReplicas.Volume volume, File directory) throws IOException {
    return directory.isDirectory()
        ? volume.io().listFiles(volume.volume(), directory)
        : new File[0];
  }

  private void deleteAll(String blockPoolId, LocalReplicas.Volume volume, File directory)
      throws IOException {
    for (File file : files(volume, directory)) {
      Long id = idOf(file.getName());
      // Somebody may write one already.
      if (id != null && store.claim(blockPoolId, id)) {
        try {
          volume.io().deleteWithExistsCheck(volume.volume(), file);
        } finally {
          store.release(blockPoolId, id);
        }
      }
    }
  }

  private static Long idOf(String name) {
    boolean meta = Block.isMetaFilename(name);
    return meta || Block.isBlockFilename(new File(name)) ? Block.getBlockId(name) : null;
  }

  /**
   * Loads one directory.
   *
   * @param counts replicas taken, and replicas deleted
   */
  private void load(
      String blockPoolId,
      LocalReplicas.Volume volume,
      File directory,
      int[] counts,
      Runnable progressed)
      throws IOException {
    Map<Long, File> data = new HashMap<>();
    Map<Long, File> checksums = new HashMap<>();
    for (File file : files(volume, directory)) {
      Long id = idOf(file.getName());
      if (id != null) {
        (Block.isMetaFilename(file.getName()) ? checksums : data).put(id, file);
      }
    }
    for (Map.Entry<Long, File> meta : checksums.entrySet()) {
      File block = data.remove(meta.getKey());
      int outcome = load(blockPoolId, volume, meta.getKey(), block, meta.getValue());
      if (outcome >= 0) {
        counts[outcome]++;
      }
      progressed.run();
    }
    for (Map.Entry<Long, File> alone : data.entrySet()) {
      counts[1] += delete(blockPoolId, volume, alone.getKey(), alone.getValue()) ? 1 : 0;
      progressed.run();
    }
  }

  /** Returns 0 if it was taken, 1 if it was deleted, -1 if neither. */
  private int load(
      String blockPoolId, LocalReplicas.Volume volume, long id, File block, File meta) {
    if (!store.claim(blockPoolId, id)) {
      return -1;
    }
    try {
      if (store.find(blockPoolId, id) != null) {
        return -1;
      }
      if (block != null && take(blockPoolId, volume, id, block, meta)) {
        return 0;
      }
    } catch (CorruptBlockException | NewerFormatException e) {
      log.info("pseudo", block + " is deleted: " + e.getMessage());
    } catch (IOException e) {
      log.warn("pseudo", block + " cannot be read, and is left: " + e);
      return -1;
    } finally {
      store.release(blockPoolId, id);
    }
    boolean deleted = delete(blockPoolId, volume, id, meta);
    return deleted && (block == null || delete(blockPoolId, volume, id, block)) ? 1 : -1;
  }

  private boolean take(
      String blockPoolId, LocalReplicas.Volume volume, long id, File block, File meta)
      throws IOException {
    PseudoReplicaId key = PseudoReplicaId.of(id);
    Optional<LocalReplica> source =
        key == null ? Optional.empty() : own.find(blockPoolId, key.sourceBlockId());
    long stamp = Block.getGenerationStamp(meta.getName());
    if (source.isEmpty()
        || source.get().getGenerationStamp() != stamp
        || source.get().getNumBytes() != block.length()) {
      return false;
    }
    FinalizedReplica files =
        new FinalizedReplica(id, block.length(), stamp, volume.volume(), block.getParentFile());
    if (!files.getBlockFile().equals(block)) {
      return false;
    }
    BlockFront front = PseudoCheck.front(files);
    try {
      PseudoCheck.compare(key, PseudoCheck.front(source.get()), front);
    } catch (PseudoMismatchException other) {
      log.info("pseudo", block + " is deleted: " + other.getMessage());
      return false;
    }
    ReplicaInfo info = PseudoCheck.info(key, front, files);
    long bytes = block.length() + meta.length();
    ServedReplica replica = new ServedReplica(key, files, info, bytes, System.nanoTime());
    if (!store.add(blockPoolId, replica)) {
      return false;
    }
    listener.found(blockPoolId, info);
    return true;
  }

  private boolean delete(String blockPoolId, LocalReplicas.Volume volume, long id, File file) {
    if (!store.claim(blockPoolId, id)) {
      return false;
    }
    try {
      // Under the claim: a writer may have stored one since the files were listed.
      if (store.find(blockPoolId, id) != null) {
        return false;
      }
      long bytes = file.length();
      boolean deleted = volume.io().deleteWithExistsCheck(volume.volume(), file);
      if (deleted) {
        host.countUsed(blockPoolId, volume.volume(), -bytes);
      }
      return deleted;
    } finally {
      store.release(blockPoolId, id);
    }
  }
}
