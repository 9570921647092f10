// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.examples.uservisits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.hail.examples.generate.RowStream;
import dev.hail.examples.generate.TextBuffer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class UserVisitsTest {
  private static final long SEED = 11;
  private static final long BYTES = 30L << 20;

  @Test
  void userVisitsQuery_overManyRows_selectsItsShare() throws IOException {
    long rows = 0;
    long q1 = 0;
    long q2 = 0;
    long q3 = 0;
    long q4 = 0;
    long q5 = 0;
    try (BufferedReader lines = open(SEED, BYTES)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] visit = line.split(",", -1);
        rows++;
        q1 += between("1999-01-01", visit[2], "2000-01-01");
        q2 += visit[0].equals("172.101.11.46") ? 1 : 0;
        q3 += visit[0].equals("172.101.11.46") && visit[2].equals("1992-12-22") ? 1 : 0;
        float revenue = Float.parseFloat(visit[3]);
        q4 += revenue >= 1 && revenue <= 10 ? 1 : 0;
        q5 += revenue >= 1 && revenue <= 100 ? 1 : 0;
      }
    }
    // About 210,000 rows: four standard deviations of a binomial share are below 2 % (Q5) and
    // 7 % (Q4) of the share.
    assertThat((double) q1 / rows).isCloseTo(3.1e-2, within(0.05 * 3.1e-2));
    assertThat((double) q4 / rows).isCloseTo(1.7e-2, within(0.07 * 1.7e-2));
    assertThat((double) q5 / rows).isCloseTo(2.04e-1, within(0.02 * 2.04e-1));
    assertThat(q2).as("one per doubling of the row number above 128").isEqualTo(12);
    assertThat(q3).as("every fifth of those, the first included").isEqualTo(3);
  }

  @Test
  void userVisitsRow_generated_hasShapeOfBenchmark() throws IOException {
    List<Pattern> shapes =
        List.of(
            Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}"),
            Pattern.compile("http://.{1,93}"),
            Pattern.compile("\\d{4}-\\d\\d-\\d\\d"),
            Pattern.compile("\\d{1,3}\\.\\d{1,3}"),
            Pattern.compile(".{1,64}"),
            Pattern.compile("[A-Z]{3}"),
            Pattern.compile("[a-z]{2}-[A-Z]{2}"),
            Pattern.compile("[a-z]{1,32}"),
            Pattern.compile("\\d{1,5}"));
    List<String> wrong = new ArrayList<>();
    long rows = 0;
    try (BufferedReader lines = open(SEED, 4 << 20)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] visit = line.split(",", -1);
        boolean fits = visit.length == shapes.size();
        for (int i = 0; fits && i < visit.length; i++) {
          fits = shapes.get(i).matcher(visit[i]).matches();
        }
        if (!fits) {
          wrong.add(line);
        }
        rows++;
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(rows).isGreaterThan(20_000);
  }

  @Test
  void adRevenue_writtenAndReadBack_isUnchanged() {
    TextBuffer buffer = new TextBuffer(16);
    List<String> changed = new ArrayList<>();
    for (int thousandths = 0; thousandths < 500_000; thousandths++) {
      buffer.clear();
      UserVisits.appendThousandths(thousandths, buffer);
      String text = buffer.toString();
      if (!Float.toString(Float.parseFloat(text)).equals(text)) {
        changed.add(text);
      }
    }
    assertThat(changed).isEmpty();
  }

  @Test
  void plantedRows_inHugeTable_keepShareOfThesis() {
    PlantedRows planted = new PlantedRows(SEED);
    long window = 31_250_000;
    long start = (1L << 25) + 20 * window;
    long found = 0;
    long dated = 0;
    for (long row = start; row < start + window; row++) {
      if (planted.contains(row)) {
        found++;
        dated += planted.hasDate(row) ? 1 : 0;
      }
    }
    assertThat(found).isEqualTo(1);
    assertThat(dated).isLessThanOrEqualTo(1);
  }

  private static int between(String low, String value, String high) {
    return value.compareTo(low) >= 0 && value.compareTo(high) <= 0 ? 1 : 0;
  }

  private static BufferedReader open(long seed, long bytes) {
    return new BufferedReader(
        new InputStreamReader(
            new RowStream(new UserVisits(seed), bytes, Long.MAX_VALUE), StandardCharsets.UTF_8));
  }
}
