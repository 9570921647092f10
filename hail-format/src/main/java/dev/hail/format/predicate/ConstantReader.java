// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

import dev.hail.format.key.Keys;
import dev.hail.format.schema.Attribute;
import dev.hail.format.schema.AttributeType;
import dev.hail.format.schema.TypeKind;
import dev.hail.format.value.ValueParser;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Reads constants by the type of the attribute that they are compared with. */
final class ConstantReader {
  private static final Pattern DECIMAL = Pattern.compile("[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)");
  private static final int MAX_DECIMAL_LENGTH = 1_000;
  private static final int DATE_LENGTH = 10;

  private final String text;
  private final ValueParser parser = new ValueParser();

  /**
   * Reads constants of one predicate.
   *
   * @param text the whole predicate, for messages
   */
  ConstantReader(String text) {
    this.text = text;
  }

  /** The text of a string constant for an attribute of type STRING. */
  byte[] string(Token token, Attribute attribute) {
    if (token.kind() != Token.Kind.STRING) {
      throw refused(
          token,
          attribute,
          "must be written in single quotes, '" + token.text() + "', because this is a STRING");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(token.text())) {
      throw refused(token, attribute, "is not valid Unicode text");
    }
    return token.text().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads a constant.
   *
   * @param declared DATE or TIMESTAMP if the text names this type before the string, else null
   * @throws PredicateException if the constant does not fit the attribute's type
   */
  Constant read(Token token, TypeKind declared, Attribute attribute) {
    TypeKind kind = attribute.type().kind();
    boolean fits =
        declared == null
            || declared == kind
            || (declared == TypeKind.DATE && kind == TypeKind.TIMESTAMP);
    if (!fits) {
      throw refused(token, attribute, "is a " + declared + ", the attribute is " + kind);
    }
    if (kind == TypeKind.STRING) {
      return new Constant(string(token, attribute), true);
    }
    String value = token.kind() == Token.Kind.STRING ? token.text().strip() : token.text();
    if (kind == TypeKind.DECIMAL) {
      return decimal(value, token, attribute);
    }
    if (kind == TypeKind.TIMESTAMP
        && (declared == TypeKind.DATE || value.length() == DATE_LENGTH)) {
      value += " 00:00:00";
    }
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    if (!parse(bytes, kind)) {
      throw refused(token, attribute, parser.problem());
    }
    boolean floating = kind == TypeKind.FLOAT || kind == TypeKind.DOUBLE;
    byte[] key = floating ? Keys.ofDouble(parser.doubleValue()) : Keys.ofLong(parser.longValue());
    return new Constant(key, true);
  }

  private boolean parse(byte[] bytes, TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> parser.parseBoolean(bytes, 0, bytes.length);
      case INT -> parser.parseInt(bytes, 0, bytes.length);
      case BIGINT -> parser.parseBigint(bytes, 0, bytes.length);
      case FLOAT -> parser.parseFloat(bytes, 0, bytes.length);
      case DOUBLE -> parser.parseDouble(bytes, 0, bytes.length);
      case DATE -> parser.parseDate(bytes, 0, bytes.length);
      case TIMESTAMP -> parser.parseTimestamp(bytes, 0, bytes.length);
      case DECIMAL, STRING ->
          throw new IllegalArgumentException(kind + " constants are not read here");
    };
  }

  /** Keeps digits beyond the scale: the constant then lies between two values of the type. */
  private Constant decimal(String value, Token token, Attribute attribute) {
    AttributeType type = attribute.type();
    if (value.length() > MAX_DECIMAL_LENGTH || !DECIMAL.matcher(value).matches()) {
      throw refused(token, attribute, "is not a " + type);
    }
    BigDecimal exact = new BigDecimal(value);
    BigDecimal bound = BigDecimal.TEN.pow(type.precision() - type.scale());
    if (exact.abs().compareTo(bound) >= 0) {
      throw refused(token, attribute, "is out of the range of " + type);
    }
    BigDecimal floor = exact.setScale(type.scale(), RoundingMode.FLOOR);
    if (floor.negate().compareTo(bound) >= 0) {
      return Constant.belowAll();
    }
    return new Constant(Keys.ofDecimal(floor.unscaledValue()), floor.compareTo(exact) == 0);
  }

  PredicateException refused(Token token, Attribute attribute, String why) {
    return PredicateException.misfit(
        text, token.offset(), token.shown() + " " + why + " (attribute " + attribute + ")");
  }
}
