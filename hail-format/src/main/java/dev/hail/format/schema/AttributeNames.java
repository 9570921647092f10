// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Lists of attributes as options and configuration keys have them, and as people read them. */
public final class AttributeNames {
  private AttributeNames() {}

  /**
   * Splits a list at its commas, except those within double quotes. Each part is what {@link
   * Schema#attribute(String)} takes: a name, {@code @n} or a name in double quotes. A bare name and
   * a point may stand before the quotes.
   *
   * @return the parts without spaces around them, at least one
   * @throws SchemaException if a part is empty, a quote is not closed or text follows it
   */
  public static List<String> split(String list) {
    List<String> parts = new ArrayList<>();
    int at = 0;
    do {
      int end = end(list, at);
      String part = list.substring(at, end).strip();
      if (part.isEmpty()) {
        throw new SchemaException("empty attribute name in `" + list + "'");
      }
      parts.add(part);
      at = end + 1;
    } while (at <= list.length());
    return parts;
  }

  /** The names of the attributes at these positions, from 1, in the same order. */
  public static List<String> of(Schema schema, IntStream positions) {
    return positions.mapToObj(position -> schema.attribute(position).name()).toList();
  }

  private static int end(String list, int from) {
    int start = from;
    while (start < list.length() && Character.isWhitespace(list.charAt(start))) {
      start++;
    }
    int open = open(list, start);
    int close = open < 0 ? start : close(list, open);
    int comma = list.indexOf(',', close);
    int end = comma < 0 ? list.length() : comma;
    if (open >= 0 && !list.substring(close, end).isBlank()) {
      throw new SchemaException("text follows the closing quote of a name in `" + list + "'");
    }
    return end;
  }

  /** Index of the quote in which the name that starts here stands; -1 if it is bare. */
  private static int open(String list, int start) {
    int at = start;
    while (at < list.length() && Identifiers.isPart(list.charAt(at))) {
      at++;
    }
    boolean qualified = at > start && at < list.length() && list.charAt(at) == '.';
    int quote = qualified ? at + 1 : start;
    return quote < list.length() && list.charAt(quote) == '"' ? quote : -1;
  }

  /** Index after the quote that closes the one at {@code open}. */
  private static int close(String list, int open) {
    int at = open + 1;
    while (true) {
      int quote = list.indexOf('"', at);
      if (quote < 0) {
        throw new SchemaException("a name has no closing double quote in `" + list + "'");
      }
      boolean doubled = quote + 1 < list.length() && list.charAt(quote + 1) == '"';
      if (!doubled) {
        return quote + 1;
      }
      at = quote + 2;
    }
  }
}
