// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;

/**
 * Texts of users as values of keys, which arrive as they were written. {@code Configuration.get}
 * replaces <code>${key}</code> in a value, and XML 1.0, in which jobs send their configuration,
 * cannot hold every character. A text with such parts is stored as {@value #ENCODED} and the text,
 * in which <code>&#92;uXXXX</code> stands for a UTF-16 unit. So is an empty text, and one that
 * begins with {@value #ENCODED}. Any other text is stored as it is.
 */
public final class ConfText {
  private static final String ENCODED = "hail-text:";
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-fA-F]{4}))?");
  private static final String VARIABLE = "${";

  private ConfText() {}

  /**
   * Returns the text of a key, whether it was encoded or set by hand; null if the key is unset.
   *
   * @throws IllegalArgumentException if the value begins with {@value #ENCODED} and is malformed
   */
  public static String get(Configuration conf, String key) {
    String value = conf.getRaw(key);
    if (value == null || !value.startsWith(ENCODED)) {
      return value;
    }
    return ESCAPE
        .matcher(value.substring(ENCODED.length()))
        .replaceAll(
            escape -> {
              if (escape.group(1) == null) {
                throw new IllegalArgumentException(
                    "Configuration key "
                        + key
                        + ": a value that begins with "
                        + ENCODED
                        + " needs four hexadecimal digits after each \\u and no other backslash");
              }
              char unit = (char) HexFormat.fromHexDigits(escape.group(1));
              return Matcher.quoteReplacement(String.valueOf(unit));
            });
  }

  /** Returns a value for a key from which {@link #get} makes the text again. */
  public static String encoded(String text) {
    // Hadoop reads an empty value in XML as none.
    boolean asItIs = isSafe(text) && !text.isEmpty() && !text.startsWith(ENCODED);
    return asItIs ? text : ENCODED + escaped(text);
  }

  /**
   * Encodes all values that were set by hand, if their keys have a prefix and XML cannot hold them.
   */
  public static void encodeValues(Configuration conf, String prefix) {
    for (Map.Entry<String, String> entry : conf) {
      String key = entry.getKey();
      if (key.startsWith(prefix) && !isXml(entry.getValue())) {
        String[] sources = conf.getPropertySources(key);
        conf.set(key, encoded(entry.getValue()), sources[sources.length - 1]);
      }
    }
  }

  /** Returns a text for people that any reader of a configuration gets as it is. */
  public static String printable(String text) {
    return isSafe(text) ? text : escaped(text);
  }

  /** Whether every reader of a configuration gets the text as it is. */
  public static boolean isSafe(String text) {
    return isXml(text) && !text.contains(VARIABLE);
  }

  /** Whether a text that is written as XML 1.0 is the same when it is read. */
  public static boolean isXml(String text) {
    return text.codePoints().allMatch(ConfText::isXml);
  }

  private static boolean isXml(int codePoint) {
    // A reader of XML makes a line feed of a carriage return.
    return codePoint >= ' '
        ? !(codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE)
            && codePoint != 0xFFFE
            && codePoint != 0xFFFF
        : codePoint == '\t' || codePoint == '\n';
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(
            codePoint -> {
              if (isXml(codePoint) && codePoint != '\\' && codePoint != '$') {
                escaped.appendCodePoint(codePoint);
              } else {
                escaped.append("\\u").append(HexFormat.of().toHexDigits((char) codePoint));
              }
            });
    return escaped.toString();
  }
}
