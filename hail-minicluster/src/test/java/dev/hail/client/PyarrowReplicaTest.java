// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.testing.Python;
import java.io.File;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeSet;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What lies on the datanodes' disks, and what {@code hail cat} streams, opens with pyarrow. */
@ExtendWith(SharedCluster.class)
class PyarrowReplicaTest {
  private static final String FILE = "/pyarrow";
  private static final int ROWS = 5_000;

  private final HailShell shell;

  PyarrowReplicaTest(HailShell shell) {
    this.shell = shell;
  }

  @Test
  void replicasAndStream_readByPyarrow_haveRowsOfText(@TempDir Path folder) throws Exception {
    List<String> rows = rows(new Random(7));
    HailShell.Result put =
        shell.runWithInput(
            String.join("\n", rows) + "\n",
            "put",
            "-f",
            "--schema",
            "name STRING, day DATE, visits INT",
            "--delimiter",
            "|",
            "--null",
            "\\N",
            "--index",
            "name,day,visits",
            "-",
            FILE);
    assertThat(put.code()).as("%s", put).isZero();
    Python python = Python.withPyarrow(folder);

    // Pyarrow reads the replicas of each datanode.
    TreeSet<Integer> orders = new TreeSet<>();
    List<List<String>> byNode = new ArrayList<>();
    for (DataNode node : shell.cluster().dfs().getDataNodes()) {
      List<String> found = new ArrayList<>();
      for (HailBlock block : blocks()) {
        ExtendedBlock id = block.located().getBlock();
        File replica = new File(node.getFSDataset().getBlockLocalPathInfo(id).getBlockPath());
        byte[] bytes = Files.readAllBytes(replica.toPath());
        orders.add(BlockFront.parse(bytes, bytes.length).sortAttribute());
        found.addAll(python.runResource("rows_of.py", replica.getPath()).lines().toList());
      }
      byNode.add(found);
    }

    assertThat(orders).containsExactly(1, 2, 3);
    for (List<String> found : byNode) {
      assertThat(found).containsExactlyInAnyOrderElementsOf(rows);
    }
    // It reads the stream of the command as well.
    HailShell.Result cat = shell.run("cat", "--format", "arrow", FILE);
    Path stream = folder.resolve("stream.arrow");
    try (FileChannel out =
        FileChannel.open(stream, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      out.write(cat.bytes());
    }
    assertThat(python.runResource("rows_of.py", stream.toString()).lines())
        .containsExactlyInAnyOrderElementsOf(rows);
  }

  private List<HailBlock> blocks() throws Exception {
    return HailFile.open(shell.cluster().configuration(), new org.apache.hadoop.fs.Path(FILE))
        .blocks();
  }

  private static List<String> rows(Random random) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      String name = random.nextInt(10) == 0 ? "\\N" : "gr\u00fc\u00df-" + random.nextInt(ROWS);
      String day =
          String.format(
              Locale.ROOT, "%04d-%02d-%02d", 1 + random.nextInt(9000), 1 + i % 12, 1 + i % 28);
      rows.add(name + "|" + day + "|" + random.nextInt());
    }
    return rows;
  }
}
