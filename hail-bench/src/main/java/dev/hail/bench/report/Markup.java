// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.report;

import java.util.Locale;

/** Builds HTML or SVG. Escapes text and attribute values, but not tags. */
public final class Markup {
  private final StringBuilder text = new StringBuilder();

  /** Opens an element; attributes alternate name and value. */
  public Markup open(String tag, Object... attributes) {
    startTag(tag, attributes);
    text.append('>');
    return this;
  }

  /** Closes an element. */
  public Markup close(String tag) {
    text.append("</").append(tag).append(">\n");
    return this;
  }

  /** Adds an element without content, as in SVG. */
  public Markup empty(String tag, Object... attributes) {
    startTag(tag, attributes);
    text.append("/>\n");
    return this;
  }

  /** Adds an element that holds only text. */
  public Markup element(String tag, String content, Object... attributes) {
    return open(tag, attributes).text(content).close(tag);
  }

  /** Adds text, escaped. */
  public Markup text(String content) {
    text.append(escape(content));
    return this;
  }

  /** Adds the content of another builder. */
  public Markup add(Markup other) {
    text.append(other.text);
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private void startTag(String tag, Object... attributes) {
    text.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      text.append(' ').append(attributes[i]).append("=\"");
      text.append(escape(format(attributes[i + 1]))).append('"');
    }
  }

  private static String format(Object value) {
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.2f", number)
        : String.valueOf(value);
  }

  static String escape(String content) {
    StringBuilder escaped = new StringBuilder(content.length() + 16);
    for (int i = 0; i < content.length(); i++) {
      char character = content.charAt(i);
      switch (character) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(character);
      }
    }
    return escaped.toString();
  }
}
