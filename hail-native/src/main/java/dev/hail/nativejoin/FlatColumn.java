// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.nativejoin;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A column of {@link FlatJoins}.
 *
 * @param name for messages
 * @param scale digits after the point of a DECIMAL, 0 to 38; 0 for other types
 * @param nullable whether rows may be NULL
 */
public record FlatColumn(String name, FlatType type, int scale, boolean nullable) {
  private static final int MOST_SCALE = 38;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException if the scale is out of range or the name has a zero
   */
  public FlatColumn {
    Objects.requireNonNull(type, "type is null");
    if (name.indexOf(0) >= 0) {
      throw new IllegalArgumentException("The name of a column must not have a zero");
    }
    OptionRange.require(
        "The scale of column `" + name + "'", scale, 0, type == FlatType.DECIMAL ? MOST_SCALE : 0);
  }

  /** A column of any type but DECIMAL. */
  public static FlatColumn of(String name, FlatType type, boolean nullable) {
    return new FlatColumn(name, type, 0, nullable);
  }

  /** A column of DECIMAL. */
  public static FlatColumn decimal(String name, int scale, boolean nullable) {
    return new FlatColumn(name, FlatType.DECIMAL, scale, nullable);
  }

  private String format() {
    return type == FlatType.DECIMAL ? type.format() + scale : type.format();
  }

  /** Returns columns as {@link NativeCalls#createOf} takes them. */
  static byte[] encode(List<FlatColumn> columns) {
    StringBuilder text = new StringBuilder();
    for (FlatColumn column : columns) {
      text.append(column.nullable() ? '?' : '!').append(column.name()).append('\0');
      text.append(column.format()).append('\0');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns the columns that {@link #encode} wrote, but for the first ones.
   *
   * @param left how many of the first are left out, whatever their types
   * @throws UnsupportedTypeException if one has a type that is none of {@link FlatType}
   */
  static List<FlatColumn> decode(byte[] encoded, int left) {
    List<FlatColumn> columns = new ArrayList<>();
    String[] parts = new String(encoded, StandardCharsets.UTF_8).split("\0", -1);
    for (int i = 2 * left; i + 1 < parts.length; i += 2) {
      String name = parts[i].substring(1);
      columns.add(column(name, parts[i + 1], parts[i].charAt(0) == '?'));
    }
    return List.copyOf(columns);
  }

  private static FlatColumn column(String name, String format, boolean nullable) {
    for (FlatType type : FlatType.values()) {
      if (type == FlatType.DECIMAL && format.startsWith("d:")) {
        int scale = Integer.parseInt(format.substring(format.indexOf(',') + 1));
        return decimal(name, scale, nullable);
      }
      if (type.format().equals(format)) {
        return of(name, type, nullable);
      }
    }
    throw new UnsupportedTypeException(
        "Column `" + name + "' has the type `" + format + "', which flat joins do not have");
  }
}
