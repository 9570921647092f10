// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import dev.hail.format.text.TextFormat;
import java.util.ArrayList;
import java.util.List;

/** A text format as options of {@code hail put}. */
final class TextOptions {
  private TextOptions() {}

  static List<String> of(TextFormat format) {
    List<String> options = new ArrayList<>();
    options.add("--delimiter=" + (char) format.delimiter());
    options.add("--null=" + format.nullToken());
    options.add(format.quoting() ? "--quote" : "--no-quote");
    if (format.header()) {
      options.add("--header");
    }
    return options;
  }
}
