// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import dev.hail.format.block.layout.Preamble;
import dev.hail.format.schema.Schema;
import dev.hail.xattr.HailXAttributes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * The extended attributes that mark a HAIL file.
 *
 * @param schema attributes of the rows
 * @param indexAttributes positions of the index attributes, from 1, in the user's order
 */
public record FileMark(Schema schema, List<Integer> indexAttributes) {
  public FileMark {
    indexAttributes = List.copyOf(indexAttributes);
  }

  /** Whether the extended attributes of a file mark it as a HAIL file. */
  public static boolean isIn(Map<String, byte[]> attributes) {
    return attributes.containsKey(HailXAttributes.VERSION)
        || attributes.containsKey(HailXAttributes.SCHEMA);
  }

  /** Sets version, schema and index attributes of a file. */
  public void set(FileSystem fileSystem, Path file) throws IOException {
    String index = indexAttributes.stream().map(this::nameForList).collect(Collectors.joining(","));
    set(fileSystem, file, HailXAttributes.VERSION, Integer.toString(Preamble.MAJOR));
    set(fileSystem, file, HailXAttributes.SCHEMA, schema.toSql());
    set(fileSystem, file, HailXAttributes.INDEX, index);
  }

  /**
   * Writes an attribute as its position if its name could be read as two names or as a position.
   */
  private String nameForList(int position) {
    String name = schema.attribute(position).name();
    return name.contains(",") || name.startsWith("@") ? "@" + position : name;
  }

  private static void set(FileSystem fileSystem, Path file, String attribute, String value)
      throws IOException {
    fileSystem.setXAttr(file, attribute, value.getBytes(StandardCharsets.UTF_8));
  }
}
