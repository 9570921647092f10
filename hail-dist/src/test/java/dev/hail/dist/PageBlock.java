// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a page.
 *
 * @param section heading of the second level that it stands below
 * @param language first word behind the fence, or empty
 * @param where the other words behind the fence
 * @param text what it holds
 */
record PageBlock(String section, String language, String where, String text) {
  private static final Pattern PART =
      Pattern.compile(
          "^## (?<section>.*)$|^```(?<language>\\w*) ?(?<where>.*)\\n(?<text>[\\s\\S]*?)^```$",
          Pattern.MULTILINE);

  /** Returns all blocks of a page in their order. */
  static List<PageBlock> of(Path page) throws IOException {
    List<PageBlock> blocks = new ArrayList<>();
    String section = "";
    Matcher part = PART.matcher(Files.readString(page));
    while (part.find()) {
      if (part.group("section") != null) {
        section = part.group("section");
      } else {
        blocks.add(
            new PageBlock(
                section, part.group("language"), part.group("where"), part.group("text")));
      }
    }
    return blocks;
  }
}
