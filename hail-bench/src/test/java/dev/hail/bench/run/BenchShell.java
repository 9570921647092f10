// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hail.client.HailShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Runs a benchmark as a user does and looks at what it wrote. */
public final class BenchShell {
  private final StringBuilder output = new StringBuilder();
  private final StringBuilder messages = new StringBuilder();

  /** Runs a command; its exit code. */
  public int hail(String... args) throws Exception {
    HailShell.Result result = HailShell.run(new Configuration(), "", args);
    output.append(result.out());
    messages.append(result.err());
    return result.code();
  }

  /** What all commands wrote to standard output. */
  public String output() {
    return output.toString();
  }

  /** What all commands wrote to standard error. */
  public String messages() {
    return messages.toString();
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
