// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.predicate;

/**
 * The text of a predicate is malformed or does not fit the schema. The message gives the column and
 * the reason, shows the text around the place and marks it with a caret.
 */
public final class PredicateException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int EXCERPT_BEFORE = 60;
  private static final int EXCERPT_AFTER = 40;

  private final int column;
  private final String reason;
  private final boolean malformed;

  private PredicateException(String text, int offset, String reason, boolean malformed) {
    super(message(text, offset, reason));
    this.malformed = malformed;
    this.column = text.codePointCount(0, offset) + 1;
    this.reason = reason;
  }

  /** The text is no predicate, whatever the schema. */
  static PredicateException malformed(String text, int offset, String reason) {
    return new PredicateException(text, offset, reason, true);
  }

  /** The text is a predicate, but not one of the schema. */
  static PredicateException misfit(String text, int offset, String reason) {
    return new PredicateException(text, offset, reason, false);
  }

  /** Whether the text is no predicate of any schema, rather than one that misfits the schema. */
  public boolean isMalformed() {
    return malformed;
  }

  /** Place in the text, in characters from 1. */
  public int position() {
    return column;
  }

  /** What is wrong, without place and excerpt. */
  public String reason() {
    return reason;
  }

  private static String message(String text, int offset, String reason) {
    int from = Math.max(0, offset - EXCERPT_BEFORE);
    int to = Math.min(text.length(), offset + EXCERPT_AFTER);
    String before = printable(text.substring(from, offset));
    String after = printable(text.substring(offset, to));
    String lead = from > 0 ? "..." : "";
    String tail = to < text.length() ? "..." : "";
    int caret = lead.length() + before.codePointCount(0, before.length());
    return "filter, column "
        + (text.codePointCount(0, offset) + 1)
        + ": "
        + reason
        + "\n  "
        + lead
        + before
        + after
        + tail
        + "\n  "
        + " ".repeat(caret)
        + "^";
  }

  private static String printable(String part) {
    StringBuilder printable = new StringBuilder(part.length());
    part.codePoints().forEach(c -> printable.appendCodePoint(Character.isISOControl(c) ? ' ' : c));
    return printable.toString();
  }
}
