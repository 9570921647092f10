// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import dev.hail.client.PathException;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.Schema;
import dev.hail.format.text.HeaderNames;
import dev.hail.format.text.RowCutter;
import dev.hail.format.text.TextFormat;
import dev.hail.format.value.Excerpt;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares the header row of a text with the schema that its columns are read by. */
final class HeaderCheck {
  private static final int MOST_NAMES = 40;

  private HeaderCheck() {}

  /**
   * Checks that the header names the attributes of the schema in their order, in any case. A column
   * without a name fits any attribute. Names that repeat fit as schema inference tells them apart.
   *
   * @param source name of the text
   * @param header the header's fields; empty if it could not be split
   * @throws PathException if the names differ; lists both
   */
  static void check(String source, List<String> header, Schema schema) throws PathException {
    List<String> names = HeaderNames.attributeNames(header, header.size());
    if (header.size() == schema.size() && fits(header, names, schema)) {
      return;
    }
    throw new PathException(
        source,
        "the header does not name the attributes of the schema: "
            + (isReordered(names, schema) ? "the order differs: " : "")
            + "the header has "
            + list(header)
            + ", the schema has "
            + list(schema.attributes().stream().map(Attribute::name).toList()),
        "Write --schema in the order and with the names of the header, or give --header=skip to"
            + " leave the first row out without comparing.");
  }

  /**
   * Whether a row names the attributes of the schema as {@link #check} wants a header to, one of
   * them at least.
   *
   * @param row bytes of the row without its line end
   */
  static boolean isHeader(byte[] row, TextFormat format, Schema schema) throws IOException {
    TextFormat withHeader = format.toBuilder().header(true).build();
    try (RowCutter cutter =
        new RowCutter(new ByteArrayInputStream(row), withHeader, schema, Math.max(1, row.length))) {
      cutter.next();
      List<String> header = cutter.header();
      return header != null
          && header.size() == schema.size()
          && header.stream().anyMatch(name -> !name.isEmpty())
          && fits(header, HeaderNames.attributeNames(header, header.size()), schema);
    }
  }

  private static boolean fits(List<String> header, List<String> names, Schema schema) {
    for (int i = 0; i < names.size(); i++) {
      boolean same = names.get(i).equalsIgnoreCase(schema.attribute(i + 1).name().strip());
      if (!same && !header.get(i).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  private static boolean isReordered(List<String> names, Schema schema) {
    return folded(names).equals(folded(schema.attributes().stream().map(Attribute::name).toList()));
  }

  private static Set<String> folded(List<String> names) {
    return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }

  private static String list(List<String> names) {
    String listed = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", ", "(", ""));
    int left = names.size() - MOST_NAMES;
    return Excerpt.line(listed + (left > 0 ? " and " + left + " more)" : ")"));
  }
}
