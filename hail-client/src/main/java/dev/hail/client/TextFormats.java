// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import dev.hail.format.text.TextFormat;
import dev.hail.xattr.HailXAttributes;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Writes a text format as the value of {@link HailXAttributes#FORMAT}: {@code key=value&key=value}.
 */
public final class TextFormats {
  private TextFormats() {}

  /** Writes the format as text for {@link #parse(String)}. */
  public static String toText(TextFormat format) {
    return "delimiter="
        + encode(String.valueOf((char) format.delimiter()))
        + "&quoting="
        + format.quoting()
        + "&null="
        + encode(format.nullToken())
        + "&header="
        + format.header()
        + "&maxRowBytes="
        + format.maxRowBytes();
  }

  /**
   * Parses what {@link #toText(TextFormat)} wrote. Keys of later versions are ignored.
   *
   * @throws IllegalArgumentException if {@code toText} cannot have written the text
   */
  public static TextFormat parse(String text) {
    TextFormat.Builder builder = TextFormat.builder();
    for (String pair : text.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException("Text format `" + text + "' has no value in: " + pair);
      }
      String value = URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
      switch (pair.substring(0, equals)) {
        case "delimiter" -> builder.delimiter(character(value, text));
        case "quoting" -> builder.quoting(truth(value, text));
        case "null" -> builder.nullToken(value);
        case "header" -> builder.header(truth(value, text));
        case "maxRowBytes" -> builder.maxRowBytes(Integer.parseInt(value));
        default -> {}
      }
    }
    return builder.build();
  }

  private static char character(String value, String text) {
    if (value.length() != 1) {
      throw new IllegalArgumentException(
          "Text format `" + text + "' has as delimiter `" + value + "', not one character");
    }
    return value.charAt(0);
  }

  private static boolean truth(String value, String text) {
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(
              "Text format `" + text + "' has `" + value + "' for true or false");
    };
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
