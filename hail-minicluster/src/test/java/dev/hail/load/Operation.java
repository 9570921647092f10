// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.load;

import java.util.Map;
import java.util.TreeMap;

/**
 * A change of the files of one worker.
 *
 * @param kind what is done
 * @param path absolute path
 * @param argument the content to put, the path to rename to, or {@code -}
 */
public record Operation(Kind kind, String path, String argument) {
  /** Kinds of changes. */
  enum Kind {
    /** The content replaces what is at the path. */
    PUT,
    /** The file is deleted. */
    DELETE,
    /** The file gets another path, where nothing is. */
    RENAME
  }

  public static Operation put(String path, Content content) {
    return new Operation(Kind.PUT, path, content.toString());
  }

  public static Operation delete(String path) {
    return new Operation(Kind.DELETE, path, "-");
  }

  static Operation rename(String from, String to) {
    return new Operation(Kind.RENAME, from, to);
  }

  /** The files after the operation, if these were there before it. */
  Map<String, Content> apply(Map<String, Content> files) {
    Map<String, Content> after = new TreeMap<>(files);
    switch (kind) {
      case PUT -> after.put(path, Content.parse(argument));
      case DELETE -> after.remove(path);
      case RENAME -> after.put(argument, after.remove(path));
    }
    return after;
  }

  @Override
  public String toString() {
    return kind + " " + path + " " + argument;
  }

  static Operation parse(String kind, String path, String argument) {
    return new Operation(Kind.valueOf(kind), path, argument);
  }
}
