// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The frame of a report: a self-contained HTML file for light and dark mode. */
public final class ReportPage {
  private ReportPage() {}

  /**
   * Returns the whole document.
   *
   * @param body content of the main element
   */
  public static String html(String title, Markup body) {
    Markup head = new Markup();
    head.open("head");
    head.empty("meta", "charset", "utf-8");
    head.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    head.element("title", title);
    String start = "<!DOCTYPE html>\n<html lang=\"en\">\n" + head;
    return start
        + "<style>\n"
        + styleSheet()
        + "</style>\n</head>\n<body>\n<main>\n"
        + body
        + "</main>\n</body>\n</html>\n";
  }

  private static String styleSheet() {
    try (InputStream in = ReportPage.class.getResourceAsStream("report.css")) {
      if (in == null) {
        throw new IllegalStateException("report.css is missing: build hail-bench again");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read report.css", e);
    }
  }
}
