package dev.hail.namenode.pseudo;

import dev.hail.client.pseudo.PseudoLayout;
import dev.hail.client.pseudo.PseudoName;
import dev.hail.namenode.directory.ReplicaDirectory;
import dev.hail.protocol.LocatedReplica;
import dev.hail.protocol.PseudoReplica;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

  private final HailNamespace namespace;
  private final ReplicaDirectory directory;
  private final PseudoLayout layout;
  private final PseudoReplicas known = new PseudoReplicas();

  /** Directory of the replicas of a file's blocks, by the id of its inode. */
  private final Map<Long, Path> directoryOfFile = new ConcurrentHashMap<>();

  private volatile boolean loaded;

  PseudoRegistry(HailNamespace namespace, ReplicaDirectory directory, PseudoLayout layout) {
    this.namespace = namespace;
    this.directory = directory;
    this.layout = layout;
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
          found.add(new PseudoReplica(entry.path(), datanode.getHostName(), located));
        }
      }
    }
    return found;
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

  /** Notes a replica. */
  void add(PseudoName name, String path, ExtendedBlock own) {
    known.add(
        name.blockId(),
        new PseudoReplicas.Entry(
            name.generationStamp(),
            name.sortAttribute(),
            path,
            own.getBlockId(),
            own.getGenerationStamp()));
  }

  /** Forgets a replica. */
  void remove(long blockId, String path) {
    known.remove(blockId, path);
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

  /** Forgets the directories of files that are gone. */
  void forgetGoneFiles() {
    directoryOfFile.keySet().removeIf(fileId -> !namespace.hasFile(fileId));
  }

  // ---- after a start or failover ----

  boolean isLoaded() {
    return loaded;
  }

  /** Does nothing once the replicas have been found. */
  void checkLoaded() throws RetriableException {
    if (!loaded) {
      throw new RetriableException("this namenode is still looking for its pseudo replicas");
    }
  }

  /** Finds all replicas. */
  void load(PseudoFiles files) throws IOException {
    known.clear();
    for (Path parent : files.directories()) {
      remember(files, parent);
    }
    loaded = true;
    LOG.info("{} pseudo block replicas found in {}", known.size(), layout.replicas());
  }

  /** Forgets everything, as another namenode is the active one. */
  void clear() {
    loaded = false;
    known.clear();
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
