// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.conf.KnownKeys;
import dev.hail.conf.NumberKeys;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/**
 * Checks keys that were set with {@code -D}. Hadoop accepts any key, so a key with a typo would
 * have no effect.
 */
public final class GivenKeys {
  /** The name of the source of such a value, in Hadoop and here. */
  static final String SOURCE = "command line";

  private static final String PREFIX = "hail.";

  private GivenKeys() {}

  /**
   * Checks the keys of HAIL, and those of Hadoop whose numbers Hadoop would cut to fewer bits.
   *
   * @throws CommandLineProblem if a key does not exist; names it and the key that it looks like.
   *     Also if a number is out of range
   */
  static void check(Configuration configuration) throws CommandLineProblem {
    for (String end : configuration.getPropsWithPrefix(PREFIX).keySet()) {
      String key = PREFIX + end;
      if (isGiven(configuration, key) && !KnownKeys.has(key)) {
        throw new CommandLineProblem("-D: there is no key " + key + "; " + KnownKeys.hint(key));
      }
    }
    for (String key : NumberKeys.keys()) {
      if (isGiven(configuration, key)) {
        try {
          NumberKeys.check(configuration, key);
        } catch (IllegalArgumentException outOfRange) {
          throw new CommandLineProblem("-D: " + outOfRange.getMessage());
        }
      }
    }
  }

  /** Returns the keys that were set with {@code -D}, and their values. */
  public static Map<String, String> values(Configuration configuration) {
    Map<String, String> values = new TreeMap<>();
    for (Map.Entry<String, String> entry : configuration) {
      if (isGiven(configuration, entry.getKey())) {
        values.put(entry.getKey(), entry.getValue());
      }
    }
    return values;
  }

  private static boolean isGiven(Configuration configuration, String key) {
    String[] sources = configuration.getPropertySources(key);
    return sources != null && Arrays.stream(sources).anyMatch(source -> source.contains(SOURCE));
  }
}
