package dev.hail.client.read;

import dev.hail.client.HailXAttributes;
import dev.hail.client.HdfsPath;
import dev.hail.client.TextFormats;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * What is the same for all blocks of a file: from its extended attributes, or, for a file that was
 * copied without them, from the header of its first block.
 */
record FileHeader(Schema schema, int[] indexAttributes, TextFormat textFormat) {

  static FileHeader read(HdfsPath file, List<HailBlock> blocks) throws IOException {
    Map<String, byte[]> attributes = file.fileSystem().getXAttrs(file.path());
    byte[] schemaSql = attributes.get(HailXAttributes.SCHEMA);
    if (schemaSql == null) {
      throw new NotAHailFileException(
          file.path(), "is not a HAIL file", "Upload text with `hail put'.");
    }
    Schema schema = Schema.parse(text(schemaSql));
    byte[] format = attributes.get(HailXAttributes.FORMAT);
    return new FileHeader(
        schema,
        positions(schema, attributes.get(HailXAttributes.INDEX)),
        format == null ? TextFormat.defaults() : TextFormats.parse(text(format)));
  }

  private static int[] positions(Schema schema, byte[] names) {
    if (names == null || names.length == 0) {
      return new int[0];
    }
    String[] parts = text(names).split(",", -1);
    int[] positions = new int[parts.length];
    for (int i = 0; i < parts.length; i++) {
      positions[i] = schema.attribute(parts[i]).position();
    }
    return positions;
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }
}
