// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.HdfsPath;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.block.BlockNeed;
import dev.hail.format.predicate.Predicate;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * Opens the blocks of a split one after the other. Locations and access tokens are asked for anew,
 * once for blocks that lie close together, so that replicas that moved since the job was planned
 * are found; the replica directory is not asked again.
 */
final class SplitReader {

  private static final int[] NO_ATTRIBUTES = {};

  private final Configuration conf;
  private final JobQuery query;
  private final List<SplitBlock> blocks;
  private final ScanOptions options;
  private final WholeReads wholeReads;

  private int next;

  /** Place in the split behind the last block that is located. */
  private int partEnd;

  private String path = "";
  private HailFile file;
  private HailBlock block;
  private BoundQuery bound;
  private RecordLayout layout;

  /**
   * A reader of one split.
   *
   * @param wholeReads which blocks are read whole at once
   */
  SplitReader(Configuration conf, HailInputSplit split, String host, WholeReads wholeReads) {
    this.wholeReads = wholeReads;
    this.conf = conf;
    this.query = split.query();
    this.blocks = split.blocks();
    this.options = ScanOptions.of(conf, host, 1);
  }

  /** Number of blocks of the split. */
  int size() {
    return blocks.size();
  }

  /** Number of blocks opened so far. */
  int opened() {
    return next;
  }

  /** File of the block opened last, with scheme and authority. */
  String path() {
    return path;
  }

  /** The query on the file of the block opened last. */
  BoundQuery query() {
    return bound;
  }

  /** Layout of the records of the block opened last. */
  RecordLayout layout() {
    return layout;
  }

  /**
   * The next block; null after the last one.
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
    BlockScan scan =
        room == null
            ? BlockScan.open(file, block, bound.predicate(), bound.projection(), options)
            : BlockScan.openWhole(
                file, block, bound.predicate(), bound.projection(), options, room);
    next++;
    return scan;
  }

  /** Decides about reading a block whole. */
  @FunctionalInterface
  interface WholeReads {
    /**
     * Who decides whether there is room for all bytes of a block, beyond what the query needs; null
     * if nobody needs them.
     */
    BlockScan.Room roomFor(SplitBlock block, HdfsPath file);
  }

  /** The block opened last, as it was planned. */
  SplitBlock current() {
    return blocks.get(next - 1);
  }

  /** The file of the block opened last. */
  HdfsPath file() {
    return file.location();
  }

  /**
   * Reads all bytes of the block opened last, from whichever replica.
   *
   * @return a closed scan of no rows, with the bytes; without, if they are not what there is room
   *     for
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
      bound = query.bind(file.schema(), newPath);
      layout = new RecordLayout(bound);
      path = newPath;
    }
  }

  /**
   * The block where it is now, with the replicas the planner knew. Those on datanodes it did not
   * know are judged by their headers.
   */
  private HailBlock located(SplitBlock planned) throws IOException {
    for (HailBlock block : file.blocks()) {
      if (block.index() == planned.index() && block.id() == planned.blockId()) {
        return new HailBlock(block.index(), block.located(), planned.replicas(), planned.pseudo());
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
