// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class NumberKeysTest {
  @Test
  void defaults_areInRange() {
    Configuration defaults = HailConfiguration.load();
    for (String key : NumberKeys.keys()) {
      assertThatCode(() -> NumberKeys.check(defaults, key)).as(key).doesNotThrowAnyException();
    }
  }

  @Test
  void values_outOfRange_areRefusedByEachReader() {
    for (String value : new String[] {"0", "-1", "1001", "65537", "4294967297", "x", ""}) {
      Configuration conf = new Configuration(false);
      conf.set(HailConfigKeys.READ_THREADS, value);
      String message =
          "hail.read.threads must be a whole number from 1 to 1000; it is `" + value + "'";
      assertThatThrownBy(() -> NumberKeys.check(conf, HailConfigKeys.READ_THREADS))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
      assertThatThrownBy(() -> NumberKeys.count(conf, HailConfigKeys.READ_THREADS, 4))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(message);
    }
    for (String value : new String[] {"0", "-1s", "30d"}) {
      Configuration conf = new Configuration(false);
      conf.set(HailConfigKeys.CLIENT_RPC_TIMEOUT, value);
      assertThatThrownBy(() -> NumberKeys.millis(conf, HailConfigKeys.CLIENT_RPC_TIMEOUT, "10s"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("hail.client.rpc.timeout must be a time such as 10s")
          .hasMessageContaining("`" + value + "'");
    }
  }

  @Test
  void values_inRange_areRead() {
    Configuration conf = new Configuration(false);
    assertThat(NumberKeys.count(conf, HailConfigKeys.READ_THREADS, 4)).isEqualTo(4);
    assertThat(NumberKeys.millis(conf, HailConfigKeys.CLIENT_RPC_TIMEOUT, "10s")).isEqualTo(10_000);
    conf.set(HailConfigKeys.READ_THREADS, " 0x10 ");
    conf.set(HailConfigKeys.CLIENT_RPC_TIMEOUT, "20d");
    conf.set(NumberKeys.BLOCK_SIZE, "64m");
    conf.set(NumberKeys.REPLICATION, "32767");
    assertThat(NumberKeys.count(conf, HailConfigKeys.READ_THREADS, 4)).isEqualTo(16);
    assertThat(NumberKeys.millis(conf, HailConfigKeys.CLIENT_RPC_TIMEOUT, "10s"))
        .isEqualTo(1_728_000_000);
    NumberKeys.check(conf, NumberKeys.BLOCK_SIZE);
    assertThat(NumberKeys.count(conf, NumberKeys.REPLICATION, 3)).isEqualTo(32_767);
  }
}
