// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Recursive-descent parser of schemas. */
final class SchemaParser {
  private static final String TYPES =
      "BOOLEAN, INT, BIGINT, FLOAT, DOUBLE, DECIMAL(p,s), DATE, TIMESTAMP, STRING";

  /** What may follow a type in SQL. */
  private static final Pattern CONSTRAINTS =
      Pattern.compile("(?i)(NOT|NULL|PRIMARY|UNIQUE|DEFAULT|REFERENCES|CHECK|COMMENT|COLLATE)\\b");

  private final String text;
  private int position;

  SchemaParser(String text) {
    if (text == null) {
      throw new SchemaException("The schema is null; give attributes such as: id BIGINT");
    }
    this.text = text;
  }

  List<Attribute> parse() {
    List<Attribute> attributes = new ArrayList<>();
    skipBlank();
    if (atEnd()) {
      throw error(position, "the schema is empty; give attributes such as: id BIGINT, name STRING");
    }
    while (true) {
      String name = name();
      AttributeType type = type(name);
      attributes.add(new Attribute(attributes.size() + 1, name, type));
      skipBlank();
      if (atEnd()) {
        return attributes;
      }
      if (!take(',')) {
        throw error(
            position,
            "expected a comma after "
                + name
                + " "
                + type
                + ", found "
                + describeHere()
                + (isConstraint() ? "; give name and type alone, without constraints" : ""));
      }
      skipBlank();
      if (atEnd()) {
        throw error(position, "expected an attribute after the comma; remove the last comma");
      }
    }
  }

  private boolean isConstraint() {
    return CONSTRAINTS.matcher(text).region(position, text.length()).lookingAt();
  }

  private String name() {
    skipBlank();
    int start = position;
    if (take('"')) {
      return quotedName(start);
    }
    while (!atEnd() && isWordPart(text.codePointAt(position), position == start)) {
      position += Character.charCount(text.codePointAt(position));
    }
    if (position == start) {
      throw error(
          start,
          "expected an attribute name, found "
              + describeHere()
              + "; put unusual names in double quotes");
    }
    return text.substring(start, position);
  }

  private static boolean isWordPart(int codePoint, boolean first) {
    return first ? Identifiers.isStart(codePoint) : Identifiers.isPart(codePoint);
  }

  private String quotedName(int start) {
    StringBuilder name = new StringBuilder();
    while (!atEnd()) {
      char c = text.charAt(position++);
      if (c != '"') {
        name.append(c);
      } else if (!take('"')) {
        if (name.length() == 0) {
          throw error(start, "an attribute name is empty; write one between the quotes");
        }
        return name.toString();
      } else {
        name.append('"');
      }
    }
    throw error(start, "the name's double quote is never closed");
  }

  private AttributeType type(String attributeName) {
    skipBlank();
    int start = position;
    while (!atEnd() && Identifiers.isPart(text.charAt(position))) {
      position++;
    }
    String word = text.substring(start, position);
    if (word.isEmpty()) {
      throw error(
          start,
          "expected the type of "
              + attributeName
              + ", found "
              + describeHere()
              + "; types are "
              + TYPES);
    }
    TypeKind kind = kind(word);
    if (kind == null && attributeName.equalsIgnoreCase("CREATE")) {
      throw error(start, "give the columns alone, without CREATE TABLE: id BIGINT, name STRING");
    }
    if (kind == null) {
      throw error(start, "unknown type " + word + " of " + attributeName + "; types are " + TYPES);
    }
    skipBlank();
    boolean hasArguments = !atEnd() && text.charAt(position) == '(';
    if (kind == TypeKind.DECIMAL) {
      return decimal(start, attributeName, hasArguments);
    }
    if (hasArguments) {
      throw error(position, word + " takes no length; write " + kind);
    }
    return AttributeType.of(kind);
  }

  private static TypeKind kind(String word) {
    return switch (word.toUpperCase(Locale.ROOT)) {
      case "BOOLEAN", "BOOL" -> TypeKind.BOOLEAN;
      case "INT", "INTEGER" -> TypeKind.INT;
      case "BIGINT", "LONG" -> TypeKind.BIGINT;
      case "FLOAT", "REAL" -> TypeKind.FLOAT;
      case "DOUBLE" -> TypeKind.DOUBLE;
      case "DECIMAL", "NUMERIC" -> TypeKind.DECIMAL;
      case "DATE" -> TypeKind.DATE;
      case "TIMESTAMP" -> TypeKind.TIMESTAMP;
      case "STRING", "VARCHAR", "TEXT" -> TypeKind.STRING;
      default -> null;
    };
  }

  private AttributeType decimal(int start, String attributeName, boolean hasArguments) {
    if (!hasArguments) {
      throw error(
          start,
          "DECIMAL of " + attributeName + " needs its digits; write for example DECIMAL(18,2)");
    }
    position++;
    int precision = number();
    skipBlank();
    int scale = take(',') ? number() : 0;
    skipBlank();
    if (!take(')')) {
      throw error(position, "expected ) after the digits of DECIMAL, found " + describeHere());
    }
    try {
      return AttributeType.decimal(precision, scale);
    } catch (IllegalArgumentException e) {
      SchemaException located = error(start, e.getMessage());
      located.initCause(e);
      throw located;
    }
  }

  private int number() {
    skipBlank();
    int start = position;
    while (!atEnd() && text.charAt(position) >= '0' && text.charAt(position) <= '9') {
      position++;
    }
    int digits = position - start;
    if (digits == 0 || digits > 9) {
      throw error(start, "expected a number of digits, as in DECIMAL(18,2)");
    }
    return Integer.parseInt(text.substring(start, position));
  }

  private void skipBlank() {
    while (!atEnd()) {
      if (Character.isWhitespace(text.charAt(position))) {
        position++;
      } else if (text.startsWith("--", position)) {
        int lineEnd = text.indexOf('\n', position);
        position = lineEnd < 0 ? text.length() : lineEnd + 1;
      } else {
        return;
      }
    }
  }

  private boolean atEnd() {
    return position >= text.length();
  }

  private boolean take(char expected) {
    if (!atEnd() && text.charAt(position) == expected) {
      position++;
      return true;
    }
    return false;
  }

  private String describeHere() {
    if (atEnd()) {
      return "the end";
    }
    return "'" + new String(Character.toChars(text.codePointAt(position))) + "'";
  }

  private SchemaException error(int at, String message) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < at; i++) {
      if (text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    int column = text.codePointCount(lineStart, at) + 1;
    return new SchemaException("Schema, line " + line + ", column " + column + ": " + message);
  }
}
