// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.schema;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The attributes of a HAIL file in order. Names are unique without regard to case. Positions count
 * from 1, as in {@code @1}. Immutable.
 */
public final class Schema {
  private static final int MAX_NAMES_IN_MESSAGE = 40;

  private final List<Attribute> attributes;
  private final Map<String, Attribute> byName;
  private final String sql;

  private Schema(List<Attribute> attributes) {
    this.attributes = List.copyOf(attributes);
    this.byName = new HashMap<>();
    this.sql = toSql(attributes);
    if (attributes.isEmpty()) {
      throw new SchemaException("A schema needs at least one attribute, for example: id BIGINT");
    }
    for (int i = 0; i < attributes.size(); i++) {
      Attribute attribute = attributes.get(i);
      if (attribute.position() != i + 1) {
        throw new SchemaException(
            "Attribute "
                + attribute.name()
                + " has position "
                + attribute.position()
                + ", expected "
                + (i + 1));
      }
      Attribute twin = byName.putIfAbsent(fold(attribute.name()), attribute);
      if (twin != null) {
        throw new SchemaException(
            "Attribute name "
                + attribute.name()
                + " is used at @"
                + twin.position()
                + " and @"
                + attribute.position()
                + "; names must differ in more than case");
      }
    }
  }

  /**
   * Reads attribute definitions such as {@code sourceIP STRING, visitDate DATE, adRevenue
   * DECIMAL(10,2)}. Line breaks are white space. {@code --} starts a comment that ends with the
   * line. Names that are not plain words stand in double quotes.
   *
   * @throws SchemaException if the text is malformed, with line, column and a remedy
   */
  public static Schema parse(String sql) {
    return new Schema(new SchemaParser(sql).parse());
  }

  /**
   * A schema of these attributes.
   *
   * @throws SchemaException if there are none, positions are not 1, 2, 3, .. or a name repeats
   */
  public static Schema of(List<Attribute> attributes) {
    return new Schema(attributes);
  }

  /** All attributes in order of position. */
  public List<Attribute> attributes() {
    return attributes;
  }

  /** Number of attributes, at least 1. */
  public int size() {
    return attributes.size();
  }

  /**
   * The attribute at a position.
   *
   * @param position from 1
   * @throws IllegalArgumentException if there is no such position
   */
  public Attribute attribute(int position) {
    if (position < 1 || position > attributes.size()) {
      throw new IllegalArgumentException(
          "No attribute @"
              + position
              + ", the schema has @1 to @"
              + attributes.size()
              + ": "
              + names());
    }
    return attributes.get(position - 1);
  }

  /**
   * The attribute with a given name or position.
   *
   * @param nameOrAtN a name in any case, {@code @} and a position, or a name in double quotes, in
   *     which two of them mean one
   * @throws SchemaException if the schema has no such attribute; the message lists its attributes
   */
  public Attribute attribute(String nameOrAtN) {
    Objects.requireNonNull(nameOrAtN, "nameOrAtN is null");
    String wanted = nameOrAtN.strip();
    Attribute byItsName = byName.get(fold(wanted));
    if (byItsName != null) {
      return byItsName;
    }
    int position = position(wanted);
    if (position >= 1 && position <= attributes.size()) {
      return attributes.get(position - 1);
    }
    Attribute quoted = byName.get(fold(Identifiers.unquote(wanted)));
    if (quoted != null) {
      return quoted;
    }
    throw new SchemaException("Unknown attribute " + wanted + ", the schema has " + names());
  }

  /** The number after {@code @}, of at most nine digits; 0 if there is no such number. */
  private static int position(String wanted) {
    if (wanted.length() < 2 || wanted.length() > 10 || wanted.charAt(0) != '@') {
      return 0;
    }
    int position = 0;
    for (int i = 1; i < wanted.length(); i++) {
      char digit = wanted.charAt(i);
      if (digit < '0' || digit > '9') {
        return 0;
      }
      position = 10 * position + digit - '0';
    }
    return position;
  }

  /** The schema as text that {@link #parse(String)} reads back to an equal schema. */
  public String toSql() {
    return sql;
  }

  private static String toSql(List<Attribute> attributes) {
    StringBuilder text = new StringBuilder(32 * attributes.size());
    for (Attribute attribute : attributes) {
      text.append(text.length() == 0 ? "" : ", ")
          .append(Identifiers.quoteIfNeeded(attribute.name()))
          .append(' ')
          .append(attribute.type().toSql());
    }
    return text.toString();
  }

  private String names() {
    String listed =
        attributes.stream()
            .limit(MAX_NAMES_IN_MESSAGE)
            .map(Attribute::toString)
            .collect(Collectors.joining(", "));
    int left = attributes.size() - MAX_NAMES_IN_MESSAGE;
    return left > 0 ? listed + " and " + left + " more" : listed;
  }

  private static String fold(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Schema that && attributes.equals(that.attributes);
  }

  @Override
  public int hashCode() {
    return attributes.hashCode();
  }

  @Override
  public String toString() {
    return toSql();
  }
}
