// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.client.PinnedReplicaException;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.NewerFormatException;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * What all blocks of a file share. It comes from the extended attributes of the file. Schema and
 * index attributes of a file without these attributes are in the front of its first block.
 *
 * @param schema attributes of the rows
 * @param indexAttributes positions from 1, in the order the user gave them
 * @param textFormat how the text was written; null if only some blocks were opened
 */
record FileMetadata(Schema schema, List<Integer> indexAttributes, TextFormat textFormat) {
  private static final String REMEDY = "Upload text with `hail put'.";

  /**
   * Reads what a file says about itself.
   *
   * @param blocks all HDFS blocks of the file
   * @throws NotAHailFileException if the file is no HAIL file, or its first block is needed and
   *     cannot be read
   * @throws PathException if an extended attribute is damaged, or a later release wrote the file
   */
  static FileMetadata read(HdfsPath file, List<HailBlock> blocks) throws IOException {
    FileAttributes attributes = FileAttributes.of(file);
    Optional<Schema> kept = attributes.schema();
    if (kept.isPresent()) {
      Optional<List<Integer>> index = attributes.indexAttributes(kept.get());
      if (index.isPresent() || blocks.isEmpty()) {
        return new FileMetadata(kept.get(), index.orElse(List.of()), attributes.textFormat());
      }
    }
    BlockFront front =
        firstFront(file, blocks, kept.isEmpty() ? HailXAttributes.SCHEMA : HailXAttributes.INDEX);
    Schema schema = kept.orElse(front.schema());
    // Positions mean nothing in another schema; readers and checks of the blocks report it.
    List<Integer> inFront = front.schema().equals(schema) ? indexAttributes(front) : List.of();
    return new FileMetadata(
        schema, attributes.indexAttributes(schema).orElse(inFront), attributes.textFormat());
  }

  private static List<Integer> indexAttributes(BlockFront front) {
    return Arrays.stream(front.indexAttributes()).boxed().toList();
  }

  private static BlockFront firstFront(HdfsPath file, List<HailBlock> blocks, String missing)
      throws IOException {
    if (blocks.isEmpty()) {
      throw new NotAHailFileException(file.path(), "is not a HAIL file: it is empty", REMEDY);
    }
    HailBlock first = blocks.get(0);
    IOException failure = null;
    for (DatanodeInfo node : first.located().getLocations()) {
      try (PinnedReplicaSource source = PinnedReplicaSource.open(file, first.located(), node)) {
        byte[] start = new byte[(int) Math.min(Preamble.LENGTH, source.length())];
        source.readFully(0, start, 0, start.length);
        if (!Preamble.isHail(start, 0, start.length)) {
          throw new NotAHailFileException(file.path(), "is not a HAIL file", REMEDY);
        }
        // The first HAIL block may go on in further HDFS blocks.
        return GluedBlock.front(
            file, blocks.stream().map(HailBlock::located).toList(), first.offset(), node);
      } catch (PinnedReplicaException | CorruptBlockException unreadable) {
        failure = unreadable;
      } catch (NewerFormatException newer) {
        throw new PathException(file.path(), newer.getMessage(), "", newer);
      }
    }
    throw new NotAHailFileException(
        file.path(),
        "has no attribute "
            + missing
            + ", and its first block cannot be read"
            + (failure == null
                ? ": no datanode holds it"
                : ": " + PathException.firstLine(failure)),
        "Check the file with `hdfs fsck'.");
  }
}
