// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.format.text;

import dev.hail.format.value.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The names in the header row of a text, and the names of attributes made of them. */
public final class HeaderNames {
  /** Most fields of a header row that are read. */
  static final int MOST = 100_000;

  private HeaderNames() {}

  /**
   * The texts of a header row's fields without spaces around them. A field that is not UTF-8 counts
   * as empty.
   *
   * @param splitter has split the row and remembers up to {@link #MOST} fields
   */
  static List<String> texts(byte[] bytes, RowSplitter splitter) {
    List<String> texts = new ArrayList<>();
    int count = Math.min(splitter.fieldCount(), MOST);
    for (int field = 0; field < count; field++) {
      int from = splitter.start(field);
      int to = splitter.end(field);
      String text =
          Utf8.isValid(bytes, from, to)
              ? new String(bytes, from, to - from, StandardCharsets.UTF_8)
              : "";
      if (splitter.form(field) == RowSplitter.ESCAPED) {
        text = text.replace("\"\"", "\"");
      }
      texts.add(text.strip());
    }
    return texts;
  }

  /**
   * The names of attributes. A column without a text gets the name c1, c2 and so on, after its
   * position. A name that an earlier column has, in any case, gets {@code _2} at its end.
   *
   * @param texts texts of the header row; may be fewer than the columns
   * @param columns number of names wanted
   */
  public static List<String> attributeNames(List<String> texts, int columns) {
    List<String> names = new ArrayList<>();
    Set<String> taken = new HashSet<>();
    for (int column = 0; column < columns; column++) {
      String wanted = column < texts.size() ? texts.get(column) : "";
      if (wanted.isEmpty()) {
        wanted = "c" + (column + 1);
      }
      String name = wanted;
      for (int i = 2; !taken.add(name.toLowerCase(Locale.ROOT)); i++) {
        name = wanted + "_" + i;
      }
      names.add(name);
    }
    return names;
  }
}
