// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys.BlockWrite;
import org.junit.jupiter.api.Test;

class HailConfigurationTest {
  private static final String DELAY = BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_KEY;
  private static final String RETRIES = BlockWrite.LOCATEFOLLOWINGBLOCK_RETRIES_KEY;

  @Test
  void client_awaitingFileComplete_asksSoonAndNoShorterThanHadoop() {
    Configuration loaded = HailConfiguration.load();
    int delay = loaded.getInt(DELAY, -1);
    int retries = loaded.getInt(RETRIES, -1);
    assertThat(delay).isBetween(1, BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_DEFAULT / 10);
    assertThat(patience(delay, retries))
        .isGreaterThanOrEqualTo(
            patience(
                BlockWrite.LOCATEFOLLOWINGBLOCK_INITIAL_DELAY_MS_DEFAULT,
                BlockWrite.LOCATEFOLLOWINGBLOCK_RETRIES_DEFAULT));
  }

  @Test
  void hadoopSetting_configuredByUser_isKept() {
    Configuration given = new Configuration(false);
    given.setInt(RETRIES, 3);
    HailConfiguration.askSooner(given);
    assertThat(given.getInt(RETRIES, -1)).isEqualTo(3);
    assertThat(given.get(DELAY)).isNull();
  }

  /** Each wait is twice as long as the one before. */
  private static long patience(int delay, int retries) {
    return delay * ((1L << retries) - 1);
  }
}
