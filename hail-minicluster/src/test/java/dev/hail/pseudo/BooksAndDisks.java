// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.pseudo;

import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.minicluster.HailMiniCluster;
import dev.hail.minicluster.Waiting;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.PseudoReplica;
import dev.hail.protocol.PseudoReplicaId;
import dev.hail.protocol.PseudoSpace;
import dev.hail.testing.LiveFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * The pseudo replicas of a cluster as its datanodes serve them, as they lie on the disks, and as
 * the active namenode knows and counts them.
 */
public final class BooksAndDisks {
  private BooksAndDisks() {}

  /** What a replica is called here: its datanode, block and attribute. */
  static String name(String datanodeUuid, long id) {
    PseudoReplicaId key = PseudoReplicaId.of(id);
    return datanodeUuid + "/" + key.sourceBlockId() + "@" + key.sortAttribute();
  }

  /** Those that datanodes serve, sorted. */
  public static List<String> served(HailMiniCluster cluster) throws IOException {
    List<String> found = new ArrayList<>();
    for (DataNode node : cluster.dfs().getDataNodes()) {
      for (Replica replica : pseudo(cluster, node)) {
        found.add(name(node.getDatanodeUuid(), replica.getBlockId()));
      }
    }
    return found.stream().sorted().toList();
  }

  private static List<Replica> pseudo(HailMiniCluster cluster, DataNode node) throws IOException {
    List<Replica> found = new ArrayList<>();
    for (Replica replica : node.getFSDataset().deepCopyReplica(pool(cluster))) {
      if (PseudoReplicaId.of(replica.getBlockId()) != null) {
        found.add(replica);
      }
    }
    return found;
  }

  private static String pool(HailMiniCluster cluster) {
    return cluster.dfs().getNamesystem(0).getBlockPoolId();
  }

  /** Those of files that the active namenode tells readers of, sorted. */
  public static List<String> known(HailMiniCluster cluster, Collection<Path> files)
      throws IOException {
    List<String> known = new ArrayList<>();
    for (Path path : files) {
      replicas(cluster, path).forEach(one -> known.add(name(one.datanodeUuid(), one.id())));
    }
    return known.stream().sorted().toList();
  }

  private static List<PseudoReplica> replicas(HailMiniCluster cluster, Path path)
      throws IOException {
    List<PseudoReplica> all = new ArrayList<>();
    for (HailBlock block : HailFile.open(cluster.configuration(), path).blocks()) {
      all.addAll(block.pseudo());
    }
    return all;
  }

  /**
   * Waits until datanodes serve just what lies on their disks, each beside an own replica of the
   * block, and the active namenode knows and counts just that.
   *
   * @param files all that have pseudo replicas
   */
  public static void awaitEqual(HailMiniCluster cluster, Collection<Path> files) throws Exception {
    List<String> last = new ArrayList<>();
    try {
      Waiting.until(
          "books and disks are equal",
          () -> {
            last.clear();
            last.addAll(differences(cluster, files));
            return last.isEmpty();
          });
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ":\n" + String.join("\n", last), e);
    }
  }

  private static List<String> differences(HailMiniCluster cluster, Collection<Path> files)
      throws IOException {
    List<String> wrong = new ArrayList<>();
    for (DataNode node : cluster.dfs().getDataNodes()) {
      List<String> expected = new ArrayList<>();
      for (Replica replica : pseudo(cluster, node)) {
        long source = PseudoReplicaId.of(replica.getBlockId()).sourceBlockId();
        Block own = node.getFSDataset().getStoredBlock(pool(cluster), source);
        if (own == null || own.getGenerationStamp() != replica.getGenerationStamp()) {
          wrong.add(name(node.getDatanodeUuid(), replica.getBlockId()) + " has no own " + own);
        }
        String file = Block.BLOCK_FILE_PREFIX + replica.getBlockId();
        expected.add(file);
        expected.add(file + "_" + replica.getGenerationStamp() + Block.METADATA_EXTENSION);
      }
      compare("files of " + node.getDatanodeUuid(), expected, onDisk(cluster, node), wrong);
    }
    compare("known replicas", served(cluster), known(cluster, files), wrong);
    addWrongSums(cluster, files, wrong);
    return wrong;
  }

  private static void compare(
      String what, List<String> expected, List<String> found, List<String> wrong) {
    List<String> missing = new ArrayList<>(expected);
    found.forEach(missing::remove);
    List<String> surplus = new ArrayList<>(found);
    expected.forEach(surplus::remove);
    if (!missing.isEmpty() || !surplus.isEmpty()) {
      wrong.add(what + ": missing " + missing + ", too many " + surplus);
    }
  }

  /** Names of the files in HAIL's directories of a datanode, finished or not. */
  private static List<String> onDisk(HailMiniCluster cluster, DataNode node) throws IOException {
    List<String> names = new ArrayList<>();
    try (var volumes = node.getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        for (File file : files(directory(cluster, volume))) {
          names.add(file.getName());
        }
      }
    }
    return names;
  }

  /** HAIL's directory of a volume. */
  static File directory(HailMiniCluster cluster, FsVolumeSpi volume) {
    return new File(new File(volume.getBaseURI()), "current/" + pool(cluster) + "/hail");
  }

  /** All files below a directory, which may change meanwhile or not be there. */
  static List<File> files(File directory) throws IOException {
    try {
      return LiveFiles.find(directory.toPath(), Files::isRegularFile).stream()
          .map(java.nio.file.Path::toFile)
          .sorted()
          .toList();
    } catch (NoSuchFileException notThere) {
      return List.of();
    }
  }

  private static void addWrongSums(
      HailMiniCluster cluster, Collection<Path> files, List<String> wrong) throws IOException {
    long all = 0;
    long used = 0;
    try (HailClientProtocol directory =
        HailProxies.clientProxy(cluster.configuration(), cluster.uri())) {
      for (Path path : files) {
        long bytes = 0;
        Map<Integer, Integer> counts = new HashMap<>();
        for (PseudoReplica one : replicas(cluster, path)) {
          bytes += one.located().replica().blockLength();
          counts.merge(one.sortAttribute(), 1, Integer::sum);
        }
        PseudoSpace space = directory.getSpace(path.toUri().getPath());
        Map<Integer, Integer> counted = new HashMap<>();
        space.indexes().stream()
            .filter(index -> index.replicas() > 0)
            .forEach(index -> counted.put(index.sortAttribute(), index.replicas()));
        if (space.fileUsed() != bytes || !counted.equals(counts)) {
          wrong.add(
              String.format(
                  Locale.ROOT,
                  "%s: %d bytes, %s replicas; counted %d, %s",
                  path,
                  bytes,
                  counts,
                  space.fileUsed(),
                  counted));
        }
        all += bytes;
        used = space.clusterUsed();
      }
    }
    if (!files.isEmpty() && used != all) {
      wrong.add("all: " + all + " bytes, counted " + used);
    }
  }

  /** The same with the files given one by one. */
  public static void awaitEqual(HailMiniCluster cluster, Path... files) throws Exception {
    awaitEqual(cluster, Arrays.asList(files));
  }
}
