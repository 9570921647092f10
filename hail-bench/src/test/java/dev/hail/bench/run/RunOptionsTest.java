// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RunOptionsTest {
  private static List<String> prefixes(String sizes) {
    RunOptions options = new RunOptions();
    new CommandLine(options).parseArgs("--size", sizes);
    return options.sizes().stream().map(options::casePrefix).toList();
  }

  @Test
  void caseName_withSeveralSizes_hasSize() {
    assertThat(prefixes("1g,2g,1536m,100k,65537"))
        .containsExactly("1g/", "2g/", "1536m/", "100k/", "65537/");
  }

  @Test
  void caseName_withOneSize_hasNoSize() {
    assertThat(prefixes("2g")).containsExactly("");
  }
}
