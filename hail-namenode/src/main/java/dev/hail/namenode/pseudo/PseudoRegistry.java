// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.pseudo;

import dev.hail.client.pseudo.PseudoLayout;
import dev.hail.client.pseudo.PseudoName;
import dev.hail.namenode.directory.ReplicaDirectory;
import dev.hail.namenode.space.IndexId;
import dev.hail.namenode.space.SpaceLedger;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplica;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.namenode.HailNamespace;
import org.apache.hadoop.ipc.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows which pseudo block replicas there are and in which directory those of a file lie. The
 * files' names and places say all of it, so that a restart or failover finds it again; which
 * datanode has one is in the replica directory, as for any replica. Thread-safe.
 */
final class PseudoRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(PseudoRegistry.class);
  private static final long NEVER = -1;

  private final HailNamespace namespace;
  private final ReplicaDirectory directory;
  private final PseudoLayout layout;
  private final SpaceLedger space;
  private final PseudoReplicas known = new PseudoReplicas();

  /** Directory of the replicas of a file's blocks, by the id of its inode. */
  private final Map<Long, Path> directoryOfFile = new ConcurrentHashMap<>();

  /** Blocks of whose replicas some came or went since the current round of collection began. */
  private final Set<Long> changed = new HashSet<>();

  /**
   * Since when this namenode was active as the replicas were looked for; below 0 if they were not.
   */
  private volatile long loadedFor = NEVER;

  private long loadingFor = NEVER;

  PseudoRegistry(
      HailNamespace namespace, ReplicaDirectory directory, PseudoLayout layout, SpaceLedger space) {
    this.namespace = namespace;
    this.directory = directory;
    this.layout = layout;
    this.space = space;
  }

  // ---- replicas ----

  /**
   * The pseudo replicas of a block that live datanodes have.
   *
   * @param generationStamp stamp the namespace has for the block
   */
  List<PseudoReplica> of(long blockId, long generationStamp) {
    List<PseudoReplica> found = new ArrayList<>();
    for (PseudoReplicas.Entry entry : known.of(blockId, generationStamp)) {
      LocatedReplica located = located(entry);
      if (located != null) {
        DatanodeDescriptor datanode = namespace.datanodes().getDatanode(located.datanodeUuid());
        if (datanode != null) {
          found.add(
              new PseudoReplica(
                  entry.path(), datanode.getHostName(), datanode.getXferPort(), located));
        }
      }
    }
    return found;
  }

  /** How many replicas are known. */
  int size() {
    return known.size();
  }

  /** The replicas of a block, of whatever generation, wherever they are. */
  List<PseudoReplicas.Entry> all(long blockId) {
    return known.of(blockId);
  }

  private LocatedReplica located(PseudoReplicas.Entry entry) {
    List<LocatedReplica> holders =
        directory.replicas(entry.ownBlockId(), entry.ownGenerationStamp(), namespace::isLive);
    for (LocatedReplica holder : holders) {
      if (holder.replica().sortAttribute() == entry.sortAttribute()) {
        return holder;
      }
    }
    return null;
  }

  /** Whether a replica is known that no datanode has any more, so that another may replace it. */
  boolean isKnownButLost(PseudoName name, String path) {
    return known.of(name.blockId(), name.generationStamp()).stream()
        .anyMatch(entry -> entry.path().equals(path) && located(entry) == null);
  }

  /** Whether a replica of a block in an order is known, wherever it is. */
  boolean knows(PseudoName name) {
    return known.of(name.blockId(), name.generationStamp()).stream()
        .anyMatch(entry -> entry.sortAttribute() == name.sortAttribute());
  }

  /** Whether a replica is known just as it is. */
  boolean knows(PseudoName name, String path, ExtendedBlock own) {
    return known.of(name.blockId(), name.generationStamp()).stream()
        .anyMatch(
            entry ->
                entry.path().equals(path)
                    && entry.ownBlockId() == own.getBlockId()
                    && entry.ownGenerationStamp() == own.getGenerationStamp());
  }

  /** Notes a replica, in place of another one of that block and order. */
  synchronized void add(PseudoName name, String path, ExtendedBlock own) {
    Long fileId = namespace.fileIdOf(name.blockId());
    PseudoReplicas.Entry added =
        new PseudoReplicas.Entry(
            name.generationStamp(),
            name.sortAttribute(),
            path,
            own.getBlockId(),
            own.getGenerationStamp(),
            own.getNumBytes(),
            fileId == null ? 0 : fileId);
    for (PseudoReplicas.Entry other : known.of(name.blockId())) {
      if (other.sortAttribute() == name.sortAttribute()) {
        space.remove(counted(name.blockId(), other));
      }
    }
    changed.add(name.blockId());
    known.add(name.blockId(), added);
    space.add(counted(name.blockId(), added), added.bytes());
  }

  /** A round of collection begins: {@link #addFound} is about files listed from now on. */
  synchronized void beginRound() {
    changed.clear();
  }

  /**
   * Notes a replica whose file was listed in this round, unless replicas of that block came or went
   * meanwhile: the file may be gone by now, or another one have its path. Then the next round sees.
   */
  synchronized void addFound(PseudoFiles.Found file) {
    if (!changed.contains(file.name().blockId())) {
      add(file.name(), file.path(), file.block().getBlock());
    }
  }

  /** Forgets a replica. */
  void remove(long blockId, String path) {
    remove(blockId, entry -> entry.path().equals(path));
  }

  /** Forgets the replica that a file was, but not another one that has its path by now. */
  void remove(PseudoFiles.Found file) {
    remove(
        file.name().blockId(),
        entry ->
            entry.path().equals(file.path())
                && (file.block() == null
                    || entry.ownBlockId() == file.block().getBlock().getBlockId()));
  }

  /** Forgets replicas whose files somebody removed, or moved to where no replicas lie. */
  void forgetRemoved() {
    known.forEach(
        (blockId, entry) -> {
          if (!entry.path().equals(namespace.fileOf(entry.ownBlockId()))) {
            LOG.info("{} was removed by hand", entry.path());
            remove(blockId, entry::equals);
          }
        });
  }

  private synchronized void remove(long blockId, Predicate<PseudoReplicas.Entry> which) {
    changed.add(blockId);
    known.of(blockId).stream().filter(which).forEach(e -> space.remove(counted(blockId, e)));
    known.remove(blockId, which);
  }

  /** Counts a replica for the file that has its block now, which may have got it from another. */
  synchronized void recount(long blockId, String path, long fileId) {
    for (PseudoReplicas.Entry entry : known.of(blockId)) {
      if (entry.path().equals(path) && entry.fileId() != fileId) {
        add(
            new PseudoName(blockId, entry.generationStamp(), entry.sortAttribute()),
            path,
            new ExtendedBlock(
                namespace.blockPoolId(),
                entry.ownBlockId(),
                entry.bytes(),
                entry.ownGenerationStamp()));
      }
    }
  }

  /** Counts a replica that was to make room for another one and is still there. */
  synchronized void countAgain(SpaceLedger.Replica replica) {
    for (PseudoReplicas.Entry entry : known.of(replica.blockId())) {
      if (counted(replica.blockId(), entry).equals(replica)) {
        space.add(replica, entry.bytes());
      }
    }
  }

  private static SpaceLedger.Replica counted(long blockId, PseudoReplicas.Entry entry) {
    return new SpaceLedger.Replica(new IndexId(entry.fileId(), entry.sortAttribute()), blockId);
  }

  // ---- directories ----

  /**
   * The directory of the replicas of a file's blocks, which is made if there is none.
   *
   * @return null if the file is gone
   */
  Path directoryOf(PseudoFiles files, long fileId) throws IOException {
    Path parent = directoryOfFile.get(fileId);
    if (parent == null) {
      synchronized (directoryOfFile) {
        parent = directoryOfFile.get(fileId);
        Long guard = parent == null ? namespace.guardOf(fileId) : null;
        if (guard != null) {
          parent = files.newDirectory(guard);
          directoryOfFile.put(fileId, parent);
        }
      }
    }
    return parent;
  }

  /** Whether some file's replicas are to lie in a directory. */
  boolean isInUse(Path parent) {
    return directoryOfFile.containsValue(parent);
  }

  /** Notes that a directory has another name, and so have the replicas in it. */
  void renewed(PseudoFiles files, long fileId, Path parent) throws IOException {
    directoryOfFile.put(fileId, parent);
    remember(files, parent);
  }

  /** Forgets the directories of files that are gone, and who was to use or build their indexes. */
  void forgetGoneFiles() {
    directoryOfFile.keySet().removeIf(fileId -> !namespace.hasFile(fileId));
    space.forgetGoneFiles();
  }

  // ---- after a start or failover ----

  /** Whether the replicas have been found since this namenode became the active one. */
  boolean isLoaded() {
    return loadedFor == namespace.inStateSince();
  }

  /** Whether replicas have been found that are not forgotten, maybe before a fail-over. */
  boolean wasLoaded() {
    return loadedFor != NEVER;
  }

  /** Files that have a directory of replicas. */
  Set<Long> files() {
    return Set.copyOf(directoryOfFile.keySet());
  }

  /** Does nothing once the replicas have been found. */
  void checkLoaded() throws RetriableException {
    if (!isLoaded()) {
      throw new RetriableException("this namenode is still looking for its pseudo replicas");
    }
  }

  /** Finds all replicas; nothing may be known yet. */
  void load(PseudoFiles files) throws IOException {
    loadingFor = namespace.inStateSince();
    for (Path parent : files.directories()) {
      remember(files, parent);
    }
    LOG.info("{} pseudo block replicas found in {}", known.size(), layout.replicas());
  }

  /** From now on others may ask. */
  void loaded() {
    loadedFor = loadingFor;
  }

  /** Forgets everything, as another namenode is the active one. */
  synchronized void clear() {
    loadedFor = NEVER;
    known.clear();
    space.clear();
    directoryOfFile.clear();
  }

  private void remember(PseudoFiles files, Path parent) throws IOException {
    for (PseudoFiles.Found found : files.replicas(parent)) {
      if (found.block() != null) {
        add(found.name(), found.path(), found.block().getBlock());
        Long fileId = namespace.fileIdOf(found.name().blockId());
        if (fileId != null) {
          directoryOfFile.putIfAbsent(fileId, new Path(parent.toUri().getPath()));
        }
      }
    }
  }
}
