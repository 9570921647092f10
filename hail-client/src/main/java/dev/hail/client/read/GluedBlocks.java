// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.format.block.layout.CorruptBlockException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the HAIL blocks of a file whose HDFS blocks do not end where its HAIL blocks end. Files of
 * {@code hail put} cost no read: the replica directory knows their blocks. Where it does not, only
 * HDFS blocks that a plain writer could have cut are looked at: full ones and the last one.
 */
final class GluedBlocks {
  private static final Logger LOG = LoggerFactory.getLogger(GluedBlocks.class);

  private final HdfsPath file;
  private final List<HailBlock> found;

  /**
   * Makes a finder.
   *
   * @param found the HDFS blocks of the whole file, with what the replica directory knows
   */
  GluedBlocks(HdfsPath file, List<HailBlock> found) {
    this.file = file;
    this.found = found;
  }

  /**
   * Returns the HAIL blocks of the file. If its bytes are no sequence of HAIL blocks, returns the
   * HDFS blocks as they are; whoever reads one gets an error that says what is wrong with it.
   *
   * @param declaredSize bytes after which a writer begins the next HDFS block
   */
  List<HailBlock> cut(long declaredSize) throws IOException {
    for (HailBlock block : found) {
      boolean last = block.index() == found.size() - 1;
      if (block.replicas().isEmpty()
          && (last || block.length() == declaredSize)
          && block.located().getLocations().length > 0
          && !isWhole(block)) {
        return glued();
      }
    }
    return found;
  }

  private boolean isWhole(HailBlock block) {
    try {
      return walk().walk(block.offset(), end(block)).size() == 1;
    } catch (CorruptBlockException otherwise) {
      return false;
    } catch (IOException unreadable) {
      // Whoever reads the block gets this error, with the datanodes that are to blame.
      LOG.debug("{}, {}: cannot see whether it is a whole HAIL block", file, block, unreadable);
      return true;
    }
  }

  private FrontWalk walk() {
    return new FrontWalk(file, found.stream().map(HailBlock::located).toList());
  }

  private List<HailBlock> glued() throws IOException {
    HailBlock last = found.get(found.size() - 1);
    List<FrontWalk.Extent> extents;
    try {
      extents = walk().walk(0, end(last));
    } catch (CorruptBlockException none) {
      LOG.warn(
          "The blocks of {} cannot be found by their fronts: {}",
          file,
          PathException.firstLine(none));
      return found;
    }
    return blocks(extents, found, 0);
  }

  /**
   * Finds the blocks of a part of a file that is known to have glued ones.
   *
   * @param parts the HDFS blocks that hold the part
   * @param begin byte of the file at which the first HAIL block begins
   * @param end byte behind the last one
   * @param firstBlock place of the first one in the file, from 0
   */
  static List<HailBlock> ofPart(
      HdfsPath file, List<LocatedBlock> parts, long begin, long end, int firstBlock)
      throws IOException {
    List<HailBlock> hdfsBlocks =
        parts.stream().map(part -> new HailBlock(0, part, List.of(), List.of())).toList();
    return blocks(new FrontWalk(file, parts).walk(begin, end), hdfsBlocks, firstBlock);
  }

  /**
   * Returns a block for each extent: the HDFS block that it fills, or a glued one.
   *
   * @param extents in file order, all within the HDFS blocks
   * @param hdfsBlocks consecutive, in file order
   */
  private static List<HailBlock> blocks(
      List<FrontWalk.Extent> extents, List<HailBlock> hdfsBlocks, int firstBlock) {
    List<HailBlock> blocks = new ArrayList<>();
    int at = 0;
    for (FrontWalk.Extent extent : extents) {
      while (end(hdfsBlocks.get(at)) <= extent.offset()) {
        at++;
      }
      HailBlock own = hdfsBlocks.get(at);
      int index = firstBlock + blocks.size();
      boolean whole = own.offset() == extent.offset() && end(own) == extent.end();
      blocks.add(
          whole
              ? new HailBlock(index, own.located(), own.replicas(), own.pseudo())
              : glued(index, extent, hdfsBlocks, at));
    }
    return List.copyOf(blocks);
  }

  private static HailBlock glued(
      int index, FrontWalk.Extent extent, List<HailBlock> hdfsBlocks, int first) {
    List<LocatedBlock> parts = new ArrayList<>();
    for (int i = first; i < hdfsBlocks.size() && hdfsBlocks.get(i).offset() < extent.end(); i++) {
      parts.add(hdfsBlocks.get(i).located());
    }
    GluedBlock place = new GluedBlock(extent.offset(), extent.preamble().blockLength(), parts);
    return new HailBlock(index, parts.get(0), List.of(), List.of(), place);
  }

  private static long end(HailBlock block) {
    return block.offset() + block.length();
  }
}
