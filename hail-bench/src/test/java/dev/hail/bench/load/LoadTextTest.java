// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.bench.job.VisitQuery;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadTextTest {
  @TempDir Path directory;

  @Test
  void answers_ofText_countQualifyingRows() throws Exception {
    Path text =
        Files.writeString(
            directory.resolve("visits.csv"),
            """
            172.101.11.46,u,1999-01-01,0.999,a,USA,en,w,100
            1.2.3.4,u,2000-01-01,1.0,a,USA,en,w,101
            1.2.3.5,u,2000-01-02,10.0,a,USA,en,w,7
            172.101.11.4,u,1998-12-31,10.001,a,USA,en,w,9000
            """);

    assertThat(LoadText.of(text).answers())
        .isEqualTo(
            Map.of(
                VisitQuery.VISIT_DATE, new Answer(2, 201),
                VisitQuery.SOURCE_IP, new Answer(1, 100),
                VisitQuery.AD_REVENUE, new Answer(2, 108),
                VisitQuery.SCAN, new Answer(2, 107)));
  }

  @Test
  void answer_ofNumbersInLines_isTheirCountAndSum() throws Exception {
    Answer.Sink sink = new Answer.Sink();

    sink.write("100\n7\n".getBytes(StandardCharsets.UTF_8));

    assertThat(sink.answer()).isEqualTo(new Answer(2, 107));
    assertThatThrownBy(() -> sink.write('x')).hasMessageContaining("No number");
  }
}
