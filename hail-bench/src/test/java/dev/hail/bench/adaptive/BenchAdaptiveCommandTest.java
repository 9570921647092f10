package dev.hail.bench.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hail.bench.run.BenchShell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchAdaptiveCommandTest {
  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  void aTinySequenceIndexesItsFileInTheFirstJob() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path json = directory.resolve("adaptive.json");

    int exitCode =
        shell.hail(
            "bench",
            "adaptive",
            "--size=1500k",
            "--block-size=1m",
            "--jobs=2",
            "--variants=rho1",
            "--dir=" + data,
            "--json=" + json);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    assertThat(figures)
        .allSatisfy(each -> assertThat(each.get("bench").asText()).isEqualTo("adaptive"));
    for (int job = 1; job <= 2; job++) {
      String name = "uservisits/rho1/job" + job;
      for (String metric : List.of("job_s", "reader_s", "cpu_s")) {
        assertThat(subjects(figures, name, metric))
            .as(name + " " + metric)
            .containsExactlyInAnyOrder("hadoop", "off", "hail", "hail/off", "hadoop/hail");
      }
      assertThat(figure(figures, name, "indexed_blocks")).isEqualTo(2);
    }
    assertThat(figure(figures, "uservisits/rho1/job1", "bytes_written"))
        .isBetween(500_000.0, 1_500_000.0);
    assertThat(figure(figures, "uservisits/rho1/job2", "bytes_written")).isZero();
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void anUnknownVariantIsAUsageError() throws Exception {
    assertThat(shell.hail("bench", "adaptive", "--variants=rho2")).isEqualTo(2);
    assertThat(shell.messages()).contains("there is no rho2").contains("rho0.25");
  }

  private static List<String> subjects(List<JsonNode> figures, String caseName, String metric) {
    return figures.stream()
        .filter(each -> each.get("case").asText().equals(caseName))
        .filter(each -> each.get("metric").asText().equals(metric))
        .map(each -> each.path("system").asText() + each.path("ratio").asText())
        .toList();
  }

  private static double figure(List<JsonNode> figures, String caseName, String metric) {
    return figures.stream()
        .filter(each -> each.get("case").asText().equals(caseName))
        .filter(each -> each.get("metric").asText().equals(metric))
        .filter(each -> each.path("system").asText().equals("hail"))
        .findFirst()
        .orElseThrow()
        .get("median")
        .asDouble();
  }
}
