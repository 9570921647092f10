// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hail.bench.upload.UploadCase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScaleStepTest {
  @Test
  void steps_ofSixReplicas_leaveOutFewerDatanodes() {
    UploadCase six = UploadCase.matching(List.of("synthetic/rep6/idx6")).get(0);

    assertThat(ScaleStep.of(six, List.of(3, 6, 7)))
        .extracting(ScaleStep::system)
        .containsExactly("hdfs-6", "hail-6", "hdfs-7", "hail-7");
    assertThat(ScaleStep.of(six, List.of(6)))
        .extracting(ScaleStep::replication)
        .containsExactly(3, 6);
  }

  @Test
  void ratios_ofSizes_divideByPlainHdfsAndByFirstSize() {
    assertThat(ScaleStep.ratios(List.of(3, 5)))
        .containsExactly("hail-3/hdfs-3", "hail-5/hdfs-5", "hdfs-5/hdfs-3", "hail-5/hail-3");
  }

  @Test
  void storedBytes_unevenlySpread_areComparedWithMeanOfAllDatanodes() {
    StoredBytes stored = new StoredBytes(Map.of("a", 60L, "b", 30L), 3);

    assertThat(stored.total()).isEqualTo(90);
    assertThat(stored.most()).isEqualTo(60);
    assertThat(stored.mostByMean()).isEqualTo(2);
  }
}
