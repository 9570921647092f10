// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.read;

import dev.hail.client.AttributeDamage;
import dev.hail.client.HdfsPath;
import dev.hail.client.PathException;
import dev.hail.client.TextFormats;
import dev.hail.format.block.layout.Preamble;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import dev.hail.xattr.Calibration;
import dev.hail.xattr.HailXAttributes;
import dev.hail.xattr.Workload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * HAIL's extended attributes of one file. Each method throws a {@link PathException} that names the
 * file, the attribute and the remedy if the attribute is damaged. Immutable.
 */
final class FileAttributes {
  /**
   * Reads the text of an attribute, and throws an {@link IllegalArgumentException} if it cannot.
   */
  @FunctionalInterface
  private interface Parser<T> {
    T parse(String text);
  }

  /** A line for each index: the position of its attribute, bytes, and a time. */
  private static final Pattern USES =
      Pattern.compile("(?:[1-9][0-9]* served=\\S+ saved=\\S+ wanted=\\S+ at=[0-9]+(?:\n|$))*");

  private final HdfsPath file;
  private final Map<String, byte[]> values;

  private FileAttributes(HdfsPath file, Map<String, byte[]> values) {
    this.file = file;
    this.values = Map.copyOf(values);
  }

  /** Reads the attributes of a file from the namenode. */
  static FileAttributes of(HdfsPath file) throws IOException {
    return new FileAttributes(file, file.fileSystem().getXAttrs(file.path()));
  }

  /** Returns the schema; empty if the file has no such attribute. */
  Optional<Schema> schema() throws PathException {
    return parsed(HailXAttributes.SCHEMA, Schema::parse);
  }

  /**
   * Returns the positions of the index attributes, from 1, in the user's order; empty if the file
   * has no such attribute.
   */
  Optional<List<Integer>> indexAttributes(Schema schema) throws PathException {
    return parsed(HailXAttributes.INDEX, names -> positions(schema, names));
  }

  /** Returns the text format; the default one if the file has no such attribute. */
  TextFormat textFormat() throws PathException {
    return parsed(HailXAttributes.FORMAT, TextFormats::parse).orElse(TextFormat.defaults());
  }

  /**
   * Returns a line for each damaged attribute that readers of rows do not need.
   *
   * @param schema schema of the file
   */
  List<String> furtherDamages(Schema schema) {
    List<String> damages = new ArrayList<>();
    addDamage(HailXAttributes.VERSION, FileAttributes::version, damages);
    addDamage(HailXAttributes.WORKLOAD, Workload::parse, damages);
    addDamage(HailXAttributes.USE, FileAttributes::uses, damages);
    List<String> calibrations =
        IntStream.rangeClosed(1, schema.size()).mapToObj(HailXAttributes::calibration).toList();
    calibrations.forEach(name -> addDamage(name, FileAttributes::calibration, damages));
    values.keySet().stream()
        .filter(name -> HailXAttributes.isCalibration(name) && !calibrations.contains(name))
        .sorted()
        .map(name -> damaged(name, "the file has no such attribute", null).getMessage())
        .forEach(damages::add);
    return damages;
  }

  private void addDamage(String name, Parser<?> parser, List<String> damages) {
    try {
      parsed(name, parser);
    } catch (PathException damaged) {
      damages.add(damaged.getMessage());
    }
  }

  private static int version(String text) {
    int version = Integer.parseInt(text);
    if (version < 1 || version > Preamble.MAJOR) {
      throw new IllegalArgumentException("no version of the format: " + text);
    }
    return version;
  }

  private static String uses(String text) {
    if (!USES.matcher(text).matches()) {
      throw new IllegalArgumentException("no use of indexes: " + text);
    }
    return text;
  }

  private static Calibration calibration(String text) {
    Calibration costs = Calibration.parse(text);
    if (costs == null) {
      throw new IllegalArgumentException("no costs of jobs: " + text);
    }
    return costs;
  }

  private static List<Integer> positions(Schema schema, String names) {
    List<Integer> positions = new ArrayList<>();
    if (!names.isEmpty()) {
      for (String name : names.split(",", -1)) {
        int position = schema.attribute(name).position();
        if (positions.contains(position)) {
          throw new IllegalArgumentException(name + " is named twice");
        }
        positions.add(position);
      }
    }
    return positions;
  }

  /** Returns empty if the file has no such attribute. */
  private <T> Optional<T> parsed(String name, Parser<T> parser) throws PathException {
    byte[] value = values.get(name);
    if (value == null) {
      return Optional.empty();
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
      return Optional.of(parser.parse(text));
    } catch (CharacterCodingException otherBytes) {
      throw damaged(name, "it is not UTF-8", otherBytes);
    } catch (IllegalArgumentException unreadable) {
      throw damaged(name, PathException.firstLine(unreadable), unreadable);
    }
  }

  private PathException damaged(String name, String reason, Exception cause) {
    String what = new AttributeDamage(name, reason).describe(file.source());
    return new PathException(file.path(), what, "", cause);
  }
}
