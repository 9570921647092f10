// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import dev.hail.client.read.BlockCheck;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.minicluster.process.ProcessCluster;
import dev.hail.xattr.HailXAttributes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.util.ToolRunner;

/** Compares all that a cluster holds with what it must hold, and lists what differs. */
public final class FinalCheck {
  private final ProcessCluster cluster;
  private final Configuration configuration;
  private final DistributedFileSystem fileSystem;
  private final Oracle oracle;

  public FinalCheck(ProcessCluster cluster, Oracle oracle) throws IOException {
    this.cluster = cluster;
    this.configuration = cluster.configuration();
    this.fileSystem = cluster.newFileSystem();
    this.oracle = oracle;
  }

  /**
   * Checks that files and their rows are those of a possible world.
   *
   * @return what differs; empty if all is well
   */
  public List<String> contents(String worker, ExpectedState state) throws Exception {
    Map<String, String> found = new TreeMap<>();
    for (FileStatus status : fileSystem.listStatus(new Path(Worker.directory(worker)))) {
      String path = status.getPath().toUri().getPath();
      String name = status.getPath().getName();
      // Unfinished plain files, and the folders of uploads that were killed.
      if (!name.startsWith("_") && !name.startsWith(".hail-put-")) {
        found.put(path, LoadClient.identify(configuration, fileSystem, status.getPath()));
      }
    }
    List<String> worlds = new ArrayList<>();
    for (Map<String, Content> world : state.worlds()) {
      Map<String, String> expected = expected(world);
      if (expected.equals(found)) {
        return everyReplica(world);
      }
      worlds.add(difference(expected, found));
    }
    return List.of(worker + " has other files than expected: " + String.join("; or: ", worlds));
  }

  private Map<String, String> expected(Map<String, Content> world)
      throws IOException, SQLException {
    Map<String, String> expected = new TreeMap<>();
    for (Map.Entry<String, Content> file : world.entrySet()) {
      expected.put(file.getKey(), oracle.whole(file.getValue()));
    }
    return expected;
  }

  private static String difference(Map<String, String> expected, Map<String, String> found) {
    List<String> lines = new ArrayList<>();
    Set<String> paths = new java.util.TreeSet<>(expected.keySet());
    paths.addAll(found.keySet());
    for (String path : paths) {
      if (!java.util.Objects.equals(expected.get(path), found.get(path))) {
        lines.add(path + " is " + found.get(path) + ", expected " + expected.get(path));
      }
    }
    return lines.toString();
  }

  private List<String> everyReplica(Map<String, Content> world) throws Exception {
    List<String> problems = new ArrayList<>();
    for (Map.Entry<String, Content> file : world.entrySet()) {
      if (!file.getValue().hail()) {
        continue;
      }
      HailFile opened = HailFile.open(configuration, new Path(file.getKey()));
      String expected = oracle.whole(file.getValue());
      for (int replica = 0; replica < opened.status().getReplication(); replica++) {
        String rows = "hail:" + LoadClient.rows(configuration, opened, replica);
        if (!rows.equals(expected)) {
          problems.add(
              file.getKey()
                  + " answers "
                  + rows
                  + " from its replicas "
                  + replica
                  + ", not "
                  + expected);
        }
      }
    }
    return problems;
  }

  /**
   * Checks what settles in time: replication, orders, the directory, leftovers, memory.
   *
   * @return what is not as it will be; empty if all is well
   */
  public List<String> health() throws Exception {
    List<String> problems = new ArrayList<>();
    Map<Long, Map<String, Integer>> directory = new TreeMap<>();
    for (HailFile file : hailFiles(new Path(Worker.ROOT))) {
      BlockCheck check = new BlockCheck(file);
      for (HailBlock block : file.blocks()) {
        for (String problem : check.check(block).problems()) {
          problems.add(file.status().getPath().toUri().getPath() + " " + block + ": " + problem);
        }
        Map<String, Integer> orders = new TreeMap<>();
        block
            .replicas()
            .forEach(
                replica -> orders.put(replica.datanodeUuid(), replica.replica().sortAttribute()));
        directory.put(block.id(), orders);
      }
    }
    problems.addAll(new DiskCheck(cluster).compare(directory));
    problems.addAll(fsck());
    return problems;
  }

  private List<HailFile> hailFiles(Path path) throws IOException {
    List<HailFile> files = new ArrayList<>();
    for (FileStatus status : fileSystem.listStatus(path)) {
      if (status.isDirectory()) {
        files.addAll(hailFiles(status.getPath()));
      } else if (fileSystem.getXAttrs(status.getPath()).containsKey(HailXAttributes.SCHEMA)) {
        files.add(HailFile.open(configuration, status.getPath()));
      }
    }
    return files;
  }

  private List<String> fsck() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream text = new PrintStream(out, true, StandardCharsets.UTF_8);
    int code = ToolRunner.run(new DFSck(configuration, text), new String[] {Worker.ROOT});
    String report = out.toString(StandardCharsets.UTF_8);
    boolean underReplicated = !report.matches("(?s).*Under-replicated blocks:\\s+0 .*");
    return code == 0 && report.contains("HEALTHY") && !underReplicated
        ? List.of()
        : List.of("hdfs fsck: " + report);
  }

  /** Temporary folders of uploads below a directory. */
  public List<String> temporaryFolders(String directory) throws IOException {
    List<String> found = new ArrayList<>();
    for (FileStatus status : fileSystem.listStatus(new Path(directory))) {
      if (status.getPath().getName().startsWith(".hail-put-")) {
        found.add(status.getPath().toUri().getPath());
      }
    }
    return found;
  }
}
