// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.client.PathException;
import dev.hail.format.schema.AttributeNames;
import dev.hail.format.schema.Schema;
import dev.hail.format.schema.SchemaException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Reads schemas and lists of attributes from the values of options. */
final class SchemaArgument {
  /** Many times what HDFS takes as an attribute. */
  private static final int MOST_BYTES = 1 << 20;

  private SchemaArgument() {}

  /**
   * Reads a schema from a local file or pipe, or from a path of a Hadoop file system with its
   * scheme. The argument may also be the schema itself, for example {@code "a INT, b STRING"}.
   *
   * @throws PathException if the file cannot be read or holds no schema
   * @throws CommandLineProblem if the argument is the schema itself, and malformed
   */
  static Schema read(Configuration configuration, String argument)
      throws IOException, CommandLineProblem {
    String text;
    if (argument.matches("[A-Za-z][A-Za-z0-9+.-]*:/.*")) {
      text = readHadoop(configuration, argument);
    } else if (Files.exists(Path.of(argument)) && !Files.isDirectory(Path.of(argument))) {
      try (InputStream in = Files.newInputStream(Path.of(argument))) {
        text = text(in, argument);
      }
    } else if (argument.strip().contains(" ")) {
      return inline(argument);
    } else {
      throw new PathException(
          argument,
          "No such schema file",
          "Name a file, or give the columns themselves: --schema 'name STRING, born DATE'.");
    }
    try {
      return Schema.parse(text);
    } catch (SchemaException wrong) {
      throw new PathException(argument, wrong.getMessage(), "", wrong);
    }
  }

  /** Devices have no end. */
  private static String text(InputStream in, Object name) throws IOException {
    byte[] bytes = in.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new PathException(
          name, "is longer than a schema may be, " + MOST_BYTES + " bytes", "Name another file.");
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException otherBytes) {
      throw new PathException(name, "is not UTF-8", "Convert it (iconv -t UTF-8).", otherBytes);
    }
  }

  private static Schema inline(String columns) throws CommandLineProblem {
    try {
      return Schema.parse(columns);
    } catch (SchemaException wrong) {
      throw new CommandLineProblem("--schema: " + wrong.getMessage());
    }
  }

  /**
   * Returns the positions, from 1, of attributes given by name or as {@code @n}, separated by
   * commas. A name may stand in double quotes, as in filters.
   *
   * @throws CommandLineProblem if a name is empty or not closed, or an attribute is named twice
   * @throws SchemaException if the schema has no such attribute
   */
  static List<Integer> positions(Schema schema, String list) throws CommandLineProblem {
    List<Integer> positions = new ArrayList<>();
    for (String name : names(list)) {
      int position = schema.attribute(name).position();
      if (positions.contains(position)) {
        throw new CommandLineProblem("attribute " + name + " is named twice in `" + list + "'");
      }
      positions.add(position);
    }
    return positions;
  }

  private static List<String> names(String list) throws CommandLineProblem {
    try {
      return AttributeNames.split(list);
    } catch (SchemaException malformed) {
      throw new CommandLineProblem(malformed.getMessage());
    }
  }

  private static String readHadoop(Configuration configuration, String argument)
      throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(argument);
    try (InputStream in = path.getFileSystem(configuration).open(path)) {
      return text(in, path);
    } catch (FileNotFoundException missing) {
      throw new PathException(path, "No such schema file", "", missing);
    }
  }
}
