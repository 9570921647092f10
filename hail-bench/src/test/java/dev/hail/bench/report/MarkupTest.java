// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkupTest {
  @Test
  void textAndAttributes_inMarkup_areEscaped() {
    Markup markup = new Markup();
    markup.element("p", "a < b && c > 'd'", "title", "\"quoted\" & <tag>");
    assertThat(markup.toString())
        .isEqualTo(
            "<p title=\"&quot;quoted&quot; &amp; &lt;tag&gt;\">"
                + "a &lt; b &amp;&amp; c &gt; &#39;d&#39;</p>\n");
  }

  @Test
  void coordinates_inAnyLocale_areWrittenTheSame() {
    assertThat(new Markup().empty("line", "x1", 1.5, "x2", 2).toString())
        .isEqualTo("<line x1=\"1.50\" x2=\"2\"/>\n");
  }
}
