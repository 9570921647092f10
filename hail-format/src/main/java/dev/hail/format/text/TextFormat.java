// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import java.util.Objects;

/**
 * The format of rows in a text file. The charset is always UTF-8; rows end with LF or CRLF.
 *
 * @param delimiter ASCII byte between fields
 * @param quoting whether fields may be in double quotes as in RFC 4180: a quoted field may contain
 *     delimiters, line ends and doubled quotes
 * @param nullToken unquoted text that means NULL; a quoted field is never NULL
 * @param header whether the first row names the attributes and has no data
 * @param maxRowBytes most bytes of a row without its line end; a longer row is a bad record
 */
public record TextFormat(
    byte delimiter, boolean quoting, String nullToken, boolean header, int maxRowBytes) {
  /** Default of {@link #maxRowBytes()}: 16 MiB. */
  public static final int DEFAULT_MAX_ROW_BYTES = 16 << 20;

  private static final int MAX_MAX_ROW_BYTES = 1 << 30;
  private static final TextFormat DEFAULTS =
      new TextFormat((byte) ',', true, "", false, DEFAULT_MAX_ROW_BYTES);

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if an option is invalid; the message names the option and its
   *     valid values
   */
  public TextFormat {
    Objects.requireNonNull(nullToken, "nullToken is null");
    if (delimiter < 0 || delimiter == '\n' || delimiter == '\r') {
      throw new IllegalArgumentException(
          "Delimiter must be an ASCII character other than a line end, found byte "
              + (delimiter & 0xFF));
    }
    if (quoting && delimiter == '"') {
      throw new IllegalArgumentException(
          "Delimiter must not be the double quote while quoting is on; turn quoting off");
    }
    if (maxRowBytes < 1 || maxRowBytes > MAX_MAX_ROW_BYTES) {
      throw new IllegalArgumentException(
          "Longest row must be 1 to " + MAX_MAX_ROW_BYTES + " bytes, found " + maxRowBytes);
    }
    for (int i = 0; i < nullToken.length(); i++) {
      char c = nullToken.charAt(i);
      if (c == '\n' || c == '\r' || c == delimiter) {
        throw new IllegalArgumentException(
            "Null token must not contain a line end or the delimiter");
      }
    }
    if (quoting && nullToken.startsWith("\"")) {
      throw new IllegalArgumentException(
          "Null token must not start with a double quote while quoting is on");
    }
  }

  /**
   * The default format: comma, quoting on, NULL is the empty unquoted field, no header, rows up to
   * 16 MiB.
   */
  public static TextFormat defaults() {
    return DEFAULTS;
  }

  /** A builder that starts from {@link #defaults()}. */
  public static Builder builder() {
    return DEFAULTS.toBuilder();
  }

  /** A builder that starts from this format. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects options; each call of {@link #build()} checks them. */
  public static final class Builder {
    private char delimiter;
    private boolean quoting;
    private String nullToken;
    private boolean header;
    private int maxRowBytes;

    private Builder(TextFormat format) {
      this.delimiter = (char) format.delimiter;
      this.quoting = format.quoting;
      this.nullToken = format.nullToken;
      this.header = format.header;
      this.maxRowBytes = format.maxRowBytes;
    }

    /** Sets the ASCII character between fields. */
    public Builder delimiter(char value) {
      this.delimiter = value;
      return this;
    }

    /** Sets whether fields may be in double quotes. */
    public Builder quoting(boolean value) {
      this.quoting = value;
      return this;
    }

    /** Sets the unquoted text that means NULL. */
    public Builder nullToken(String value) {
      this.nullToken = value;
      return this;
    }

    /** Sets whether the first row has names. */
    public Builder header(boolean value) {
      this.header = value;
      return this;
    }

    /** Sets the most bytes of a row, 1 to 2^30. */
    public Builder maxRowBytes(int value) {
      this.maxRowBytes = value;
      return this;
    }

    /**
     * The format.
     *
     * @throws IllegalArgumentException if an option is invalid; the message names the option and
     *     its valid values
     */
    public TextFormat build() {
      if (delimiter > Byte.MAX_VALUE) {
        throw new IllegalArgumentException(
            "Delimiter must be one ASCII character, found '" + delimiter + "'");
      }
      return new TextFormat((byte) delimiter, quoting, nullToken, header, maxRowBytes);
    }
  }
}
