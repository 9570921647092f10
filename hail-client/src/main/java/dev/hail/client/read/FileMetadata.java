// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.HdfsPath;
import dev.hail.client.PinnedReplicaException;
import dev.hail.client.TextFormats;
import dev.hail.format.block.layout.BlockFront;
import dev.hail.format.block.layout.CorruptBlockException;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;

/**
 * What all blocks of a file share. It comes from the extended attributes of the file. A file copied
 * without them has it in the front of its first block.
 *
 * @param schema attributes of the rows
 * @param indexAttributes positions from 1, in the order the user gave them
 * @param textFormat how the text was written; null if only some blocks were opened
 */
record FileMetadata(Schema schema, List<Integer> indexAttributes, TextFormat textFormat) {
  private static final String REMEDY = "Upload text with `hail put'.";

  static FileMetadata read(HdfsPath file, List<HailBlock> blocks) throws IOException {
    Map<String, byte[]> attributes = file.fileSystem().getXAttrs(file.path());
    byte[] schemaSql = attributes.get(HailXAttributes.SCHEMA);
    if (schemaSql == null) {
      return ofFirstBlock(file, blocks);
    }
    Schema schema = Schema.parse(text(schemaSql));
    byte[] format = attributes.get(HailXAttributes.FORMAT);
    return new FileMetadata(
        schema,
        positions(schema, attributes.get(HailXAttributes.INDEX)),
        format == null ? TextFormat.defaults() : TextFormats.parse(text(format)));
  }

  private static FileMetadata ofFirstBlock(HdfsPath file, List<HailBlock> blocks)
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
        BlockFront front =
            GluedBlock.front(
                file, blocks.stream().map(HailBlock::located).toList(), first.offset(), node);
        List<Integer> index = Arrays.stream(front.indexAttributes()).boxed().toList();
        return new FileMetadata(front.schema(), index, TextFormat.defaults());
      } catch (PinnedReplicaException | CorruptBlockException unreadable) {
        failure = unreadable;
      }
    }
    throw new NotAHailFileException(
        file.path(),
        "has no attribute "
            + HailXAttributes.SCHEMA
            + ", and its first block cannot be read"
            + (failure == null ? ": no datanode holds it" : ": " + failure.getMessage()),
        "Check the file with `hdfs fsck'.");
  }

  private static List<Integer> positions(Schema schema, byte[] names) {
    List<Integer> positions = new ArrayList<>();
    if (names != null && names.length > 0) {
      for (String name : text(names).split(",", -1)) {
        positions.add(schema.attribute(name).position());
      }
    }
    return positions;
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }
}
