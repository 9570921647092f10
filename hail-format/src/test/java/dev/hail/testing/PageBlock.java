// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A fenced block of a page. Behind the fence stand its language, its tier, and what the tier needs.
 *
 * @param page path from the root of the checkout
 * @param line line of the opening fence, from 1
 * @param section heading of the second level that it stands below
 * @param language first word behind the fence, or empty
 * @param tier second word, or empty
 * @param detail the other words
 * @param text what it holds, with the end of each line
 */
public record PageBlock(
    String page,
    int line,
    String section,
    String language,
    String tier,
    String detail,
    String text) {
  private static final Pattern FENCE =
      Pattern.compile("\\s*(?:```|~~~)(?<language>\\S*) ?(?<tier>\\S*) ?(?<detail>.*)");

  private static final List<String> PAGES_BESIDE_DOCS =
      List.of("README.md", "CONTRIBUTING.md", "docker/README.md", "hail-native/README.md");

  /** Returns the pages with documented commands, as paths from the root, in a fixed order. */
  public static List<String> pages() throws IOException {
    List<String> pages = new ArrayList<>(PAGES_BESIDE_DOCS);
    try (Stream<Path> found = Files.walk(root().resolve("docs"))) {
      found
          .filter(file -> file.toString().endsWith(".md"))
          .map(file -> root().relativize(file).toString())
          .sorted()
          .forEach(pages::add);
    }
    return pages;
  }

  /**
   * Returns the blocks of a page in their order.
   *
   * @throws IOException if the page cannot be read or a fence is open at its end
   */
  public static List<PageBlock> of(String page) throws IOException {
    List<PageBlock> blocks = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    String section = "";
    Matcher opening = null;
    int start = 0;
    int number = 0;
    for (String line : Files.readAllLines(root().resolve(page))) {
      number++;
      Matcher fence = FENCE.matcher(line);
      if (fence.matches() && opening == null) {
        opening = fence;
        start = number;
        text.setLength(0);
      } else if (fence.matches()) {
        blocks.add(
            new PageBlock(
                page,
                start,
                section,
                opening.group("language"),
                opening.group("tier"),
                opening.group("detail"),
                text.toString()));
        opening = null;
      } else if (opening != null) {
        text.append(line).append('\n');
      } else if (line.startsWith("## ")) {
        section = line.substring(3);
      }
    }
    if (opening != null) {
      throw new IOException(page + ":" + start + ": the fence is open at the end of the page");
    }
    return blocks;
  }

  /** Returns where the block stands, as compilers write it. */
  public String place() {
    return page + ":" + line;
  }

  /** Returns the root of the checkout: tests run in the directory of their module. */
  public static Path root() {
    return Path.of("").toAbsolutePath().getParent();
  }
}
