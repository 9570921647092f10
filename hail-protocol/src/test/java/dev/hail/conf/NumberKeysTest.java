// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NumberKeysTest {
  private static final Pattern LIMITS =
      Pattern.compile(" (?:from|of at least) (-?\\d+)(?: to (\\d+))?$");

  /** Keys that are words, texts, addresses or switches. */
  private static final Set<String> OTHERS =
      Set.of(
          HailConfigKeys.NAMENODE_RPC_ADDRESS,
          HailConfigKeys.NAMENODE_RPC_BIND_HOST,
          HailConfigKeys.NAMENODE_SERVICE_RPC_ADDRESS,
          HailConfigKeys.NAMENODE_SERVICE_RPC_BIND_HOST,
          HailConfigKeys.NAMENODE_DATANODE_ADDRESS_CHECK,
          HailConfigKeys.NAMENODE_ATTRIBUTE_PROVIDER,
          HailConfigKeys.NAMENODE_PLAIN_READS,
          HailConfigKeys.NAMENODE_PLAIN_READS_EXEMPT_USERS,
          HailConfigKeys.PUT_SYNC,
          HailConfigKeys.QUERY_FILTER,
          HailConfigKeys.QUERY_PROJECTION,
          HailConfigKeys.JOB_MAPPER,
          HailConfigKeys.SPLITTING_ENABLED,
          HailConfigKeys.JOIN_NAMES,
          HailConfigKeys.JOIN_MEMORY_ADJUST,
          HailConfigKeys.JOIN_MEMORY_COUNTED,
          HailConfigKeys.JOIN_IMPLEMENTATION,
          HailConfigKeys.JOIN_ALGORITHM,
          HailConfigKeys.JOIN_FILTER,
          HailConfigKeys.JOIN_PLAN,
          HailConfigKeys.ADAPTIVE_STRATEGY,
          HailConfigKeys.WORKLOAD_RECORD,
          HailConfigKeys.DATANODE_CONVERT_ENABLED);

  @Test
  void eachKeyOfHail_isANumberWithARange_orAnotherValue() {
    Set<String> numbers = new TreeSet<>(HailConfiguration.keys());
    numbers.removeAll(OTHERS);
    Set<String> ofHail = new TreeSet<>(NumberKeys.keys());
    ofHail.removeIf(key -> !key.startsWith("hail."));
    assertThat(ofHail).isEqualTo(numbers);
  }

  static Set<String> keys() {
    return NumberKeys.keys();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void eachKey_withValueInOrOutOfItsRange_isReadOrRefusedByName(String key) {
    for (String value : new String[] {"0", "-1", "1099511627776"}) {
      if (isIn(NumberKeys.range(key), Long.parseLong(value))) {
        assertThatCode(() -> check(key, value)).as(value).doesNotThrowAnyException();
      } else {
        assertRefused(key, value);
      }
    }
    for (String word : new String[] {"few", "", "1 0", "NaN", "1x", "9999999999999999999d"}) {
      assertRefused(key, word);
    }
  }

  private static boolean isIn(String range, long value) {
    Matcher limits = LIMITS.matcher(range);
    return !limits.find()
        || (value >= Long.parseLong(limits.group(1))
            && (limits.group(2) == null || value <= Long.parseLong(limits.group(2))));
  }

  private static void assertRefused(String key, String value) {
    assertThatThrownBy(() -> check(key, value))
        .as(value)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(key + " must be " + NumberKeys.range(key) + "; it is `" + value + "'");
  }

  private static void check(String key, String value) {
    Configuration conf = new Configuration(false);
    conf.set(key, value);
    NumberKeys.check(conf, key);
  }

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
