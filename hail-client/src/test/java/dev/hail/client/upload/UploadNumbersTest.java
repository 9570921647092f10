// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.upload;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hail.format.schema.Schema;
import dev.hail.format.text.TextFormat;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbers that HDFS cannot use are refused before an upload begins. */
class UploadNumbersTest {
  @ParameterizedTest
  @CsvSource({
    "dfs.replication, 65537",
    "dfs.replication, 0",
    "dfs.replication, -1",
    "dfs.bytes-per-checksum, 0",
    "hail.put.stale.after, 0s",
    "dfs.blocksize, 0",
    "dfs.blocksize, -64m"
  })
  void key_outOfRange_isNamed(String key, String value) {
    Configuration configuration = new Configuration();
    configuration.set(key, value);
    Upload upload = new Upload(configuration, request(UploadRequest.FILE_SYSTEM_DEFAULT, 1, 1));
    assertThatThrownBy(upload::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(key + " must be ")
        .hasMessageContaining("it is `" + value + "'");
  }

  @Test
  void setting_outOfRange_isRefused() {
    for (int replication : new int[] {-1, 32_768, 65_537}) {
      assertThatThrownBy(() -> request(replication, 1, 1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("eplication");
    }
    for (int threads : new int[] {-1, 0, 1_001, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> request(3, threads, 1)).hasMessageContaining("threads must be 1 to");
      assertThatThrownBy(() -> request(3, 1, threads)).hasMessageContaining("streams must be 1 to");
    }
  }

  private static UploadRequest request(int replication, int threads, int streams) {
    return new UploadRequest(
        List.of(),
        new Path("/file"),
        Schema.parse("k INT"),
        List.of(),
        TextFormat.defaults(),
        new UploadRequest.Settings(
            UploadRequest.FILE_SYSTEM_DEFAULT,
            replication,
            false,
            false,
            UploadRequest.UNLIMITED,
            threads,
            streams));
  }
}
