// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.testing.DuckDbOracle;
import dev.hail.testing.PredicatePair;
import dev.hail.testing.RandomCase;
import dev.hail.testing.RightAnswer;
import dev.hail.testing.TestSeeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/hail} in a locale without letters beyond ASCII answers like DuckDB. */
@ExtendWith(SharedCluster.class)
class LauncherEqualityTest {
  private static final int CASES = 5;
  private static final int ROWS = 10_000;
  private static final int FILTERS = 10;
  private static final int SLICE = ROWS / FILTERS;

  private final HailShell shell;

  LauncherEqualityTest(HailShell shell) {
    this.shell = shell;
  }

  @Test
  void filters_givenInPlainLocale_selectTheRowsThatDuckDbSelects(@TempDir Path folder)
      throws Exception {
    InstalledHail hail =
        InstalledHail.install(Files.createDirectory(folder.resolve("hail")), shell.cluster());
    for (long seed : TestSeeds.of(CASES).toArray()) {
      RandomCase randomCase = RandomCase.numbered(seed, ROWS);
      String file = upload(randomCase, folder);
      PredicatePair filters = slices(randomCase);
      BitSet expected;
      try (DuckDbOracle oracle = new DuckDbOracle(randomCase)) {
        expected = oracle.numbers(filters.sql());
      }
      BitSet found = new BitSet();
      for (String line : cat(hail, filters.hail(), file)) {
        found.set(Integer.parseInt(line.replace("\"", "")));
      }
      RightAnswer.expect(
          () -> assertThat(found).as("%s%n%s", randomCase, filters).isEqualTo(expected));
    }
  }

  /** Filters each of which decides on a slice of the rows, so that one process answers them all. */
  private static PredicatePair slices(RandomCase randomCase) {
    List<String> hail = new ArrayList<>();
    List<String> sql = new ArrayList<>();
    for (int i = 0; i < FILTERS; i++) {
      PredicatePair pair = randomCase.predicate(i);
      String slice = " BETWEEN " + (1 + i * SLICE) + " AND " + (i + 1) * SLICE + " AND (";
      hail.add("(@1" + slice + (pair.hail().isEmpty() ? "TRUE" : pair.hail()) + "))");
      sql.add("(c1" + slice + pair.sql() + "))");
    }
    return new PredicatePair(String.join(" OR ", hail), String.join(" OR ", sql));
  }

  private String upload(RandomCase randomCase, Path folder) throws Exception {
    Path text = Files.write(folder.resolve("text"), randomCase.text());
    Path schema = Files.writeString(folder.resolve("schema"), randomCase.schema().toSql());
    String file = "/launcher-" + randomCase.seed();
    List<String> put = new ArrayList<>(List.of("put", "--overwrite", "--block-size", "1m"));
    put.addAll(List.of("--schema", schema.toString(), "--max-bad", "10000"));
    put.addAll(TextOptions.of(randomCase.textFormat()));
    put.addAll(List.of(text.toString(), file));
    HailShell.Result result = shell.run(put.toArray(String[]::new));
    assertThat(result.problems()).as("%s", randomCase).isEmpty();
    return file;
  }

  private static List<String> cat(InstalledHail hail, String filter, String file) throws Exception {
    HailShell.Result result =
        hail.run(Map.of("LC_ALL", "C"), "cat", "--project", "@1", "--filter", filter, file);
    assertThat(result.problems()).isEmpty();
    return result.out().lines().toList();
  }
}
