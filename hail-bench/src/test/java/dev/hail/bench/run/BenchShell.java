// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hail.cli.HailCli;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Runs a benchmark as a user does and looks at what it wrote. */
public final class BenchShell {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  public int hail(String... args) throws Exception {
    return HailCli.run(
        new Configuration(),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        args);
  }

  public String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  public String messages() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Parses the figures, having checked their form and that ratios are those of the medians. */
  public static List<JsonNode> figures(Path json) throws IOException {
    List<JsonNode> figures = new ArrayList<>();
    for (String line : Files.readAllLines(json)) {
      figures.add(new ObjectMapper().readTree(line));
    }
    for (JsonNode figure : figures) {
      assertThat(figure.has("system")).as("%s", figure).isNotEqualTo(figure.has("ratio"));
      for (String field : List.of("median", "min", "max")) {
        assertThat(figure.get(field).isNumber() || figure.get(field).isNull())
            .as("%s of %s", field, figure)
            .isTrue();
      }
      assertThat(figure.get("runs").asInt()).as("%s", figure).isPositive();
      if (figure.has("ratio")) {
        String caseName = figure.get("case").asText();
        String metric = figure.get("metric").asText();
        String[] systems = figure.get("ratio").asText().split("/", -1);
        double above = median(figures, caseName, metric, systems[0]);
        double below = median(figures, caseName, metric, systems[1]);
        if (below > 0) {
          assertThat(figure.get("median").asDouble())
              .as("%s", figure)
              .isCloseTo(above / below, within(1e-3 * (1 + above / below)));
        }
      }
    }
    return figures;
  }

  /** The systems and ratios that have a figure of a case and metric, in the order of the file. */
  public static List<String> subjects(List<JsonNode> figures, String caseName, String metric) {
    return figures.stream()
        .filter(each -> each.get("case").asText().equals(caseName))
        .filter(each -> each.get("metric").asText().equals(metric))
        .map(each -> each.path("system").asText() + each.path("ratio").asText())
        .toList();
  }

  /** The median that a system has of a case and metric; there must be one. */
  public static double median(
      List<JsonNode> figures, String caseName, String metric, String system) {
    return figures.stream()
        .filter(each -> each.path("system").asText().equals(system))
        .filter(each -> each.get("case").asText().equals(caseName))
        .filter(each -> each.get("metric").asText().equals(metric))
        .mapToDouble(each -> each.get("median").asDouble())
        .findFirst()
        .orElseThrow();
  }
}
