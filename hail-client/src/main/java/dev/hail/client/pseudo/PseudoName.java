// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a pseudo block replica's file (thesis, section 3.5.3): whose rows it has, and in
 * which order.
 *
 * @param blockId HDFS block id of the block
 * @param generationStamp generation stamp of the block
 * @param sortAttribute position of the attribute, from 1
 */
public record PseudoName(long blockId, long generationStamp, int sortAttribute) {
  private static final Pattern FORM =
      Pattern.compile("(?:.*\\.)?(\\d{1,19})_(\\d{1,19})_(\\d{1,9})");

  /**
   * Reads a file's name.
   *
   * @param fileName last component of a path; what stands before the last dot does not count
   * @return null if it is not the name of a pseudo block replica
   */
  public static PseudoName parse(String fileName) {
    Matcher matcher = FORM.matcher(fileName);
    if (!matcher.matches()) {
      return null;
    }
    try {
      return new PseudoName(
          Long.parseLong(matcher.group(1)),
          Long.parseLong(matcher.group(2)),
          Integer.parseInt(matcher.group(3)));
    } catch (NumberFormatException tooLarge) {
      return null;
    }
  }

  /** The name without anything before it. */
  public String fileName() {
    return blockId + "_" + generationStamp + "_" + sortAttribute;
  }

  /** The name of a file that is still being written. */
  public String stagedName(String writer) {
    return writer + "." + fileName();
  }
}
