// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

import dev.hail.client.HdfsPath;
import dev.hail.client.read.BlockScan;
import dev.hail.client.read.FilePart;
import dev.hail.client.read.HailBlock;
import dev.hail.client.read.HailFile;
import dev.hail.client.read.ScanOptions;
import dev.hail.format.predicate.Predicate;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Opens the blocks of a split one after the other. Locations and access tokens are asked for anew,
 * once per file, so that replicas that moved since the job was planned are found; the replica
 * directory is not asked again.
 */
final class SplitReader {

  private static final int[] NO_ATTRIBUTES = {};

  private final Configuration conf;
  private final JobQuery query;
  private final List<SplitBlock> blocks;
  private final ScanOptions options;
  private final WholeReads wholeReads;

  private int next;
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
    if (!planned.path().equals(path)) {
      openFile(planned.file());
    }
    block = located(planned);
    boolean whole = wholeReads.wants(planned, file.location());
    BlockScan scan =
        whole
            ? BlockScan.openWhole(file, block, bound.predicate(), bound.projection(), options)
            : BlockScan.open(file, block, bound.predicate(), bound.projection(), options);
    next++;
    return scan;
  }

  /** Decides about reading a block whole. */
  @FunctionalInterface
  interface WholeReads {
    /** Whether somebody needs all bytes of a block, beyond what the query needs. */
    boolean wants(SplitBlock block, HdfsPath file);
  }

  /** The block opened last, as it was planned. */
  SplitBlock current() {
    return blocks.get(next - 1);
  }

  /** The file of the block opened last. */
  HdfsPath file() {
    return file.location();
  }

  /** All bytes of the block opened last, from whichever replica. */
  byte[] readWhole() throws IOException {
    try (BlockScan scan =
        BlockScan.openWhole(file, block, Predicate.never(), NO_ATTRIBUTES, options)) {
      return scan.bytes();
    }
  }

  private void openFile(SplitFile opened) throws IOException {
    String newPath = opened.path();
    SplitBlock first = blocks.get(next);
    SplitBlock last = first;
    for (int i = next; i < blocks.size() && blocks.get(i).path().equals(newPath); i++) {
      SplitBlock block = blocks.get(i);
      first = block.index() < first.index() ? block : first;
      last = block.index() > last.index() ? block : last;
    }
    file =
        HailFile.openPart(
            conf,
            new FilePart(
                new Path(newPath),
                opened.schema(),
                opened.indexAttributes(),
                first.index(),
                last.index() - first.index() + 1,
                first.offset(),
                last.offset() + last.length() - first.offset()));
    bound = query.bind(file.schema(), newPath);
    layout = new RecordLayout(bound);
    path = newPath;
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
