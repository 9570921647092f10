// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hail.examples.generate.RowStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SyntheticTest {
  @Test
  void syntheticQuery_overManyRows_selectsItsShare() throws IOException {
    long rows = 0;
    long q1 = 0;
    long q2 = 0;
    long wrong = 0;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new RowStream(new Synthetic(3), 30L << 20, Long.MAX_VALUE),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] row = line.split(",", -1);
        rows++;
        for (String value : row) {
          int number = Integer.parseInt(value);
          wrong += number < 0 || number >= Synthetic.VALUES ? 1 : 0;
        }
        wrong += row.length == 19 ? 0 : 1;
        int first = Integer.parseInt(row[0]);
        q1 += first <= SynQ1.MAXIMUM ? 1 : 0;
        q2 += first <= SynQ2.MAXIMUM ? 1 : 0;
      }
    }
    assertThat(wrong).isZero();
    assertThat((double) q1 / rows).isCloseTo(0.10, within(0.003));
    assertThat((double) q2 / rows).isCloseTo(0.01, within(0.001));
  }
}
