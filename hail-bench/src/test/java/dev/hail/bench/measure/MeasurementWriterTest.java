// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MeasurementWriterTest {
  @Test
  void measurementOfSystem_written_isOneLine() throws IOException {
    assertThat(
            line(
                Measurement.ofSystem(
                    "upload", "uservisits/rep3/idx3", "hail", "elapsed_s", 3, 1.25, 2)))
        .isEqualTo(
            "{\"bench\":\"upload\",\"case\":\"uservisits/rep3/idx3\",\"system\":\"hail\","
                + "\"metric\":\"elapsed_s\",\"median\":2,\"min\":1.25,\"max\":3,\"runs\":3}\n");
  }

  @Test
  void measurementOfRatio_written_hasRatioInPlaceOfSystem() throws IOException {
    assertThat(line(Measurement.ofRatio("query", "bob-q1", "hadoop/hail", "job_s", 4, 2)))
        .isEqualTo(
            "{\"bench\":\"query\",\"case\":\"bob-q1\",\"ratio\":\"hadoop/hail\","
                + "\"metric\":\"job_s\",\"median\":3,\"min\":2,\"max\":4,\"runs\":2}\n");
  }

  @Test
  void largeSmallAndMissingFigures_written_areValidJson() throws IOException {
    assertThat(line(Measurement.ofSystem("b", "c", "s", "m", 1_573_741_824_000d)))
        .contains("\"median\":1573741824000,");
    assertThat(line(Measurement.ofSystem("b", "c", "s", "m", 0.0000123456789)))
        .contains("\"median\":0.0000123457,");
    assertThat(line(Measurement.ofRatio("b", "c", "s/t", "m", Double.POSITIVE_INFINITY)))
        .contains("\"median\":null,");
    assertThat(line(Measurement.ofSystem("b", "a \"quoted\"\n case", "s", "m", 1)))
        .contains("\"case\":\"a \\\"quoted\\\"\\u000a case\"");
  }

  @Test
  void measurement_withoutRuns_isRefused() {
    assertThatThrownBy(() -> Measurement.ofSystem("upload", "case", "hail", "elapsed_s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("upload case hail elapsed_s");
  }

  private static String line(Measurement measurement) throws IOException {
    StringBuilder text = new StringBuilder();
    new MeasurementWriter(text).write(measurement);
    return text.toString();
  }
}
