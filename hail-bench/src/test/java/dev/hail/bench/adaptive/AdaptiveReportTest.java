// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.bench.measure.Measurement;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class AdaptiveReportTest {
  private static final int JOBS = 11;

  @Test
  void reportSeries_drawn_hasLineWithPointPerJob() throws Exception {
    String html = AdaptiveReport.html(figures());
    Files.writeString(Path.of("target", "adaptive-report.html"), html);

    for (String table : List.of("uservisits", "2g/synthetic")) {
      Document times = chart(html, table + ": job time by job");
      NodeList lines = times.getElementsByTagName("polyline");
      assertThat(lines.getLength()).isEqualTo(2 + AdaptiveVariant.values().length);
      for (int i = 0; i < lines.getLength(); i++) {
        String points = lines.item(i).getAttributes().getNamedItem("points").getNodeValue();
        assertThat(points.split(" ")).hasSize(JOBS);
      }
      // Text is read for seconds where the others take milliseconds.
      assertThat(lines(html, table + ": RecordReader time by job, without text"))
          .isEqualTo(1 + AdaptiveVariant.values().length);
      assertThat(lines(html, table + ": blocks indexed"))
          .isEqualTo(AdaptiveVariant.values().length);
    }
    assertThat(html).contains("rho0.25, job3: 12 s");
  }

  private static int lines(String html, String title) throws Exception {
    return chart(html, title).getElementsByTagName("polyline").getLength();
  }

  private static Document chart(String html, String title) throws Exception {
    int begin = html.lastIndexOf("<svg", html.indexOf("<title>" + title));
    String svg = html.substring(begin, html.indexOf("</svg>", begin) + "</svg>".length());
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  private static List<Measurement> figures() throws IOException {
    List<Measurement> figures = new ArrayList<>();
    for (String table : List.of("uservisits", "2g/synthetic")) {
      for (int job = 1; job <= JOBS; job++) {
        int variantNumber = 0;
        for (AdaptiveVariant variant : AdaptiveVariant.values()) {
          String name = table + "/" + variant.id() + "/job" + job;
          double ours = variantNumber == 1 ? 15 - job : 14 - job + 0.5 * variantNumber;
          add(figures, name, AdaptiveBench.HADOOP, 40, 90);
          add(figures, name, AdaptiveBench.OFF, 14, 5);
          add(figures, name, AdaptiveBench.HAIL, Math.max(2, ours), 5.0 / job);
          figures.add(
              Measurement.ofSystem(
                  "adaptive", name, AdaptiveBench.HAIL, "indexed_blocks", Math.min(16, 2 * job)));
          figures.add(Measurement.ofRatio("adaptive", name, "hail/off", "job_s", ours / 14));
          variantNumber++;
        }
      }
    }
    return figures;
  }

  private static void add(
      List<Measurement> figures, String name, String system, double job, double reader) {
    figures.add(Measurement.ofSystem("adaptive", name, system, "job_s", job));
    figures.add(Measurement.ofSystem("adaptive", name, system, "reader_s", reader));
  }
}
