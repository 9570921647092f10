// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.conf;

import java.util.Comparator;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Tells keys of HAIL from keys that do not exist, and what these may have meant. */
public final class KnownKeys {
  private KnownKeys() {}

  /** Whether a key exists, alone or followed by a point and a name service or namenode. */
  public static boolean has(String key) {
    return HailConfiguration.keys().stream()
        .anyMatch(known -> key.equals(known) || key.startsWith(known + "."));
  }

  /** The key that an unknown one looks like, or where to find all keys; a part of a sentence. */
  public static String hint(String key) {
    String nearest =
        HailConfiguration.keys().stream()
            .min(Comparator.comparing(known -> distance(known, key)))
            .orElseThrow();
    return distance(nearest, key) <= key.length() / 3
        ? "the nearest is " + nearest
        : "all keys are in hail-default.xml and in the tables of docs/";
  }

  private static int distance(String a, String b) {
    return LevenshteinDistance.getDefaultInstance().apply(a, b);
  }
}
