// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.minicluster.HailMiniCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.junit.jupiter.api.Test;

class ReportedBlocksTest {
  private static final Path FILE = new Path("/file");

  @Test
  void replica_notReportedYet_isAwaited() throws Exception {
    try (HailMiniCluster cluster = HailMiniCluster.builder().withoutHail().dataNodes(2).build()) {
      DataNode silent = cluster.dfs().getDataNodes().get(0);
      DataNodeTestUtils.pauseIBR(silent);
      FileSystem hdfs = cluster.fileSystem();
      try (OutputStream out = hdfs.create(FILE, (short) 2)) {
        out.write(1);
      }
      FileSystem reportingWhenAskedAgain =
          new FilterFileSystem(hdfs) {
            private int asked;

            @Override
            public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length)
                throws IOException {
              if (++asked == 2) {
                DataNodeTestUtils.resumeIBR(silent);
              }
              return super.getFileBlockLocations(file, start, length);
            }
          };

      List<BlockLocation> blocks = ReportedBlocks.await(reportingWhenAskedAgain, FILE);

      assertThat(blocks).hasSize(1);
      assertThat(blocks.get(0).getNames()).hasSize(2);
    }
  }
}
