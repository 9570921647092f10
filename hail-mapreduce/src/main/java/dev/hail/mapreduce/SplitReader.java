// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.HdfsPath;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.sort.BlockNeed;
import dev.hail.format.predicate.Predicate;
import dev.hail.join.plan.StarNames;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Opens the blocks of a split one after the other. It asks the namenode for current locations and
 * access tokens, so it finds replicas that moved after planning. One call serves blocks that lie
 * close together. It does not ask the replica directory again.
 */
final class SplitReader {

  private static final int[] NO_ATTRIBUTES = {};

  private final Configuration conf;
  private final JobQuery query;
  private final StarNames joins;
  private final List<SplitBlock> blocks;
  private final ScanOptions options;
  private final WholeReads wholeReads;

  private int next;

  /** Place in the split after the last located block, from 0. */
  private int partEnd;

  private String path = "";
  private HailFile file;
  private HailBlock block;
  private BoundQuery bound;
  private RecordLayout layout;

  /**
   * Creates the reader of one split.
   *
   * @param joins the joins of the job
   * @param wholeReads decides which blocks are read whole
   */
  SplitReader(
      Configuration conf,
      HailInputSplit split,
      StarNames joins,
      String host,
      WholeReads wholeReads) {
    this.joins = joins;
    this.wholeReads = wholeReads;
    this.conf = conf;
    this.query = split.query();
    this.blocks = split.blocks();
    this.options = ScanOptions.of(conf, host, 1);
  }

  /** Returns the number of blocks in the split. */
  int size() {
    return blocks.size();
  }

  /** Returns the number of blocks opened so far. */
  int opened() {
    return next;
  }

  /** Returns the path of the current block's file, with scheme and authority. */
  String path() {
    return path;
  }

  /** Returns the query bound to the current block's file. */
  BoundQuery query() {
    return bound;
  }

  /** Returns the record layout of the current block's file. */
  RecordLayout layout() {
    return layout;
  }

  /**
   * Opens the next block, which becomes the current one; returns null after the last block.
   *
   * @throws IOException if the file changed since the job was planned, or no replica of the block
   *     can be read
   */
  BlockScan open() throws IOException {
    if (next == blocks.size()) {
      return null;
    }
    SplitBlock planned = blocks.get(next);
    if (next >= partEnd) {
      openPart();
    }
    block = located(planned);
    BlockScan.Room room = wholeReads.roomFor(planned, file.location());
    // An empty build side lets no row through; the block is opened for its bad records.
    Predicate predicate = bound.hints().isNothing() ? Predicate.never() : bound.predicate();
    ScanOptions search = options.withReader(options.reader().withHints(bound.hints()));
    BlockScan scan =
        room == null
            ? BlockScan.open(file, block, predicate, bound.projection(), search)
            : BlockScan.openWhole(file, block, predicate, bound.projection(), search, room);
    next++;
    return scan;
  }

  /** Decides whether a block is read whole. */
  @FunctionalInterface
  interface WholeReads {
    /**
     * Returns the check whether memory has room for all bytes of a block; null if the query's bytes
     * suffice.
     */
    BlockScan.Room roomFor(SplitBlock block, HdfsPath file);
  }

  /** Returns the current block as it was planned. */
  SplitBlock current() {
    return blocks.get(next - 1);
  }

  /** Returns the file of the current block. */
  HdfsPath file() {
    return file.location();
  }

  /**
   * Reads all bytes of the current block from any replica.
   *
   * @param reserved memory reserved for the block
   * @return a closed scan without rows; it has no bytes if the block needs other memory than
   *     reserved
   */
  BlockScan readWhole(BlockNeed reserved) throws IOException {
    try (BlockScan scan =
        BlockScan.openWhole(
            file, block, Predicate.never(), NO_ATTRIBUTES, options, reserved::equals)) {
      return scan;
    }
  }

  private void openPart() throws IOException {
    SplitPart part = SplitPart.of(blocks, next);
    file = HailFile.openPart(conf, part.file());
    partEnd = part.end();
    String newPath = blocks.get(next).path();
    if (!newPath.equals(path)) {
      bound = query.bind(file.schema(), newPath, joins);
      layout = new RecordLayout(bound);
      path = newPath;
    }
  }

  /**
   * Returns the block at its current locations, with the replicas the planner knew. Replicas on
   * other datanodes are judged by their fronts.
   */
  private HailBlock located(SplitBlock planned) throws IOException {
    for (HailBlock block : file.blocks()) {
      if (block.index() == planned.index() && block.id() == planned.blockId()) {
        return new HailBlock(
            block.index(), block.located(), planned.replicas(), planned.pseudo(), block.glued());
      }
    }
    throw new IOException(
        "Block "
            + planned.blockId()
            + " is no longer block "
            + planned.index()
            + " of "
            + planned.path()
            + ": the file was replaced after the job was planned. Submit the job again");
  }
}
