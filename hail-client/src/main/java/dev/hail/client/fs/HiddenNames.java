// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.fs;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.GlobExpander;
import org.apache.hadoop.fs.GlobFilter;
import org.apache.hadoop.fs.Path;

/**
 * Which names are hidden: those that begin with {@code .} or {@code _}, as in the input of
 * MapReduce. Programs keep what is no data under such names, for example {@code _temporary}. A
 * hidden file or directory is read only if the user names it.
 */
public final class HiddenNames {
  /** Only a wildcard matches it. */
  private static final char OTHER_LETTER = '\u0001';

  private HiddenNames() {}

  /**
   * Whether a name is hidden.
   *
   * @param name the last component of a path
   */
  public static boolean isHidden(String name) {
    return name.startsWith(".") || name.startsWith("_");
  }

  /**
   * Whether a pattern names each hidden component of a path that it matches: it spells the first
   * letter. Thus {@code /a/_*} names {@code /a/_b}, and {@code /a/*} does not.
   *
   * @param pattern as {@link org.apache.hadoop.fs.FileSystem#globStatus(Path)} takes it
   * @param match a path that it matches
   */
  public static boolean isNamed(Path pattern, Path match) throws IOException {
    List<String> names = names(match);
    if (names.stream().noneMatch(HiddenNames::isHidden) || names.equals(names(pattern))) {
      return true;
    }
    for (String alternative : GlobExpander.expand(pattern.toUri().getPath())) {
      if (isNamed(names(new Path(alternative)), names)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNamed(List<String> patterns, List<String> names) throws IOException {
    if (patterns.size() != names.size()) {
      return false;
    }
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      GlobFilter filter = new GlobFilter(patterns.get(i));
      boolean anyLetter =
          isHidden(name) && filter.accept(new Path("/" + OTHER_LETTER + name.substring(1)));
      if (anyLetter || !filter.accept(new Path("/" + name))) {
        return false;
      }
    }
    return true;
  }

  private static List<String> names(Path path) {
    return Arrays.stream(path.toUri().getPath().split("/")).filter(n -> !n.isEmpty()).toList();
  }
}
