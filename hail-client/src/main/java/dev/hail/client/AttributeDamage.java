// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import dev.hail.xattr.HailXAttributes;
import java.util.Objects;

/**
 * Why the value of an extended attribute of a file cannot be used. A user who may write a file may
 * also change its attributes.
 *
 * @param attribute such as {@link HailXAttributes#SCHEMA}
 * @param reason what is wrong with the value; only the first line is told
 */
public record AttributeDamage(String attribute, String reason) {
  /** Most characters of the reason that are told. */
  private static final int MOST_REASON = 200;

  public AttributeDamage {
    Objects.requireNonNull(attribute, "attribute is null");
    Objects.requireNonNull(reason, "reason is null");
  }

  /**
   * Returns what is wrong and what the owner can do, as one line that may follow the file's name.
   *
   * @param path path of the file without scheme and authority, for the command that mends it
   */
  public String describe(String path) {
    return "its attribute "
        + attribute
        + " is damaged ("
        + printable(reason)
        + "). `hdfs dfs -setfattr -x "
        + attribute
        + " "
        + ShellWord.ofPattern(path)
        + "' removes it; HAIL then "
        + withoutAttribute();
  }

  /** The value is part of the reason, and may be anything. */
  private static String printable(String reason) {
    String line = reason.lines().findFirst().orElse("").replaceAll("\\p{Cntrl}", "?");
    return line.length() <= MOST_REASON ? line : line.substring(0, MOST_REASON) + "...";
  }

  private String withoutAttribute() {
    return switch (attribute) {
      case HailXAttributes.SCHEMA, HailXAttributes.INDEX -> "takes it from the blocks of the file";
      case HailXAttributes.FORMAT -> "prints rows in the default format";
      case HailXAttributes.VERSION -> "recognizes the file by its blocks";
      default -> "begins a new record";
    };
  }
}
