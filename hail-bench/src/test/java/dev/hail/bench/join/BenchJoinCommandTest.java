package dev.hail.bench.join;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.hail.bench.run.BenchShell;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Builds the kernels and runs some. */
@Timeout(900)
final class BenchJoinCommandTest {
  private final BenchShell shell = new BenchShell();

  @TempDir Path directory;

  @Test
  void kernelsAreMeasuredInTurn() throws Exception {
    Path json = directory.resolve("join.json");
    Path html = directory.resolve("join.html");

    int exitCode =
        shell.hail(
            "bench",
            "join",
            "--cases=kernel",
            "--build=10k",
            "--probe=200k",
            "--rounds=2",
            "--algorithms=NOP,CHTJ",
            "--json=" + json,
            "--html=" + html);

    assertThat(exitCode).as("%s%n%s", shell.messages(), shell.output()).isZero();
    List<JsonNode> figures = BenchShell.figures(json);
    assertThat(figures)
        .filteredOn(each -> each.get("metric").asText().equals("tuples_per_s"))
        .extracting(
            each ->
                each.get("case").asText()
                    + " "
                    + (each.has("ratio") ? each.get("ratio") : each.get("system")).asText()
                    + " "
                    + each.get("runs").asInt())
        .containsExactlyInAnyOrder(
            "kernel/4+4/10k-200k/t2 NOP 2",
            "kernel/4+4/10k-200k/t2 CHTJ 2",
            "kernel/4+4/10k-200k/t2 CHTJ/NOP 2",
            "kernel/8+8/10k-200k/t2 NOP 2",
            "kernel/8+8/10k-200k/t2 CHTJ 2",
            "kernel/8+8/10k-200k/t2 CHTJ/NOP 2");
    assertThat(Files.readString(html)).contains("<svg").contains("CHTJ");
  }

  @Test
  void wrongOptionsAreNamedBeforeAnythingIsMeasured() throws Exception {
    assertThat(shell.hail("bench", "join", "--build=many")).isEqualTo(2);
    assertThat(shell.messages()).contains("--build is a number of rows").contains("`many'");
    assertThat(shell.hail("bench", "join", "--rounds=0")).isEqualTo(2);
    assertThat(shell.messages()).contains("--rounds");
    assertThat(shell.hail("bench", "join", "--cases=kernel", "--algorithms=QUICK")).isEqualTo(2);
    assertThat(shell.messages()).contains("no QUICK, there are").contains("CPRL");
  }
}
