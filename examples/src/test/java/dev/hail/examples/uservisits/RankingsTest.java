// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.uservisits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.examples.generate.RowSource;
import dev.hail.examples.generate.RowStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankingsTest {
  private static final long SEED = 3;

  private static List<String[]> rows(RowSource source, long rows) throws IOException {
    try (RowStream stream = new RowStream(source, Long.MAX_VALUE, rows)) {
      return new String(stream.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .map(line -> line.split(",", -1))
          .toList();
    }
  }

  @Test
  void pages_ofRankings_areThoseOfEverySixteenthVisit() throws IOException {
    List<String[]> visits = rows(new UserVisits(SEED), 16_000);
    List<String[]> rankings = rows(new Rankings(SEED), 1_000);
    for (int i = 0; i < rankings.size(); i++) {
      assertThat(rankings.get(i)[0]).isEqualTo(visits.get(16 * i)[1]);
      assertThat(Integer.parseInt(rankings.get(i)[1])).isBetween(1, 10_000);
      assertThat(Integer.parseInt(rankings.get(i)[2])).isBetween(1, 100);
    }
    assertThat(rankings.stream().map(row -> row[0]).distinct()).hasSizeGreaterThan(995);
    assertThat(rankings.stream().map(row -> row[1]).distinct()).hasSizeGreaterThan(900);
  }
}
