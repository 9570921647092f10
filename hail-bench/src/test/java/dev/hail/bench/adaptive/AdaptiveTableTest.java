// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.hail.bench.cluster.TextCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AdaptiveTableTest {
  private static final int JOBS = 11;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void valueRanges_ofManyJobs_areDisjointWithSharesOfThesis(AdaptiveTable table)
      throws IOException {
    List<String> values = values(table);
    Comparator<String> order = table.order();
    String last = null;
    List<Double> shares = table.shares(JOBS);
    List<ValueRange> ranges = ValueRange.of(text(table), table, shares);
    assertThat(ranges).hasSize(JOBS + 1);
    for (int job = 0; job <= JOBS; job++) {
      ValueRange range = ranges.get(job);
      assertThat(order.compare(range.low(), range.high())).isLessThanOrEqualTo(0);
      if (last != null) {
        assertThat(order.compare(last, range.low())).isNegative();
      }
      last = range.high();
      double share = shares.get(job) * values.size();
      long selected = count(values, order, range.low(), range.high(), true);
      long withoutLast = count(values, order, range.low(), range.high(), false);
      assertThat((double) selected).as("job %d, %s", job, range).isGreaterThanOrEqualTo(share);
      assertThat((double) withoutLast).as("job %d, %s", job, range).isLessThan(share);
    }
  }

  @Test
  void firstSyntheticAttribute_generated_repeatsExponentially() throws IOException {
    List<String> values = values(AdaptiveTable.SYNTHETIC);
    int[] classes = new int[SkewedRows.CLASSES];
    for (String value : values) {
      classes[Integer.parseInt(value) / SkewedRows.CLASS_VALUES]++;
    }
    for (int i = 0; i < SkewedRows.CLASSES; i++) {
      double expected = Math.pow(10, i) / 1_111_111_111;
      assertThat((double) classes[i] / values.size())
          .as("class %d", i + 1)
          .isCloseTo(expected, within(0.004));
    }
  }

  @Test
  void tooSmallText_cutIntoRanges_isRefused() throws IOException {
    Path text = Files.writeString(directory.resolve("small.csv"), "1,2,3,4,5,6\n");
    AdaptiveTable table = AdaptiveTable.SYNTHETIC;
    assertThatThrownBy(() -> ValueRange.of(text, table, table.shares(JOBS)))
        .hasMessageContaining("small.csv")
        .hasMessageContaining("12 ranges");
  }

  private static long count(
      List<String> values, Comparator<String> order, String low, String high, boolean withHigh) {
    return values.stream()
        .filter(value -> order.compare(value, low) >= 0)
        .filter(value -> order.compare(value, high) < (withHigh ? 1 : 0))
        .count();
  }

  private Path text(AdaptiveTable table) throws IOException {
    return new TextCache(directory, 7, true).text(table.id(), table::rows, 4 << 20);
  }

  private List<String> values(AdaptiveTable table) throws IOException {
    List<String> values = new ArrayList<>();
    for (String line : Files.readAllLines(text(table))) {
      String[] fields = line.split(",", -1);
      assertThat(fields).hasSize(table.fields());
      values.add(fields[table.field()]);
    }
    return values;
  }
}
