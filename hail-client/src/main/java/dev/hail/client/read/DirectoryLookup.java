// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.protocol.BlockReplicas;
import dev.hail.protocol.HailClientProtocol;
import dev.hail.protocol.HailProxies;
import dev.hail.protocol.ReplicaDirectoryPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Adds to blocks what the replica directory on the namenode knows, a page of blocks per call. The
 * directory is a hint: files can be read without it.
 */
final class DirectoryLookup {
  /**
   * Blocks with their replicas.
   *
   * @param blocks the blocks asked about, in order
   * @param failure why the directory did not answer; null if it did
   * @param complete whether all datanodes had reported
   */
  record Answer(List<HailBlock> blocks, IOException failure, boolean complete) {}

  private final Configuration configuration;
  private final int batch;

  DirectoryLookup(Configuration configuration, int batch) {
    this.configuration = configuration;
    this.batch = batch;
  }

  /**
   * Asks about blocks. Never throws: an answer with a failure has the blocks as they were.
   *
   * @param blocks consecutive blocks of the file
   */
  Answer locate(HdfsPath file, List<HailBlock> blocks) {
    if (blocks.isEmpty()) {
      return new Answer(blocks, null, true);
    }
    Map<Long, BlockReplicas> known = new HashMap<>();
    boolean complete = true;
    try (HailClientProtocol proxy =
        HailProxies.clientProxy(
            configuration, file.fileSystem().getUri(), blocks.get(0).blockPoolId())) {
      int next = blocks.get(0).index();
      int end = next + blocks.size();
      while (next < end) {
        ReplicaDirectoryPage page =
            proxy.getReplicas(file.source(), next, Math.min(batch, end - next));
        for (BlockReplicas block : page.blocks()) {
          known.put(block.blockId(), block);
        }
        complete &= page.complete();
        if (page.blocks().isEmpty()) {
          break;
        }
        next += page.blocks().size();
      }
    } catch (IOException failure) {
      return new Answer(blocks, failure, false);
    }
    List<HailBlock> located = new ArrayList<>(blocks.size());
    for (HailBlock block : blocks) {
      BlockReplicas replicas = known.get(block.id());
      located.add(replicas == null ? block : block.with(replicas));
    }
    return new Answer(List.copyOf(located), null, complete);
  }
}
