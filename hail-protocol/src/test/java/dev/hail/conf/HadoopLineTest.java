// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HadoopLineTest {
  @Test
  void hadoopOfBuild_inTests_isTheOneThatRuns() {
    assertThat(HadoopLine.builtFor()).isEqualTo(VersionInfo.getVersion());
    assertThatCode(HadoopLine::require).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"3.5.0,3.5.0", "3.5.0,3.5.12", "3.4.3,3.4.1-vendor-7", "3.5.0,3.5.0-SNAPSHOT"})
  void hadoopReleases_ofSameLine_areAccepted(String built, String running) {
    assertThatCode(() -> HadoopLine.require(built, running)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"3.5.0,3.4.3", "3.4.3,3.5.0", "3.5.0,3.50.0", "3.5.0,4.5.0", "3.5.0,Unknown"})
  void hadoop_ofAnotherLine_isRefusedWithRemedy(String built, String running) {
    assertThatThrownBy(() -> HadoopLine.require(built, running))
        .isInstanceOf(OtherHadoopException.class)
        .hasMessageContaining("built for Hadoop " + built)
        .hasMessageContaining("does not run in Hadoop " + running)
        .hasMessageContaining("-Dhadoop.version=" + running);
  }
}
