// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.cli;

import dev.hail.conf.HailConfiguration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.apache.hadoop.conf.Configuration;

/**
 * Checks keys that were set with {@code -D}. Hadoop accepts any key, so a key with a typo would
 * have no effect.
 */
final class GivenKeys {
  /** The name of the source of such a value, in Hadoop and here. */
  static final String SOURCE = "command line";

  private static final String PREFIX = "hail.";

  private GivenKeys() {}

  /**
   * Checks the keys of HAIL.
   *
   * @throws CommandLineProblem if a key does not exist; names it and the key that it looks like
   */
  static void check(Configuration configuration) throws CommandLineProblem {
    Set<String> known = HailConfiguration.keys();
    for (String end : configuration.getPropsWithPrefix(PREFIX).keySet()) {
      String key = PREFIX + end;
      if (isGiven(configuration, key) && known.stream().noneMatch(name -> isFor(name, key))) {
        String nearest =
            known.stream().min(Comparator.comparing(name -> distance(name, key))).orElseThrow();
        String remedy =
            distance(nearest, key) <= key.length() / 3
                ? "the nearest is " + nearest
                : "all keys are in hail-default.xml and in the tables of docs/";
        throw new CommandLineProblem("-D: there is no key " + key + "; " + remedy);
      }
    }
  }

  private static int distance(String a, String b) {
    return LevenshteinDistance.getDefaultInstance().apply(a, b);
  }

  private static boolean isGiven(Configuration configuration, String key) {
    String[] sources = configuration.getPropertySources(key);
    return sources != null && Arrays.stream(sources).anyMatch(source -> source.contains(SOURCE));
  }

  /** Whether a key is the known one, alone or followed by a name service or namenode. */
  private static boolean isFor(String known, String key) {
    return key.equals(known) || key.startsWith(known + ".");
  }
}
